// The bits of Markdown that generated pages share.

/** A table; cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Plain text as a table cell. Angle brackets and bars would be read as markup. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}

/** Code as a table cell; empty text stays empty. */
export function code(text: string): string {
  return text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``;
}
