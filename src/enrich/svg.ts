// SVG as the renderer recognises it: it looks for the root element in the first kilobyte only.

/** Larger drawings are left out: memory and time of their rendering are many times their size. */
export const MAX_SVG_BYTES = 2 * 1024 * 1024;

/** How far a root element is looked for. */
const HEAD_BYTES = 64 * 1024;
/** What the renderer looks at, less what is put in front. */
const SEEN_BYTES = 900;

/** Stands in front of a long prologue, so that the renderer sees a root element where it looks. */
const MARK = '<!--<svg-->';

/** Whether the bytes are XML text with a root element `svg`, prefixed or not. */
export function isSvgText(bytes: Uint8Array): boolean {
  const { head } = headOf(bytes);
  return head.startsWith('<') && /<(?:[\w-]{1,32}:)?svg[\s>/]/i.test(head);
}

/**
 * The same drawing without a byte order mark, and with a comment in front when licences, comments or entities
 * (as some drawing programs write them) take up the first kilobyte.
 */
export function toPlainSvg(bytes: Uint8Array): Uint8Array {
  const { head, start } = headOf(bytes);
  const text = bytes.subarray(start);
  if (/<svg/i.test(head.slice(0, SEEN_BYTES))) return text;
  // Only the XML declaration must stay first.
  const declaration = /^<\?xml\s[^>]{0,500}\?>/.exec(head)?.[0] ?? '';
  const rest = text.subarray(declaration.length);
  return Buffer.concat([Buffer.from(declaration + MARK, 'latin1'), rest]);
}

/** The first part as Latin-1, from its first character on. */
function headOf(bytes: Uint8Array): { readonly head: string; readonly start: number } {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  const head = text.toString('latin1');
  const start = /^(?:\xef\xbb\xbf)?\s*/.exec(head)?.[0].length ?? 0;
  return { head: head.slice(start), start };
}
