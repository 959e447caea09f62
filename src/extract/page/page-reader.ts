// Reads a page once and gathers all that extraction wants from it, as written.
import type { GeoHint } from '../../model/observation.ts';
import type { Attributes } from './attributes.ts';
import type { Figcaption } from './captions.ts';
import { findCssUrls } from './css-urls.ts';
import { createDrafts, type Draft, type Drafts, OUTSIDE } from './drafts.ts';
import {
  addStyleSheet,
  createHeadData,
  type HeadData,
  readHeadElement,
  readTitle,
} from './head-data.ts';
import { ATTRIBUTE, TAG } from './html-names.ts';
import { collectImages, type Element, type PictureSources } from './image-elements.ts';
import { findInJsonLd, parseJsonLd } from './json-ld.ts';
import { type BuiltTree, buildTree } from './tree-builder.ts';

/** Links of a page, and positions of its microdata, beyond these many are not kept. */
const MAX_LINKS = 10_000;
const MAX_COORDINATES = 2000;

/** JSON-LD blocks of a page beyond this many are not read. */
const MAX_BLOCKS = 1000;

/** JSON-LD and CSS of a page beyond these many characters are not read. */
const MAX_JSON_LD = 1 << 20;
const MAX_CSS = 1 << 20;

/** A link as it was met. */
export interface LinkDraft {
  /** As written. */
  readonly address: string;
  readonly node: number;
  /** What stands for the text where the link has none inside: the `alt` of an `area`. */
  readonly alt: string;
}

/** One number of a microdata position. */
export interface Coordinate {
  readonly axis: 'latitude' | 'longitude';
  /** From the `content` attribute; `undefined` where the element's text holds it. */
  readonly content: string | undefined;
  readonly node: number;
}

/** What was met in greater number or length than is kept. */
export type ListCut = 'references' | 'links' | 'styles' | 'jsonld';

/** A page, read. */
export interface ReadPage extends BuiltTree {
  readonly head: HeadData;
  readonly drafts: readonly Draft[];
  /** Number of `img` elements. */
  readonly imageCount: number;
  readonly links: readonly LinkDraft[];
  /** Addresses of embedded documents, as written. */
  readonly frames: readonly string[];
  readonly figcaptions: readonly Figcaption[];
  /** Values of the JSON-LD blocks. */
  readonly jsonLd: readonly unknown[];
  /** Positions in the JSON-LD blocks. */
  readonly jsonLdPositions: readonly GeoHint[];
  readonly coordinates: readonly Coordinate[];
  readonly cuts: readonly ListCut[];
}

/** Reads a page from its characters. Never throws; linear in their number. */
export function readPage(source: string): ReadPage {
  const reading = createReading();
  const built = buildTree(source, {
    element: (tag, node, attributes, position) =>
      readElement(reading, { tag, node, attributes, position }),
    rawText: (tag, start, end) => readRawText(reading, tag, source.slice(start, end)),
  });
  return { ...built, ...reading, drafts: reading.drafts.list, cuts: cutsOf(reading) };
}

/** A page being read. */
interface Reading {
  readonly head: HeadData;
  readonly drafts: Drafts;
  readonly sources: PictureSources;
  readonly links: LinkDraft[];
  readonly frames: string[];
  readonly figcaptions: Figcaption[];
  readonly jsonLd: unknown[];
  readonly jsonLdPositions: GeoHint[];
  readonly coordinates: Coordinate[];
  imageCount: number;
  /** The script, style or title element at hand, and whether its content matters. */
  raw: { readonly node: number; readonly isWanted: boolean };
  jsonLdLeft: number;
  cssLeft: number;
  isLinkCut: boolean;
}

function createReading(): Reading {
  return {
    head: createHeadData(),
    drafts: createDrafts(),
    sources: { picture: -1, drafts: [] },
    links: [],
    frames: [],
    figcaptions: [],
    jsonLd: [],
    jsonLdPositions: [],
    coordinates: [],
    imageCount: 0,
    raw: { node: 0, isWanted: false },
    jsonLdLeft: MAX_JSON_LD,
    cssLeft: MAX_CSS,
    isLinkCut: false,
  };
}

