// Style sheets as the archive shows them: addresses rewritten, nothing in them that could end a style element.
import type { Purpose, Rewriter } from './rewrite-context.ts';

/**
 * Rewrites a style sheet, the content of a `style` element or of a `style` attribute. What comes out holds
 * no `<` before a letter, `/`, `!` or `?`, so that it is text wherever it stands. Reads every character once.
 */
export function rewriteCss(source: string, { rewrite }: Rewriter): string {
  const css = revealNames(source);
  let output = '';
  let copied = 0;
  let mode: Mode = 'images';
  const replace = (from: number, to: number, text: string): void => {
    output += css.slice(copied, from) + text;
    copied = to;
    MARK.lastIndex = Math.max(to, from + 1);
  };
  const addressFor = (address: string): string => {
    const path = rewrite(fromEscapes(address), PURPOSES[mode]);
    if (mode === 'import') mode = 'images';
    return `"${toCssString(path ?? 'about:invalid')}"`;
  };
  MARK.lastIndex = 0;
  for (let match = MARK.exec(css); match !== null; match = MARK.exec(css)) {
    const [mark] = match;
    const { index } = match;
    if (mark === '/*') replace(index, endOfComment(css, index + 2), '');
    else if (mark === '"' || mark === "'") {
      const end = endOfString(css, index + 1, mark);
      const content = css.slice(index + 1, end);
      const isWhole = css.charAt(end) === mark;
      const text = mode === 'import' ? addressFor(content) : mark + escapeOpen(content) + mark;
      // A string that a line end breaks off is an error, and what it is part of does not count.
      replace(index, isWhole ? end + 1 : end, isWhole ? text : '');
    } else if (mark === '<!--' || mark === '-->') replace(index, index + mark.length, ' ');
    else if (mark === '<') replace(index, index + 1, '< ');
    else if (mark === ';' || mark === '{' || mark === '}') mode = modeAfter(mode, mark);
    else if (mark.startsWith('@')) mode = MODES.get(mark.slice(1).toLowerCase()) ?? 'images';
    else {
      const { content, end } = readUrl(css, index + mark.length);
      replace(index, end, `url(${addressFor(content)})`);
    }
  }
  return output + css.slice(copied);
}

// One expression object for all calls: each sets its place before it reads.
const MARK = /\/\*|["']|url\(|@[\w-]+|[;{}]|<!--|-->|<(?=[a-z/!?])/gi;

/** What the next address is of. */
type Mode = 'images' | 'import' | 'fonts';

const MODES: ReadonlyMap<string, Mode> = new Map([
  ['import', 'import'],
  ['font-face', 'fonts'],
]);
const PURPOSES: Readonly<Record<Mode, Purpose>> = {
  images: 'image',
  import: 'page',
  fonts: 'resource',
};

function modeAfter(mode: Mode, mark: string): Mode {
  return mode === 'fonts' && mark !== '}' ? mode : 'images';
}

/**
 * Escaped letters as themselves, so that `u\72l(` and `@\69mport` are seen. Letters up to f stay escaped: as
 * themselves they could lengthen an escape before them.
 */
function revealNames(css: string): string {
  if (!css.includes('\\')) return css;
  return css.replace(/\\(?:([0-9a-f]{1,6})(?:\r\n|\s)?|([g-z]))/gi, (whole, hex, letter) => {
    if (typeof letter === 'string') return letter;
    const code = Number.parseInt(String(hex), 16);
    const character = code < 128 ? String.fromCharCode(code) : '';
    return /[g-z]/i.test(character) ? character : whole;
  });
}

function endOfComment(css: string, from: number): number {
  const end = css.indexOf('*/', from);
  return end < 0 ? css.length : end + 2;
}

/** Index of the closing quote, or of the line end that breaks the string off. */
function endOfString(css: string, from: number, quote: string): number {
  let index = from;
  while (index < css.length) {
    const character = css.charAt(index);
    if (character === quote || character === '\n') return index;
    index += character === '\\' ? 2 : 1;
  }
  return css.length;
}

/** The address behind `url(` and the place after its closing parenthesis. */
function readUrl(css: string, from: number): { readonly content: string; readonly end: number } {
  let start = from;
  while (/\s/.test(css.charAt(start))) start += 1;
  const quote = css.charAt(start);
  if (quote === '"' || quote === "'") {
    const end = endOfString(css, start + 1, quote);
    const close = css.indexOf(')', end);
    return { content: css.slice(start + 1, end), end: close < 0 ? css.length : close + 1 };
  }
  let end = start;
  while (end < css.length && css.charAt(end) !== ')') end += css.charAt(end) === '\\' ? 2 : 1;
  return { content: css.slice(start, end).trim(), end: Math.min(end + 1, css.length) };
}

/** `\26 ` and `\(` become the characters they stand for; a backslash at a line end vanishes. */
function fromEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:([0-9a-f]{1,6})(?:\r\n|\s)?|\r?\n|([\s\S]))/gi, (_, hex, character) => {
    if (typeof hex !== 'string') return typeof character === 'string' ? character : '';
    const code = Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}

/** Addresses that were rewritten hold none of these; data images might. */
function toCssString(text: string): string {
  return text.replace(/["\\<\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);
}

function escapeOpen(content: string): string {
  return content.replaceAll('<', '\\3c ');
}
