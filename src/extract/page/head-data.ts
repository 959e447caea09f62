// What `meta`, `link`, `base`, `title` and `html` elements say about a page and its images.
import type { GeoHint, GeoHintSource } from '../../model/observation.ts';
import type { Attributes } from './attributes.ts';
import { cleanText, type Draft, type Drafts, NO_WORDS, OUTSIDE, pixelsOf } from './drafts.ts';
import { decodeText } from './entities.ts';
import { ATTRIBUTE, TAG } from './html-names.ts';
import { type LatLon, parseLatLon, toLatLon } from './lat-lon.ts';

/** Of a title this many characters of source are read. */
const MAX_TITLE = 8192;

/** Addresses that one `og:image` and the tags about it may give. */
const MAX_CARD = 8;

/** `meta` elements beyond this many are not read; real pages have a few dozen. */
const MAX_METAS = 10_000;

/** Style sheets of a page beyond this many are not kept. */
const MAX_STYLE_SHEETS = 1000;

/** What a page declares about itself; addresses as written, absent texts `''`. */
export interface HeadData {
  /** `meta` elements seen. */
  metaCount: number;
  title: string;
  ogTitle: string;
  /** Of the first `base` that has one. */
  baseHref: string | undefined;
  canonicalHref: string;
  htmlLanguage: string;
  metaLanguage: string;
  readonly styleSheets: string[];
  /** Contents of `meta name=robots`. */
  readonly robots: string[];
  /** Addresses of licences, from `link rel=license`. */
  readonly licences: string[];
  /** Addresses of feeds, and of the page that visitors are sent on to. */
  readonly feeds: string[];
  readonly forwards: string[];
  /** Contents of the `meta` elements that tell where the page is about, by name. */
  readonly places: Map<string, string>;
  /** The drafts of the `og:image` and `twitter:image` at hand: later elements describe them. */
  readonly cards: Record<Card, Draft[]>;
}

type Card = 'og' | 'twitter';

/** A page that has declared nothing yet. */
export function createHeadData(): HeadData {
  return {
    title: '',
    ogTitle: '',
    baseHref: undefined,
    canonicalHref: '',
    htmlLanguage: '',
    metaLanguage: '',
    metaCount: 0,
    styleSheets: [],
    robots: [],
    feeds: [],
    licences: [],
    forwards: [],
    places: new Map(),
    cards: { og: [], twitter: [] },
  };
}

/** Reads an element that describes the page, wherever it stands; images go to `drafts`. */
export function readHeadElement(
  head: HeadData,
  element: { readonly tag: number; readonly node: number; readonly attributes: Attributes },
  drafts: Drafts,
): void {
  const { tag, node, attributes } = element;
  if (tag === TAG.meta) readMeta(head, node, attributes, drafts);
  else if (tag === TAG.link) readLink(head, node, attributes, drafts);
  else if (tag === TAG.base) head.baseHref ??= attributes.get(ATTRIBUTE.href);
  else
    head.htmlLanguage ||=
      attributes.get(ATTRIBUTE.lang) ?? attributes.get(ATTRIBUTE['xml:lang']) ?? '';
}

/** Takes the source of a `title` element; the first that is not blank counts. */
export function readTitle(head: HeadData, source: string): void {
  head.title ||= cleanText(decodeText(source.slice(0, MAX_TITLE)));
}

/** Adds a style sheet by its address as written. */
export function addStyleSheet(head: HeadData, address: string): void {
  if (head.styleSheets.length < MAX_STYLE_SHEETS) head.styleSheets.push(address);
}

/** Positions that `meta` elements state. */
export function headPositions({ places }: HeadData): GeoHint[] {
  if (places.size === 0) return [];
  const name = cleanText(places.get('geo.placename'));
  const found: readonly (readonly [GeoHintSource, LatLon | undefined])[] = [
    ['geo.position', parseLatLon(places.get('geo.position') ?? '')],
    ['icbm', parseLatLon(places.get('icbm') ?? '')],
    ['opengraph', toLatLon(places.get('og:latitude'), places.get('og:longitude'))],
    ['opengraph', toLatLon(places.get(`${PLACE}latitude`), places.get(`${PLACE}longitude`))],
  ];
  return found.flatMap(([source, position]) =>
    position === undefined ? [] : [{ source, ...position, name }],
  );
}

const PLACE = 'place:location:';
const PLACE_NAMES: ReadonlySet<string> = new Set([
  ...['geo.position', 'icbm', 'geo.placename', 'og:latitude', 'og:longitude'],
  ...[`${PLACE}latitude`, `${PLACE}longitude`],
]);

