// What an SVG document draws: a picture, one colour, nothing, or only the letters of a font.

/** What a drawing shows. */
export type SvgContent = 'picture' | 'one-colour' | 'nothing' | 'font';

/** Elements that are drawn where they stand. A script may draw anything. */
const DRAWN: ReadonlySet<string> = new Set(
  'path rect circle ellipse line polyline polygon text image use foreignobject video canvas iframe script'.split(
    ' ',
  ),
);

/** What stands inside these is drawn only where something else refers to it, or never. */
const STORED: ReadonlySet<string> = new Set(
  'defs symbol clippath mask marker pattern lineargradient radialgradient filter metadata title desc font'.split(
    ' ',
  ),
);

/**
 * Looks through the tags of a document, or of its start (`isWhole` false): then only a font is certain to be no picture,
 * since nobody knows what follows. Linear.
 */
export function contentOfSvg(source: string, isWhole: boolean): SvgContent {
  let isFont = false;
  let rectangles = 0;
  let stored = 0;
  const isOver = eachTag(source, ({ name, isEnd, isEmpty, start, end }) => {
    if (name === 'font') isFont = true;
    if (STORED.has(name)) {
      if (isEnd) stored = Math.max(0, stored - 1);
      else if (!isEmpty) stored += 1;
      return true;
    }
    if (isEnd || stored > 0 || !DRAWN.has(name)) return true;
    rectangles += 1;
    const isPlain = name === 'rect' && !/url\(/i.test(source.slice(start, end));
    return isPlain && rectangles === 1;
  });
  if (!isOver) return 'picture';
  if (isFont && rectangles === 0) return 'font';
  if (!isWhole || stored > 0) return 'picture';
  return rectangles === 0 ? 'nothing' : 'one-colour';
}

interface Tag {
  /** Local name in lower case. */
  readonly name: string;
  readonly isEnd: boolean;
  readonly isEmpty: boolean;
  /** Range of the tag in the source. */
  readonly start: number;
  readonly end: number;
}

/** Hands on each tag until it is answered false; gives whether the end was reached. */
function eachTag(source: string, take: (tag: Tag) => boolean): boolean {
  let at = source.indexOf('<');
  while (at >= 0) {
    const end = endOfMarkup(source, at);
    if (end < 0) return true; // cut inside a tag
    TAG_NAME.lastIndex = at;
    const match = TAG_NAME.exec(source);
    if (match !== null) {
      const [, slash, name = ''] = match;
      const isEmpty = source[end - 2] === '/';
      const tag = { name: name.toLowerCase(), isEnd: slash === '/', isEmpty, start: at, end };
      if (!take(tag)) return false;
    }
    at = source.indexOf('<', end);
  }
  return true;
}

const TAG_NAME = /<(\/?)(?:[\w.-]{1,100}:)?([\w.-]{1,100})/y;

/** Index behind the tag, comment or declaration at `at`; -1 where it has no end. */
function endOfMarkup(source: string, at: number): number {
  if (source.startsWith('<!--', at)) return after(source, '-->', at + 4);
  if (source.startsWith('<![CDATA[', at)) return after(source, ']]>', at + 9);
  if (source.startsWith('<!', at)) return endOfDoctype(source, at);
  TAG_REST.lastIndex = at + 1;
  const rest = TAG_REST.exec(source);
  return rest === null ? -1 : TAG_REST.lastIndex;
}

/** Declarations in brackets may hold `>`. */
function endOfDoctype(source: string, at: number): number {
  const close = source.indexOf('>', at);
  const bracket = source.indexOf('[', at);
  return bracket < 0 || bracket > close ? after(source, '>', at) : after(source, ']>', bracket);
}

/** Up to the `>` outside quotes; every character matches in one way only. */
const TAG_REST = /[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>/y;

function after(source: string, text: string, from: number): number {
  const at = source.indexOf(text, from);
  return at < 0 ? -1 : at + text.length;
}
