// Captions the slow and obvious way: a standard parser's tree and the rule of docs/captions.md word by word.
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Parent = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;

/** An `img` element with the address it shows and its caption. */
export interface ReferenceImage {
  readonly src: string;
  readonly caption: string;
}

const SILENT = new Set(
  'script style template noscript head title textarea iframe noframes noembed video audio canvas'.split(
    ' ',
  ),
);

/** Elements at whose borders a word ends. */
const PARTING = new Set(
  'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main marquee menu nav ol optgroup option p plaintext pre search section select summary table tbody tfoot thead title tr ul xmp td th img image picture svg math video audio canvas iframe embed object applet input textarea button keygen text desc'.split(
    ' ',
  ),
);

/** Elements at whose borders no word ends. */
const INSIDE_WORDS = new Set(
  'b big code em font i nobr s small strike strong tt u sub sup var wbr ruby rt rp mark abbr acronym cite q dfn kbd samp ins del bdi bdo script style noscript template link meta base map area param source track basefont bgsound noframes noembed'.split(
    ' ',
  ),
);

/** Marks of where any other element starts and ends: words end where one starts right after one has ended. */
const START = '\ue000';
const END = '\ue001';

/** All `img` elements of a page that have a `src`, in document order. */
export function referenceCaptions(html: string): ReferenceImage[] {
  const document = parse(html);
  prepare(document);
  return imagesIn(document).map((image) => ({
    src: attribute(image, 'src'),
    caption: captionOf(image),
  }));
}

/** Parses what `noscript` holds, and takes comments out so that the texts around them are one. */
function prepare(parent: Parent): void {
  const kept: Node[] = [];
  for (const child of parent.childNodes) {
    const last = kept.at(-1);
    if (child.nodeName === '#comment' || child.nodeName === '#documentType') continue;
    if (isText(child) && last !== undefined && isText(last)) last.value += child.value;
    else kept.push(child);
  }
  parent.childNodes = kept as typeof parent.childNodes;
  for (const child of kept) {
    if (!isElement(child)) continue;
    if (child.tagName === 'noscript') {
      const fragment = parseFragment(
        child.childNodes.map((text) => (isText(text) ? text.value : '')).join(''),
      );
      child.childNodes = fragment.childNodes;
      for (const grandchild of child.childNodes) grandchild.parentNode = child;
    }
    prepare(child);
  }
}

function captionOf(image: Element): string {
  const figure = ancestorsOf(image).find((ancestor) => ancestor.tagName === 'figure');
  const own = figure && elementsIn(figure).filter((element) => element.tagName === 'figcaption');
  const figcaption = own
    ?.filter(
      (element) => ancestorsOf(element).find(({ tagName }) => tagName === 'figure') === figure,
    )
    .map(textOf)
    .find((text) => text !== '');
  return cut(figcaption ?? captionAround(image));
}

function captionAround(image: Element): string {
  const ancestors = ancestorsOf(image);
  const first = ancestors.findIndex((ancestor) => textOf(ancestor) !== '');
  const parent = ancestors[first];
  if (parent === undefined) return '';
  const counts = ancestors.map((ancestor) => childrenOf(ancestor).length);
  const densest = counts.indexOf(Math.max(...counts));
  if (first < densest) return textOf(parent);
  const branch = first === 0 ? image : ancestors[first - 1]!;
  const siblings = parent.childNodes;
  const at = (siblings as Node[]).indexOf(branch);
  const left = wordsBeside(siblings.slice(0, at).reverse(), 'before');
  const right = wordsBeside(siblings.slice(at + 1), 'after');
  return [left, right].filter((text) => text !== '').join('\n');
}

/** The text of the nearest neighbour that has any, and of those that share a word with it, outwards. */
function wordsBeside(neighbours: Node[], side: 'before' | 'after'): string {
  let text = '';
  for (const next of neighbours.map(rawTextOf)) {
    if (next === '') continue;
    const [first, second] = side === 'before' ? [next, text] : [text, next];
    if (readable(text) !== '' && !isTouching(first, second)) break;
    text = readable(text) === '' ? next : first + second;
  }
  return readable(text);
}

function isTouching(first: string, second: string): boolean {
  const marks = `${/[\ue000\ue001]*$/.exec(first)?.[0]}${/^[\ue000\ue001]*/.exec(second)?.[0]}`;
  const before = first.replace(/[\ue000\ue001]+$/, '').slice(-1);
  const after = second.replace(/^[\ue000\ue001]+/, '').slice(0, 1);
  return (
    collapse(`${before}x`) === `${before}x` &&
    collapse(`x${after}`) === `x${after}` &&
    !/\ue001.*\ue000/.test(marks)
  );
}

/** The text that marks and blanks stand for. */
function readable(raw: string): string {
  return collapse(
    raw.replace(/[\ue000\ue001]+/g, (marks) => (/\ue001.*\ue000/.test(marks) ? ' ' : '')),
  );
}

/** From the parent up to the body; `html` holds no text of its own. */
function ancestorsOf(element: Element): Element[] {
  const ancestors: Element[] = [];
  for (let up = element.parentNode; up !== null && 'tagName' in up; up = up.parentNode) {
    if (up.tagName !== 'html') ancestors.push(up);
  }
  return ancestors;
}

/** Elements and texts that are not blank. */
function childrenOf(parent: Parent): Node[] {
  return parent.childNodes.filter((child) => !isText(child) || collapse(child.value) !== '');
}

function textOf(node: Node): string {
  return readable(rawTextOf(node));
}

/** Blanks as they stand, and one at each border where words end. */
function rawTextOf(node: Node): string {
  const texts: string[] = [];
  const walk = (at: Node): void => {
    if (isText(at)) texts.push(at.value);
    if (!('childNodes' in at)) return;
    const [start, end] = bordersOf(at.nodeName);
    texts.push(start);
    if (!SILENT.has(at.nodeName)) at.childNodes.forEach(walk);
    texts.push(end);
  };
  // Texts inside a silent element are none even when it is asked itself.
  if (isText(node) || !isInSilence(node)) walk(node);
  return texts.join('');
}

function bordersOf(name: string): [start: string, end: string] {
  if (PARTING.has(name)) return [' ', ' '];
  return INSIDE_WORDS.has(name) ? ['', ''] : [START, END];
}

function isInSilence(node: Node): boolean {
  return isElement(node) && ancestorsOf(node).some(({ tagName }) => SILENT.has(tagName));
}

function imagesIn(parent: Parent): Element[] {
  return elementsIn(parent).filter(
    (element) => element.tagName === 'img' && attribute(element, 'src') !== '',
  );
}

function elementsIn(parent: Parent): Element[] {
  return parent.childNodes.flatMap((child) =>
    isElement(child) ? [child, ...elementsIn(child)] : [],
  );
}

function attribute(element: Element, name: string): string {
  return element.attrs.find((candidate) => candidate.name === name)?.value.trim() ?? '';
}

function cut(text: string): string {
  if (text.length <= 250) return text;
  const head = text.slice(0, 125);
  const tail = text.slice(-125);
  const left = head.includes(' ') ? head.slice(0, head.lastIndexOf(' ')) : head;
  const right = tail.includes(' ') ? tail.slice(tail.indexOf(' ')) : tail;
  return `${left.trim()}\n${right.trim()}`;
}

function collapse(text: string): string {
  return text.replace(/[\0-\x20\s\u200b]+/g, ' ').trim();
}

function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text';
}

function isElement(node: Node): node is Element {
  return 'tagName' in node;
}
