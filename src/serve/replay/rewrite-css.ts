// Style sheets as the archive shows them: addresses rewritten, nothing in them that could end a style element.
import { type Purpose, type Rewriter, toFragment } from './rewrite-context.ts';

/**
 * Rewrites a style sheet, the content of a `style` element or of a `style` attribute. What comes out holds
 * no `<` before a letter, `/`, `!` or `?`, so that it is text wherever it stands. Reads every character once.
 */
export function rewriteCss(source: string, { rewrite }: Rewriter): string {
  const css = revealNames(normalise(source));
  let output = '';
  let copied = 0;
  let mode: Mode = 'images';
  const replace = (from: number, to: number, text: string): void => {
    output += css.slice(copied, from) + text;
    copied = to;
    MARK.lastIndex = Math.max(to, from + 1);
  };
  const addressFor = (written: string): string => {
    const address = fromEscapes(written);
    // What begins with `#` is a part of the document that the style is for, wherever the sheet lies.
    const isHere = mode !== 'import' && address.startsWith('#');
    const path = isHere ? toFragment(address.slice(1)) : rewrite(address, PURPOSES[mode]);
    if (mode === 'import') mode = 'images';
    return `"${toCssString(path ?? 'about:invalid')}"`;
  };
  MARK.lastIndex = 0;
  for (let match = MARK.exec(css); match !== null; match = MARK.exec(css)) {
    const [mark] = match;
    const { index } = match;
    // Nothing at all in its place would make one word of what stands before and behind it: `u/**/rl(`.
    if (mark === '/*') replace(index, endOfComment(css, index + 2), '/**/');
    else if (mark === '"' || mark === "'") {
      const end = endOfString(css, index + 1, mark);
      const content = css.slice(index + 1, end);
      const isWhole = css.charAt(end) !== '\n';
      const text =
        mode === 'import' && isWhole ? addressFor(content) : mark + escapeOpen(content) + mark;
      // A string that a line end breaks off is an error, and what it is part of does not count.
      replace(index, isWhole ? end + 1 : end, isWhole ? text : '');
    } else if (mark === '<!--' || mark === '-->') replace(index, index + mark.length, ' ');
    else if (mark === '<') replace(index, index + 1, '< ');
    else if (mark.startsWith('\\')) {
      // An escape is a letter of a name, whatever it would be otherwise.
      if (mark === '\\<') replace(index, index + 2, '\\3c ');
    } else if (mark === ';' || mark === '{' || mark === '}') mode = modeAfter(mode, mark);
    else if (mark.startsWith('@')) mode = MODES.get(mark.slice(1).toLowerCase()) ?? 'images';
    else {
      const { content, end } = readUrl(css, index + mark.length);
      replace(index, end, `url(${addressFor(content)})`);
    }
  }
  return output + css.slice(copied);
}

// One expression object for all calls: each sets its place before it reads.
const MARK = /\\[^\n]|\/\*|["']|url\(|@[\w-]+|[;{}]|<!--|-->|<(?=[a-z/!?])/gi;

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

/** Line ends as one character and no NUL, as browsers read a style sheet (CSS Syntax Level 3, section 3.3). */
function normalise(css: string): string {
  return css.replace(/\r\n?|\f/g, '\n').replaceAll('\0', '\ufffd');
}

/**
 * Escaped letters as themselves, so that `u\72l(` and `@\69mport` are seen. Letters up to f stay escaped: as
 * themselves they could lengthen an escape before them. All other escapes stay too, that of a backslash among them.
 */
function revealNames(css: string): string {
  if (!css.includes('\\')) return css;
  return css.replace(/\\(?:([0-9a-f]{1,6})[ \t\n]?|([g-z])|[\s\S])/gi, (whole, hex, letter) => {
    if (typeof letter === 'string') return letter;
    if (typeof hex !== 'string') return whole;
    const code = Number.parseInt(hex, 16);
    const character = code < 128 ? String.fromCharCode(code) : '';
    return /[g-z]/i.test(character) ? character : whole;
  });
}

function endOfComment(css: string, from: number): number {
  const end = css.indexOf('*/', from);
  return end < 0 ? css.length : end + 2;
}

/** Index of the closing quote, of the line end that breaks the string off, or of the end of all, which closes it. */
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
  while (isBlank(css.charAt(start))) start += 1;
  const quote = css.charAt(start);
  if (quote === '"' || quote === "'") {
    const end = endOfString(css, start + 1, quote);
    const close = css.indexOf(')', end);
    return { content: css.slice(start + 1, end), end: close < 0 ? css.length : close + 1 };
  }
  let end = start;
  while (end < css.length && css.charAt(end) !== ')') end += css.charAt(end) === '\\' ? 2 : 1;
  let last = Math.min(end, css.length);
  while (last > start && isBlank(css.charAt(last - 1))) last -= 1;
  return { content: css.slice(start, last), end: Math.min(end + 1, css.length) };
}

/** What CSS takes for a blank: fewer characters than JavaScript does. */
function isBlank(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\n';
}

/** `\26 ` and `\(` become the characters they stand for; a backslash at a line end, or at the end of all, vanishes. */
function fromEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:([0-9a-f]{1,6})[ \t\n]?|\n|([\s\S])|$)/gi, (_, hex, character) => {
    if (typeof hex !== 'string') return typeof character === 'string' ? character : '';
    const code = Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\ufffd';
  });
}

/** Addresses that were rewritten hold none of these; data images might. */
function toCssString(text: string): string {
  return text.replace(/["\\<\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);
}

/** The inside of a string, without what could begin an element, and without a backslash that would take its quote. */
function escapeOpen(content: string): string {
  return content.replace(/\\[^<]|\\?<|\\$/g, (found) => {
    if (found.endsWith('<')) return '\\3c ';
    return found === '\\' ? '' : found;
  });
}