function readElement(reading: Reading, element: Element): void {
  const { tag, node, attributes, position } = element;
  switch (tag) {
    case TAG.meta:
    case TAG.link:
    case TAG.base:
    case TAG.html:
      readHeadElement(reading.head, element, reading.drafts);
      break;
    case TAG.title:
      reading.raw = { node, isWanted: position.openNode(TAG.svg) < 0 };
      break;
    case TAG.style:
      reading.raw = { node, isWanted: true };
      break;
    case TAG.script:
      reading.raw = { node, isWanted: isJsonLd(attributes) };
      break;
    case TAG.a:
    case TAG.area:
      readLink(reading, node, attributes);
      break;
    case TAG.iframe:
    case TAG.frame:
      if (reading.frames.length < MAX_LINKS)
        reading.frames.push(attributes.get(ATTRIBUTE.src) ?? '');
      break;
    case TAG.figcaption:
      reading.figcaptions.push({ figure: position.openNode(TAG.figure), node });
      break;
    case TAG.img:
      reading.imageCount += 1;
  }
  if (!attributes.hasAny()) return;
  if (attributes.has(ATTRIBUTE.itemprop)) readCoordinate(reading, node, attributes);
  collectImages(element, reading.drafts, reading.sources);
}

function readLink(reading: Reading, node: number, attributes: Attributes): void {
  const address = attributes.get(ATTRIBUTE.href);
  if (address === undefined) return;
  if (reading.links.length === MAX_LINKS) reading.isLinkCut = true;
  else reading.links.push({ address, node, alt: attributes.get(ATTRIBUTE.alt) ?? '' });
}

function readCoordinate(reading: Reading, node: number, attributes: Attributes): void {
  const axis = attributes.get(ATTRIBUTE.itemprop)?.trim().toLowerCase();
  if (axis !== 'latitude' && axis !== 'longitude') return;
  if (reading.coordinates.length === MAX_COORDINATES) return;
  reading.coordinates.push({ axis, content: attributes.get(ATTRIBUTE.content), node });
}

function readRawText(reading: Reading, tag: number, text: string): void {
  if (!reading.raw.isWanted) return;
  if (tag === TAG.title) readTitle(reading.head, text);
  else if (tag === TAG.script) readJsonLd(reading, text);
  else readCss(reading, text);
}

function readCss(reading: Reading, text: string): void {
  const { images, imports } = findCssUrls(text.slice(0, Math.max(reading.cssLeft, 0)));
  reading.cssLeft -= text.length;
  for (const address of imports) addStyleSheet(reading.head, address);
  for (const address of images) {
    if (reading.drafts.isCut()) return;
    reading.drafts.add({ ...OUTSIDE, tag: 'css', address, node: reading.raw.node });
  }
}

function readJsonLd(reading: Reading, text: string): void {
  reading.jsonLdLeft -= text.length;
  if (reading.jsonLd.length === MAX_BLOCKS) reading.jsonLdLeft = -1;
  const block = reading.jsonLdLeft < 0 ? undefined : parseJsonLd(text);
  if (block === undefined) return;
  reading.jsonLd.push(block);
  const { images, geo } = findInJsonLd(block);
  for (const position of geo) reading.jsonLdPositions.push(position);
  for (const { url, ...words } of images) {
    reading.drafts.add({ ...OUTSIDE, tag: 'jsonld', address: url, node: reading.raw.node, words });
  }
}

function isJsonLd(attributes: Attributes): boolean {
  return attributes.get(ATTRIBUTE.type)?.trim().toLowerCase() === 'application/ld+json';
}

function cutsOf({ drafts, isLinkCut, cssLeft, jsonLdLeft }: Reading): ListCut[] {
  const cuts: ListCut[] = [];
  if (drafts.isCut()) cuts.push('references');
  if (isLinkCut) cuts.push('links');
  if (cssLeft < 0) cuts.push('styles');
  if (jsonLdLeft < 0) cuts.push('jsonld');
  return cuts;
}
