// Splits HTML into tags and texts, by the rules of the HTML standard's tokenizer, without making strings.

/** What the scanner finds, as ranges of the source, in order. */
export interface ScanHandler {
  /** An attribute of the start tag that `startTag` will tell next. One without value has an empty range. */
  readonly attribute: (nameStart: number, nameEnd: number, start: number, end: number) => void;
  /**
   * A start tag, after its attributes. The answer says how its content is to be read; for
   * everything but `CONTENT.html` the scanner looks for the end tag of that name itself.
   */
  readonly startTag: (nameStart: number, nameEnd: number, isSelfClosing: boolean) => Content;
  readonly endTag: (nameStart: number, nameEnd: number) => void;
  /** Text between tags or the content of an element that holds no tags. Never empty. */
  readonly text: (start: number, end: number) => void;
  /** Content of `<!doctype ...>`, from the name on. */
  readonly doctype: (start: number, end: number) => void;
  /** Whether the scanner is inside SVG or MathML, where CDATA sections are text. */
  readonly isInForeign: () => boolean;
  /** Whether to stop reading. */
  readonly isFull: () => boolean;
}

/** How the content of an element is to be read. */
export const CONTENT = {
  html: 0,
  /** All up to its own end tag is text. */
  text: 1,
  /** The same, but for the strange rules by which scripts may hold their own end tag. */
  script: 2,
  /** All that follows is text. */
  rest: 3,
} as const;

/** One of the ways to read content. */
export type Content = (typeof CONTENT)[keyof typeof CONTENT];

/**
 * Reads a page. Every character is passed once, whatever the page holds. A tag that the page ends
 * in is left out, as browsers do.
 */
export function scanHtml(source: string, handler: ScanHandler): void {
  const scan: Scan = { source, handler, nameStart: 0, nameEnd: 0, isSelfClosing: false };
  let textStart = 0;
  let index = source.indexOf('<');
  while (index >= 0 && !handler.isFull()) {
    const next = source.charCodeAt(index + 1);
    if (!opensMarkup(next)) {
      // In a run of signs the next one is already known.
      index = next === LESS ? index + 1 : source.indexOf('<', index + 1);
      continue;
    }
    if (index > textStart) handler.text(textStart, index);
    textStart =
      next === SLASH
        ? endTag(scan, index)
        : next < A
          ? declaration(scan, index)
          : startTag(scan, index);
    index = textStart < 0 ? -1 : source.indexOf('<', textStart);
  }
  if (textStart >= 0 && textStart < source.length && !handler.isFull()) {
    handler.text(textStart, source.length);
  }
}

/** What the functions of one scan share. */
interface Scan {
  readonly source: string;
  readonly handler: ScanHandler;
  /** Of the tag at hand. */
  nameStart: number;
  nameEnd: number;
  isSelfClosing: boolean;
}

/** What functions answer that met the end of the page: nothing more is to be found. */
const END = -1;

const EXCLAMATION = 33;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const DASH = 45;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;
const A = 65;

/** A letter, `/`, `!` or `?` after `<`; anything else leaves it a plain character. */
function opensMarkup(code: number): boolean {
  return isLetter(code) || code === SLASH || code === EXCLAMATION || code === QUESTION;
}

/** Reads a start tag and the content of an element that has no tags; gives the index after it. */
function startTag(scan: Scan, open: number): number {
  const { source, handler } = scan;
  const end = readTag(scan, open + 1, true);
  if (end === END) return END;
  const content = handler.startTag(scan.nameStart, scan.nameEnd, scan.isSelfClosing);
  if (content === CONTENT.html) return end;
  const close = endOfContent(scan, end, content);
  if (close > end) handler.text(end, close);
  return close === source.length ? END : close;
}

/** Reads an end tag, or one of the things that look like it. */
function endTag(scan: Scan, open: number): number {
  const { source, handler } = scan;
  const code = source.charCodeAt(open + 2);
  if (isLetter(code)) {
    const end = readTag(scan, open + 2, false);
    if (end !== END) handler.endTag(scan.nameStart, scan.nameEnd);
    return end;
  }
  if (open + 2 >= source.length) {
    handler.text(open, source.length);
    return END;
  }
  return code === GREATER ? open + 3 : after(source, '>', open + 2);
}

/** Passes over comments, CDATA sections, document types and all else that starts with `<!` or `<?`. */
function declaration(scan: Scan, open: number): number {
  const { source, handler } = scan;
  if (source.startsWith('<!--', open)) return afterComment(source, open + 4);
  if (/^<!doctype/i.test(source.slice(open, open + 9))) {
    const end = after(source, '>', open + 9);
    handler.doctype(open + 9, end === END ? source.length : end - 1);
    return end;
  }
  if (source.startsWith('<![CDATA[', open) && handler.isInForeign()) {
    const end = source.indexOf(']]>', open + 9);
    const close = end < 0 ? source.length : end;
    if (close > open + 9) handler.text(open + 9, close);
    return end < 0 ? END : end + 3;
  }
  return after(source, '>', open + 2);
}

