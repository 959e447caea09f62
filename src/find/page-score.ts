// What a page says about a query: where its keywords stand, and how near they are to its images and links (paper 003, section 5).
import { toUrlTokens } from '../model/url-tokens.ts';
import type { FindQuery } from './find-query.ts';
import { KeywordScanner } from './keyword-scan.ts';
import type { FindPage, PageImage, PageLink } from './page.ts';
import { FRAME_BIT, LINK_BIT, weightOf } from './tag-weights.ts';
import { scoreNodes } from './tree-score.ts';

/** What speaks for an image, for each keyword where a list is given. */
export interface Evidence {
  /** Sum over occurrences of `2 / (1 + dist) x tag weight`: paper 003 without the base score. */
  readonly near: readonly number[];
  /** Share of what is said about the image itself that holds the keyword, 0 to 1. */
  readonly own: readonly number[];
  /** The same of where it stands: title and address of its page, folders of its own address. */
  readonly around: readonly number[];
  /** Whether all keywords stand in one text about the image. */
  readonly isTogether: boolean;
  /** It stands in a link to another page, or in what frames the page. */
  readonly isElsewhere: boolean;
}

/** What a page says about a query. */
export interface PageScore {
  /** A keyword stands outside of links: the gate of paper 003, section 3. */
  readonly isOnTopic: boolean;
  /** A word that is not wanted stands in it, or it lacks a link that is. */
  readonly isExcluded: boolean;
  /** Occurrences of each keyword. */
  readonly counts: readonly number[];
  readonly evidenceOf: (image: PageImage) => Evidence;
  /** The score of a link as if an image stood in its place, for each keyword, without the base score. */
  readonly nearLink: (link: PageLink) => readonly number[];
}

/** Scores a page. Linear in its size. */
export function scorePage(page: FindPage, query: FindQuery): PageScore {
  const { keywords, excluded } = query;
  const bits = inherit(page.parents, page.bits);
  const counts = new Array<number>(keywords.length).fill(0);
  const weights = keywords.map(() => new Float64Array(page.parents.length));
  const scanner = new KeywordScanner(keywords, page.language);
  const unwanted = new KeywordScanner(excluded, page.language);
  let isOnTopic = false;
  let isExcluded = query.linksTo.length > 0 && !page.links.some((link) => leadsTo(link, query));
  for (const { node, text } of page.texts) {
    const found = scanner.scan(text);
    const around = bits[node] ?? 0;
    const weight = found.length === 0 ? 0 : weightOf(around);
    for (const keyword of found) {
      const table = weights[keyword];
      if (table !== undefined) table[node] = (table[node] ?? 0) + weight;
      counts[keyword] = (counts[keyword] ?? 0) + 1;
      if ((around & LINK_BIT) === 0) isOnTopic = true;
    }
    if (excluded.length > 0 && unwanted.scan(text).length > 0) isExcluded = true;
  }
  const near = weights.map((table, keyword) =>
    counts[keyword] === 0 ? undefined : scoreNodes(page.parents, table),
  );
  const said = new KeywordScanner(keywords, page.language);
  const nearNode = (node: number) => near.map((scores) => scores?.[node] ?? 0);
  const ofPage = combine(keywords.length, said, [
    [page.title, SAYS.pageTitle],
    [pathWords(page.url), SAYS.pageAddress],
  ]);
  return {
    isOnTopic,
    isExcluded,
    counts,
    nearLink: ({ node }) => nearNode(node),
    evidenceOf: (image) => ({
      near: nearNode(image.node),
      ...ownWords(image, keywords.length, said),
      around: combine(keywords.length, said, [[folderWords(image.url), SAYS.folder]], ofPage),
      isElsewhere: isElsewhere(image, page, bits[image.node] ?? 0),
    }),
  };
}

/** How much each text about an image says about what it shows; tuned by nobody, after the weights of the index. */
const SAYS = {
  ...{ alt: 0.6, title: 0.6, figcaption: 0.6, file: 0.5, caption: 0.35, anchor: 0.3 },
  ...{ folder: 0.3, pageTitle: 0.15, pageAddress: 0.1 },
};

/** Texts with what each says, joined with what is said already: for each keyword the chance that not all of them mislead. */
function combine(
  count: number,
  scanner: KeywordScanner,
  texts: readonly (readonly [text: string, says: number])[],
  before: readonly number[] = [],
): number[] {
  const silent = Array.from({ length: count }, (_, keyword) => 1 - (before[keyword] ?? 0));
  for (const [text, says] of texts) {
    for (const keyword of scanner.scanAlone(text))
      silent[keyword] = (silent[keyword] ?? 1) * (1 - says);
  }
  return silent.map((rest) => 1 - rest);
}

function ownWords(
  image: PageImage,
  count: number,
  scanner: KeywordScanner,
): Pick<Evidence, 'own' | 'isTogether'> {
  const { alt, title, caption, captionSource, anchorText, url } = image;
  const isFigure = captionSource === 'figcaption';
  const texts: readonly (readonly [string, number])[] = [
    [alt, SAYS.alt],
    [title, SAYS.title],
    [caption, isFigure ? SAYS.figcaption : SAYS.caption],
    [fileWords(url), SAYS.file],
    [captionSource === 'anchor' ? '' : anchorText, SAYS.anchor],
  ];
  const silent = new Array<number>(count).fill(1);
  let isTogether = false;
  for (const [text, says] of texts) {
    const found = scanner.scanAlone(text);
    for (const keyword of found) silent[keyword] = (silent[keyword] ?? 1) * (1 - says);
    if (count > 1 && found.size === count) isTogether = true;
  }
  return { own: silent.map((rest) => 1 - rest), isTogether };
}

/** The words of the last two parts of an address, which people name by hand. */
function fileWords(url: string): string {
  return wordsOf(pathOf(url).slice(-2));
}

/** The words of the folders before them. */
function folderWords(url: string): string {
  return wordsOf(pathOf(url).slice(0, -2));
}

function pathWords(url: string): string {
  return wordsOf(pathOf(url));
}

function pathOf(url: string): string[] {
  return url
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
    .split('/');
}

function wordsOf(parts: readonly string[]): string {
  return toUrlTokens(parts.join('/')).join(' ');
}

function isElsewhere({ linkUrl, tag }: PageImage, { url }: FindPage, around: number): boolean {
  if ((around & FRAME_BIT) !== 0) return true;
  return tag !== 'a' && linkUrl !== '' && withoutFragment(linkUrl) !== withoutFragment(url);
}

/** The bits of each element and all around it. */
function inherit(parents: Int32Array, own: Int32Array): Int32Array {
  const bits = new Int32Array(own);
  for (let node = 1; node < bits.length; node += 1) {
    const parent = parents[node] ?? -1;
    if (parent >= 0) bits[node] = (bits[node] ?? 0) | (bits[parent] ?? 0);
  }
  return bits;
}

function leadsTo({ url }: PageLink, { linksTo }: FindQuery): boolean {
  const plain = url.replace(/^https?:\/\/(?:www\.)?/i, '').toLowerCase();
  return linksTo.some((target) => {
    const wanted = target.replace(/^https?:\/\/(?:www\.)?/i, '').toLowerCase();
    return plain === wanted || plain.startsWith(wanted.endsWith('/') ? wanted : `${wanted}/`);
  });
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}
