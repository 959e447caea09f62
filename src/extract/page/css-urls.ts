// URLs in CSS: the images it shows and the style sheets it imports, found in one pass.

/** What a piece of CSS refers to, as written, in order. */
export interface CssUrls {
  /** Values of `url()` that may be images: not fonts, fragments or namespaces. */
  readonly images: readonly string[];
  /** Style sheets of `@import`. */
  readonly imports: readonly string[];
}

/** Reads a style sheet, the content of a `style` element or of a `style` attribute. Linear. */
export function findCssUrls(css: string): CssUrls {
  const images: string[] = [];
  const imports: string[] = [];
  let mode: Mode = 'images';
  const takeUrl = (url: string): void => {
    if (mode === 'import') imports.push(url);
    else if (mode === 'images' && mayBeImage(url)) images.push(url);
    if (mode === 'import') mode = 'images';
  };
  const next = /\/\*|["']|url\(|@[\w-]+|[;}]/gi;
  for (let match = next.exec(css); match !== null; match = next.exec(css)) {
    const found = match[0];
    const from = next.lastIndex;
    if (found === ';' || found === '}') mode = modeAfter(mode, found);
    else if (found === '/*') {
      const end = css.indexOf('*/', from);
      if (end < 0) break;
      next.lastIndex = end + 2;
    } else if (found === '"' || found === "'") {
      const end = endOfString(css, from, found);
      if (mode === 'import') takeUrl(unescapeCss(css.slice(from, end)));
      next.lastIndex = end + 1;
    } else if (found.startsWith('@')) mode = MODES[found.slice(1).toLowerCase()] ?? 'images';
    else {
      const { start, end } = urlRange(css, from);
      takeUrl(unescapeCss(css.slice(start, end)));
      next.lastIndex = end + 1;
    }
  }
  return { images, imports };
}

/** What the next URL is: an image, a style sheet, or nothing until the statement or block ends. */
type Mode = 'images' | 'import' | 'statement' | 'block';

const MODES: Readonly<Record<string, Mode>> = {
  import: 'import',
  namespace: 'statement',
  charset: 'statement',
  'font-face': 'block',
};

function modeAfter(mode: Mode, end: string): Mode {
  return mode === 'block' && end === ';' ? mode : 'images';
}

function mayBeImage(url: string): boolean {
  return url !== '' && !/^#|^about:|\.(?:woff2?|ttf|otf|eot|css|htc|js)(?:[?#]|$)/i.test(url);
}

/** The range of the address after `url(`, without its quotes. An unquoted one that is not valid is empty. */
function urlRange(css: string, from: number): { readonly start: number; readonly end: number } {
  let start = from;
  while (start < css.length && isCssBlank(css.charAt(start))) start += 1;
  const first = css.charAt(start);
  if (first === '"' || first === "'") {
    return { start: start + 1, end: endOfString(css, start + 1, first) };
  }
  let end = start;
  while (end < css.length && !UNQUOTED_END.test(css.charAt(end)))
    end += css.charAt(end) === '\\' ? 2 : 1;
  let close = end;
  while (close < css.length && isCssBlank(css.charAt(close))) close += 1;
  // A quote or parenthesis inside makes the whole of it meaningless.
  return css.charAt(close) === ')' || close === css.length ? { start, end } : { start: end, end };
}

const UNQUOTED_END = /[\s"'()]/;

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

function isCssBlank(character: string): boolean {
  return (
    character === ' ' ||
    character === '\n' ||
    character === '\t' ||
    character === '\r' ||
    character === '\f'
  );
}

/** `\26 ` and `\(` become the characters they stand for; a backslash at a line end vanishes. */
function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text.trim();
  const plain = text.replace(/\\(?:([0-9a-f]{1,6})\s?|\r?\n|([\s\S]))/gi, (_, hex, character) => {
    if (typeof hex !== 'string') return typeof character === 'string' ? character : '';
    const code = Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
  return plain.trim();
}