function readMeta(head: HeadData, node: number, attributes: Attributes, drafts: Drafts): void {
  head.metaCount += 1;
  if (head.metaCount > MAX_METAS) return;
  const written = attributes.get(ATTRIBUTE.property) ?? attributes.get(ATTRIBUTE.name) ?? '';
  const name = written.trim().toLowerCase();
  if (name === 'robots') addSome(head.robots, attributes.get(ATTRIBUTE.content));
  if (attributes.has(ATTRIBUTE['http-equiv'])) readForward(head, attributes);
  const [, site, part = ''] = CARD_NAME.exec(name) ?? [];
  const isLanguage = attributes.has(ATTRIBUTE['http-equiv']) && isContentLanguage(attributes);
  if (site === undefined && !isLanguage && name !== 'og:title' && !PLACE_NAMES.has(name)) return;
  if (site !== undefined && drafts.isCut()) return;
  const content = attributes.get(ATTRIBUTE.content)?.trim() ?? '';
  if (content === '') return;
  if (site !== undefined) {
    const card = site === 'og' ? 'og' : 'twitter';
    if (ADDRESS_PARTS.has(part)) addCard(head, card, { node, address: content, part }, drafts);
    else describeCard(head.cards[card], part, content);
  } else if (isLanguage) head.metaLanguage ||= content;
  else if (name === 'og:title') head.ogTitle ||= cleanText(content);
  else if (!head.places.has(name)) head.places.set(name, content);
}

const FEED_TYPE = /^\s*application\/(?:rss|atom|feed)\+/i;

const CARD_NAME = /^(og|twitter):image(?:\d|:(\w+))?$/;

/** `og:image:url` and `:secure_url` repeat `og:image`; `twitter:image:src` is an old name. */
const ADDRESS_PARTS: ReadonlySet<string> = new Set(['', 'url', 'secure_url', 'src']);

/** `<meta http-equiv=refresh content="0; url=/next">`. */
function readForward(head: HeadData, attributes: Attributes): void {
  if (attributes.get(ATTRIBUTE['http-equiv'])?.trim().toLowerCase() !== 'refresh') return;
  const content = attributes.get(ATTRIBUTE.content)?.slice(0, 10_000) ?? '';
  const address = /^[\s\d.]*[;,]\s*url\s*=\s*["']?([^"']*)/i.exec(content)?.[1];
  addSome(head.forwards, address?.trim());
}

/** Nobody needs more than a few of these. */
function addSome(list: string[], value: string | undefined): void {
  if (value !== undefined && value !== '' && list.length < MAX_CARD) list.push(value);
}

function isContentLanguage(attributes: Attributes): boolean {
  return attributes.get(ATTRIBUTE['http-equiv'])?.trim().toLowerCase() === 'content-language';
}

/** A card without a part starts a new image; the others are further addresses of the same one. */
function addCard(
  head: HeadData,
  tag: Card,
  found: { readonly node: number; readonly address: string; readonly part: string },
  drafts: Drafts,
): void {
  if (found.part === '' || head.cards[tag].length === MAX_CARD) head.cards[tag] = [];
  const card = head.cards[tag];
  if (card.some((draft) => draft.address === found.address)) return;
  const words = card[0]?.words ?? NO_WORDS;
  const draft: Draft = { ...OUTSIDE, tag, address: found.address, node: found.node, words };
  card.push(draft);
  drafts.add(draft);
}

function describeCard(card: readonly Draft[], part: string, content: string): void {
  for (const draft of card) {
    if (part === 'alt') draft.words = { ...draft.words, alt: cleanText(content) };
    else if (part === 'width') draft.words = { ...draft.words, width: pixelsOf(content) };
    else if (part === 'height') draft.words = { ...draft.words, height: pixelsOf(content) };
  }
}

function readLink(head: HeadData, node: number, attributes: Attributes, drafts: Drafts): void {
  const address = attributes.get(ATTRIBUTE.href)?.trim() ?? '';
  if (address === '') return;
  const relations = attributes.get(ATTRIBUTE.rel)?.toLowerCase().split(/\s+/, 20) ?? [];
  if (relations.includes('stylesheet')) addStyleSheet(head, address);
  if (relations.includes('alternate') && FEED_TYPE.test(attributes.get(ATTRIBUTE.type) ?? '')) {
    addSome(head.feeds, address);
  }
  if (relations.includes('license')) addSome(head.licences, address);
  if (relations.includes('canonical')) head.canonicalHref ||= address;
  if (relations.includes('image_src')) drafts.add({ ...OUTSIDE, tag: 'link', address, node });
}
