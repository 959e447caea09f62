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
import { ATTRIBUTE, TAG, TRAIT, traitsOf } from './html-names.ts';
import { collectImages, type Element, type PictureSources } from './image-elements.ts';
import { isInterfaceTag, MAX_INTERFACE_NODES } from './interface-parts.ts';
import { findInJsonLd, type JsonLdPagePlace, parseJsonLd } from './json-ld.ts';
import { type BuiltTree, buildTree } from './tree-builder.ts';

/** Links of a page, parts of places in its markup, and headings beyond these many are not kept. */
const MAX_LINKS = 10_000;
const MAX_PLACE_PARTS = 2000;
const MAX_HEADINGS = 5000;

/** `meta` elements of a page beyond this many are not kept. */
const MAX_METAS = 1000;

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
  readonly title: string;
  readonly rel: string;
}

/** One part of a place in microdata or a microformat: a number, both numbers, or a name of an address. */
export interface PlacePart {
  readonly part: 'latitude' | 'longitude' | 'both' | AddressPart;
  readonly form: 'microdata' | 'microformat';
  /** From an attribute; `undefined` where the element's text holds it. */
  readonly content: string | undefined;
  readonly node: number;
  /** It stands in the footer of the page, where sites have their own address. */
  readonly isInFooter: boolean;
}

/** Parts of a postal address that name places, the smallest first. */
export const ADDRESS_PARTS = ['addresslocality', 'addressregion', 'addresscountry'] as const;

/** One of them. */
export type AddressPart = (typeof ADDRESS_PARTS)[number];

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
  /** Places of all images in the JSON-LD blocks. */
  readonly jsonLdPlaces: readonly JsonLdPagePlace[];
  readonly placeParts: readonly PlacePart[];
  /** Headings, in document order. */
  readonly headings: readonly number[];
  /** What `meta` elements say: name (or `property`, or `http-equiv`) and content, as written. */
  readonly metas: readonly (readonly [name: string, content: string])[];
  /** Elements that their markup hides. */
  readonly hidden: readonly number[];
  /** Elements that say of themselves that they are interface, in document order. */
  readonly interfaceNodes: readonly number[];
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
  readonly jsonLdPlaces: JsonLdPagePlace[];
  readonly placeParts: PlacePart[];
  readonly headings: number[];
  readonly metas: [name: string, content: string][];
  readonly hidden: number[];
  readonly interfaceNodes: number[];
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
    jsonLdPlaces: [],
    placeParts: [],
    headings: [],
    metas: [],
    hidden: [],
    interfaceNodes: [],
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
      readMeta(reading, attributes);
      readHeadElement(reading.head, element, reading.drafts);
      break;
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
  if ((traitsOf(tag) & TRAIT.heading) !== 0 && reading.headings.length < MAX_HEADINGS) {
    reading.headings.push(node);
  }
  if (!attributes.hasAny()) return;
  if (isHidden(attributes)) reading.hidden.push(node);
  if (reading.interfaceNodes.length < MAX_INTERFACE_NODES && isInterfaceTag(tag, attributes)) {
    reading.interfaceNodes.push(node);
  }
  if (attributes.has(ATTRIBUTE.itemprop)) readPlaceItem(reading, element);
  if (attributes.has(ATTRIBUTE.class)) readPlaceClass(reading, element);
  collectImages(element, reading.drafts, reading.sources);
}

function readMeta({ metas }: Reading, attributes: Attributes): void {
  if (metas.length === MAX_METAS) return;
  const { name, property, content, 'http-equiv': equivalent } = ATTRIBUTE;
  const key = attributes.get(name) ?? attributes.get(property) ?? attributes.get(equivalent);
  const value = attributes.get(content);
  if (key !== undefined && value !== undefined) metas.push([key, value]);
}

/** Whether an element says of itself that it is not shown. */
function isHidden(attributes: Attributes): boolean {
  if (attributes.has(ATTRIBUTE.hidden)) return true;
  const style = attributes.get(ATTRIBUTE.style);
  return style !== undefined && /display\s{0,9}:\s{0,9}none/i.test(style);
}

function readLink(reading: Reading, node: number, attributes: Attributes): void {
  const address = attributes.get(ATTRIBUTE.href);
  if (address === undefined) return;
  if (reading.links.length === MAX_LINKS) reading.isLinkCut = true;
  else {
    reading.links.push({
      address,
      node,
      alt: attributes.get(ATTRIBUTE.alt) ?? '',
      title: attributes.get(ATTRIBUTE.title) ?? '',
      rel: attributes.get(ATTRIBUTE.rel) ?? '',
    });
  }
}

function readPlaceItem(reading: Reading, element: Element): void {
  const name = element.attributes.get(ATTRIBUTE.itemprop)?.trim().toLowerCase();
  const isAxis = name === 'latitude' || name === 'longitude';
  const part = isAxis ? name : ADDRESS_PARTS.find((each) => each === name);
  if (part === undefined) return;
  addPlacePart(reading, element, { part, form: 'microdata' });
}

const PLACE_CLASS = /(?:^|\s)(?:p-)?(latitude|longitude)(?:\s|$)|(?:^|\s)(geo)(?:\s|$)/i;

/** The microformats geo and h-geo: two elements, or one with both numbers in its text. */
function readPlaceClass(reading: Reading, element: Element): void {
  const names = element.attributes.get(ATTRIBUTE.class) ?? '';
  if (names.length > 200) return;
  const found = PLACE_CLASS.exec(names);
  if (found === null) return;
  const [, axis, both] = found;
  if (both !== undefined) addPlacePart(reading, element, { part: 'both', form: 'microformat' });
  if (axis === undefined) return;
  const part = axis.toLowerCase() === 'latitude' ? 'latitude' : 'longitude';
  addPlacePart(reading, element, { part, form: 'microformat' });
}

function addPlacePart(
  { placeParts }: Reading,
  { node, attributes, position }: Element,
  found: Pick<PlacePart, 'part' | 'form'>,
): void {
  if (placeParts.length === MAX_PLACE_PARTS) return;
  const content =
    attributes.get(ATTRIBUTE.content) ??
    (found.form === 'microformat' ? attributes.get(ATTRIBUTE.title) : undefined);
  const isInFooter = position.openNode(TAG.footer) >= 0;
  placeParts.push({ ...found, content, node, isInFooter });
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
  const { images, geo, places } = findInJsonLd(block);
  for (const position of geo) reading.jsonLdPositions.push(position);
  for (const place of places.slice(0, MAX_PLACE_PARTS)) reading.jsonLdPlaces.push(place);
  const { node } = reading.raw;
  for (const { url, place, licence, ...words } of images) {
    reading.drafts.add({ ...OUTSIDE, tag: 'jsonld', address: url, node, words, place, licence });
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
