// Names of HTML elements and attributes as small numbers, found without making strings.

const TAG_NAMES = [
  ...['#ghost', 'html', 'head', 'body', 'frameset', 'title', 'base', 'meta', 'link', 'style'],
  ...['script', 'noscript', 'template', 'p', 'div', 'span', 'a', 'img', 'image', 'picture'],
  ...['source', 'figure', 'figcaption', 'svg', 'math', 'video', 'audio', 'canvas', 'iframe'],
  ...['frame', 'noframes', 'noembed', 'embed', 'object', 'applet', 'param', 'track', 'input'],
  ...['textarea', 'select', 'option', 'optgroup', 'button', 'form', 'fieldset', 'br', 'hr', 'wbr'],
  ...['table', 'caption', 'colgroup', 'col', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th', 'ul'],
  ...['ol', 'li', 'dl', 'dt', 'dd', 'dir', 'menu', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'b', 'i'],
  ...['u', 's', 'em', 'strong', 'big', 'small', 'font', 'tt', 'code', 'nobr', 'strike', 'sub'],
  ...['sup', 'ruby', 'rt', 'rp', 'var', 'pre', 'listing', 'xmp', 'plaintext', 'blockquote'],
  ...['center', 'address', 'article', 'aside', 'section', 'nav', 'header', 'footer', 'hgroup'],
  ...['main', 'search', 'details', 'summary', 'dialog', 'marquee', 'area', 'map', 'basefont'],
  ...[
    'bgsound',
    'keygen',
    'foreignobject',
    'desc',
    'mi',
    'mo',
    'mn',
    'ms',
    'mtext',
    'legend',
    'text',
  ],
  ...['mark', 'abbr', 'acronym', 'cite', 'q', 'dfn', 'kbd', 'samp', 'ins', 'del', 'bdi', 'bdo'],
] as const;

const ATTRIBUTE_NAMES = [
  ...['src', 'href', 'xlink:href', 'srcset', 'lowsrc', 'poster', 'background', 'style', 'alt'],
  ...['title', 'width', 'height', 'loading', 'type', 'rel', 'name', 'property', 'content'],
  ...[
    'data',
    'http-equiv',
    'itemprop',
    'lang',
    'xml:lang',
    'data-bg',
    'data-background',
    'data-bg-image',
  ],
  ...[
    'data-background-image',
    'data-bg-src',
    'data-bg-url',
    'data-lazy-background',
    'data-lazy-bg',
    'hidden',
    'class',
    'id',
    'role',
  ],
] as const;

type TagName = (typeof TAG_NAMES)[number];

/** Number of each element name the extraction knows. */
export const TAG = numbered(TAG_NAMES);

/** Number of each attribute name the extraction reads. */
export const ATTRIBUTE = numbered(ATTRIBUTE_NAMES);

/** How many attribute names there are. */
export const ATTRIBUTE_COUNT = ATTRIBUTE_NAMES.length;

/** What an attribute name that is not in the table is. */
export const UNKNOWN_ATTRIBUTE = -1;

/** Tag numbers are below this: the known ones, then up to 1,024 unknown names of one page. */
export const TAG_LIMIT = TAG_NAMES.length + 1024;

/** Properties of an element name, as bits; the words are those of the HTML standard. */
export const TRAIT = {
  /** Has no content and no end tag. */
  void: 1,
  /** Belongs into the head when it comes before the body. */
  head: 1 << 1,
  /** "Special": an end tag of an ordinary element does not reach beyond it. */
  special: 1 << 2,
  /** Bounds the scope in which most end tags look for their start tag. */
  scope: 1 << 3,
  /** Its start tag ends an open paragraph. */
  endsParagraph: 1 << 4,
  /** Formatting: may overlap other elements wrongly, which the standard mends. */
  formatting: 1 << 5,
  /** Its start tag ends foreign content (SVG, MathML). */
  endsForeign: 1 << 6,
  /** Foreign element whose content is HTML again. */
  htmlInside: 1 << 7,
  /** What is inside is no text of the page: never shown, or not as prose. */
  silent: 1 << 8,
  /** h1 to h6. */
  heading: 1 << 9,
  /** Holds text only: tags inside are no tags. */
  text: 1 << 11,
  /** Silent, but the content is wanted for itself. */
  told: 1 << 12,
  /** Special, but list items look past it for the item they end. */
  transparentToItems: 1 << 10,
  /** Stands on lines of its own, so that words end before and after it. */
  block: 1 << 13,
  /** Stands in a line but is no part of a word: cells, pictures, controls. */
  partsWords: 1 << 14,
  /** May start or end inside a word: formatting, and what is not shown at all. */
  insideWords: 1 << 15,
} as const;

const TRAITS = traitTable({
  void: 'base meta link source img frame embed param track input br hr wbr col area basefont bgsound keygen',
  head: 'base basefont bgsound link meta title style script noscript template noframes',
  special:
    'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp foreignobject desc mi mo mn ms mtext',
  scope:
    'html table td th caption template applet marquee object foreignobject desc mi mo mn ms mtext',
  endsParagraph:
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr listing main menu nav ol p plaintext pre search section summary ul xmp li dd dt',
  formatting: 'a b big code em font i nobr s small strike strong tt u',
  endsForeign:
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
  htmlInside: 'foreignobject desc title mi mo mn ms mtext',
  silent:
    'head title style script noscript template textarea iframe noframes noembed video audio canvas',
  heading: 'h1 h2 h3 h4 h5 h6',
  text: 'script style title textarea xmp iframe noembed noframes plaintext',
  told: 'script style title',
  transparentToItems: 'address div p',
  block:
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main marquee menu nav ol optgroup option p plaintext pre search section select summary table tbody tfoot thead title tr ul xmp',
  partsWords:
    'td th img image picture svg math video audio canvas iframe embed object applet input textarea button keygen text desc',
  insideWords:
    'b big code em font i nobr s small strike strong tt u sub sup var wbr ruby rt rp mark abbr acronym cite q dfn kbd samp ins del bdi bdo script style noscript template link meta base map area param source track basefont bgsound noframes noembed',
});

/** The traits of a tag number as bits; 0 for unknown names. */
export function traitsOf(tag: number): number {
  return TRAITS[tag] ?? 0;
}

/** The name of a tag number; `''` for names that the table lacks. */
export function nameOfTag(tag: number): string {
  return TAG_NAMES[tag] ?? '';
}

/** The traits of a name, lower case. */
export function traitsOfName(name: string): number {
  return traitsOf(TAG_BY_NAME.get(name) ?? TAG_NAMES.length);
}

/**
 * Gives tag numbers to the names of one page. Names that the table lacks get numbers of their own,
 * so that their end tags match; beyond 1,024 such names they share one.
 */
export function createTagReader(source: string): (start: number, end: number) => number {
  const unknown = new Map<number, number>();
  return (start, end) => {
    const hash = hashName(source, start, end);
    const tag = TAG_BY_HASH.get(hash) ?? unknown.get(hash);
    if (tag !== undefined) return tag;
    const next = Math.min(TAG_NAMES.length + unknown.size, TAG_LIMIT - 1);
    if (next < TAG_LIMIT - 1) unknown.set(hash, next);
    return next;
  };
}

/** The number of the attribute name at a range of the source, or `UNKNOWN_ATTRIBUTE`. */
export function attributeAt(source: string, start: number, end: number): number {
  return ATTRIBUTE_BY_HASH.get(hashName(source, start, end)) ?? UNKNOWN_ATTRIBUTE;
}

/**
 * FNV-1a over the lower-case name. Two names with one hash would be taken for each other: there are
 * none in the tables (a test checks), and elsewhere it costs a page no more than a wrong end tag.
 */
export function hashName(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    hash = Math.imul(hash ^ (code >= 65 && code <= 90 ? code | 32 : code), 0x01000193);
  }
  return hash;
}

const TAG_BY_NAME: ReadonlyMap<string, number> = new Map(TAG_NAMES.map((name, tag) => [name, tag]));
const TAG_BY_HASH = byHash(TAG_NAMES);
const ATTRIBUTE_BY_HASH = byHash(ATTRIBUTE_NAMES);

function numbered<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  const entries = names.map((name, index) => [name, index] as const);
  return Object.fromEntries(entries) as Record<Name, number>; // one entry for every name
}

function byHash(names: readonly string[]): ReadonlyMap<number, number> {
  return new Map(names.map((name, index) => [hashName(name, 0, name.length), index]));
}

function traitTable(lists: Readonly<Record<keyof typeof TRAIT, string>>): Uint32Array {
  const table = new Uint32Array(TAG_NAMES.length);
  for (const [trait, names] of Object.entries(lists)) {
    const bit = TRAIT[trait as keyof typeof TRAIT]; // the keys of `lists` are those of TRAIT
    for (const name of names.split(' ')) {
      const tag = TAG[name as TagName]; // a name missing from the table fails the next line
      if (tag === undefined) throw new Error(`no element is called ${name}`);
      table[tag] = (table[tag] ?? 0) | bit;
    }
  }
  return table;
}