/** Comments end with `-->` or `--!>`; `<!-->` and `<!--->` are whole. */
function afterComment(source: string, start: number): number {
  if (source.charCodeAt(start) === GREATER) return start + 1;
  if (source.charCodeAt(start) === DASH && source.charCodeAt(start + 1) === GREATER)
    return start + 2;
  COMMENT_END.lastIndex = start;
  return COMMENT_END.test(source) ? COMMENT_END.lastIndex : END;
}

const COMMENT_END = /--!?>/g;

/** Index of the end tag of the element at hand, or of the end of the page. */
function endOfContent(
  { source, nameStart, nameEnd }: Scan,
  from: number,
  content: Content,
): number {
  if (content === CONTENT.rest) return source.length;
  const name = source.slice(nameStart, nameEnd).toLowerCase();
  const first = name.charCodeAt(0);
  let index = source.indexOf('</', from);
  while (index >= 0) {
    if ((source.charCodeAt(index + 2) | 32) === first && isNameAt(source, index + 2, name)) break;
    index = source.indexOf('</', index + 2);
  }
  const close = index < 0 ? source.length : index;
  const mayHide = content === CONTENT.script && source.slice(from, close).includes('<!--');
  return mayHide ? endOfScript(source, from) : close;
}

/** Inside `<!--`, a script that opens another hides the first end tag. */
function endOfScript(source: string, from: number): number {
  let state: 'plain' | 'comment' | 'hidden' = 'plain';
  SCRIPT_MARK.lastIndex = from;
  for (let match = SCRIPT_MARK.exec(source); match !== null; match = SCRIPT_MARK.exec(source)) {
    const mark = match[0];
    if (mark === '-->') state = 'plain';
    else if (mark === '<!--') {
      if (state === 'plain') state = 'comment';
      SCRIPT_MARK.lastIndex -= 2; // Its dashes may also be those that end it: `<!-->`.
    } else if (mark.charCodeAt(1) !== SLASH) {
      if (state === 'comment') state = 'hidden';
    } else if (state === 'hidden') state = 'comment';
    else return match.index;
  }
  return source.length;
}

const SCRIPT_MARK = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi;

function isNameAt(source: string, index: number, name: string): boolean {
  const after = source.charCodeAt(index + name.length);
  if (after !== GREATER && after !== SLASH && !isBlank(after)) return false;
  return source.slice(index, index + name.length).toLowerCase() === name;
}

/** Reads name and attributes; gives the index after `>`. */
function readTag(scan: Scan, start: number, isStart: boolean): number {
  const { source } = scan;
  const end = endOfName(source, start + 1, false);
  scan.nameStart = start;
  scan.nameEnd = end;
  scan.isSelfClosing = false;
  return source.charCodeAt(end) === GREATER ? end + 1 : readAttributes(scan, end, isStart);
}

function readAttributes(scan: Scan, from: number, isStart: boolean): number {
  const { source, handler } = scan;
  let slash = -1;
  let index = from;
  while (index < source.length) {
    const code = source.charCodeAt(index);
    if (code === GREATER) {
      scan.isSelfClosing = slash === index - 1;
      return index + 1;
    }
    if (code === SLASH) slash = index;
    if (code === SLASH || isBlank(code)) {
      index += 1;
      continue;
    }
    const nameStart = index;
    const nameEnd = endOfName(source, index + 1, true);
    let valueStart = nameEnd;
    let valueEnd = nameEnd;
    index = skipBlanks(source, nameEnd);
    if (source.charCodeAt(index) === EQUALS) {
      valueStart = skipBlanks(source, index + 1);
      const quote = source.charCodeAt(valueStart);
      const isQuoted = quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE;
      if (isQuoted) valueStart += 1;
      valueEnd = isQuoted
        ? source.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", valueStart)
        : endOfBareValue(source, valueStart);
      if (valueEnd < 0) return END;
      index = isQuoted ? valueEnd + 1 : valueEnd;
    }
    if (isStart) handler.attribute(nameStart, nameEnd, valueStart, valueEnd);
  }
  return END;
}

/** The end of a name of an element or, ended by `=` too, of an attribute. */
function endOfName(source: string, from: number, isAttribute: boolean): number {
  let index = from;
  while (index < source.length) {
    const code = source.charCodeAt(index);
    if (code === GREATER || code === SLASH || isBlank(code)) break;
    if (isAttribute && code === EQUALS) break;
    index += 1;
  }
  return index;
}

function endOfBareValue(source: string, from: number): number {
  let index = from;
  while (index < source.length) {
    const code = source.charCodeAt(index);
    if (code === GREATER || isBlank(code)) break;
    index += 1;
  }
  return index;
}

function skipBlanks(source: string, from: number): number {
  let index = from;
  while (isBlank(source.charCodeAt(index))) index += 1;
  return index;
}

/** The index after the next occurrence of a character. */
function after(source: string, character: string, from: number): number {
  const index = source.indexOf(character, from);
  return index < 0 ? END : index + 1;
}

/** Blank inside tags. False for the NaN that follows the last character. */
function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13 && code !== 11);
}

function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}
