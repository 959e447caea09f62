// The operators as a table in Markdown, for the documentation.
import { OPERATORS } from './operators.ts';

/** Rows of `OPERATORS`; what stands between the markers of docs/query-language.md. */
export function renderOperatorTable(): string {
  const rows = OPERATORS.map(({ name, aliases, value, examples, help }) => {
    const names = [name, ...aliases].map((known) => `\`${known}:\``).join(', ');
    const shown = examples.map((example) => `\`${example}\``).join('<br>');
    return `| ${[names, help, value, shown].map(escapeCell).join(' | ')} |`;
  });
  return ['| operator | finds | value | examples |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
