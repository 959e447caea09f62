// Sitemaps, their indexes, and feeds: pages and images that a site lists itself.
import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { parseUrl } from '../../support/parse-url.ts';

/** What a sitemap or feed lists; absolute URLs, each once, in the order of the file. */
export interface Listing {
  readonly pages: readonly string[];
  readonly images: readonly ListedImage[];
  /** Further sitemaps. */
  readonly sitemaps: readonly string[];
}

/** An image that a sitemap or feed names. */
export interface ListedImage {
  readonly url: string;
  /** The page it is on; `''` when unknown. */
  readonly page: string;
  /** What is said of it. */
  readonly text: string;
}

/** The protocol allows 50,000 URLs and 1,000 images each; more is not read. */
const MAX_URLS = 50_000;
const MAX_IMAGES = 100_000;
const MAX_BYTES = 50 * 1024 * 1024;
const MAX_TEXT = 2000;

/** Reads a sitemap, sitemap index, RSS or Atom feed, or a list of URLs, compressed or not. Never throws. */
export function parseListing(bytes: Uint8Array, url: string): Listing {
  const text = textOf(bytes);
  const start = text.slice(0, 1000);
  if (!start.includes('<')) return listOfLines(text, url);
  const listing = new ListingBuilder(url);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => listing.open(name, attributes),
      ontext: (piece) => listing.text(piece),
      onclosetag: (name) => listing.close(name),
    },
    { xmlMode: true, decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(text);
  parser.end();
  return listing.finish();
}

function textOf(bytes: Uint8Array): string {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) return decode(bytes);
  try {
    return decode(gunzipSync(bytes, { maxOutputLength: MAX_BYTES }));
  } catch {
    return ''; // a bomb or damage: it lists nothing
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, MAX_BYTES));
}

function listOfLines(text: string, base: string): Listing {
  const pages = new Set<string>();
  for (const line of text.split(/\r?\n/, MAX_URLS)) {
    if (!/^https?:\/\//i.test(line.trim())) continue;
    const url = parseUrl(line.trim(), base);
    if (url !== undefined) pages.add(withoutFragment(url));
  }
  return { pages: [...pages], images: [], sitemaps: [] };
}

class ListingBuilder {
  readonly #base: string;
  readonly #pages = new Set<string>();
  readonly #sitemaps = new Set<string>();
  readonly #images = new Map<string, { url: string; page: string; text: string }>();
  /** Images of the entry at hand, whose page may only be named behind them. */
  #ofEntry: { url: string; page: string; text: string }[] = [];
  #page = '';
  #inIndex = false;
  #inImage = false;
  #text = '';

  constructor(base: string) {
    this.#base = base;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#text = '';
    const local = localName(name);
    if (name === 'sitemapindex') this.#inIndex = true;
    else if (local === 'url' || local === 'item' || local === 'entry') this.#startEntry();
    else if (name === 'image:image') this.#inImage = true;
    else if (name === 'link' && isPageLink(attributes)) this.#addPage(attributes['href']);
    else if (isImageElement(name, attributes))
      this.#addImage(attributes['url'] ?? attributes['href']);
  }

  text(piece: string): void {
    if (this.#text.length < MAX_TEXT) this.#text += piece;
  }

  close(name: string): void {
    const text = this.#text.trim();
    this.#text = '';
    switch (name) {
      case 'loc':
        if (this.#inIndex) this.#add(this.#sitemaps, text);
        else this.#addPage(text);
        break;
      case 'link':
        if (text !== '') this.#addPage(text);
        break;
      case 'image:loc':
        this.#addImage(text);
        break;
      case 'image:title':
      case 'image:caption':
      case 'media:title':
      case 'media:description':
        this.#describe(text);
        break;
      case 'image:image':
        this.#inImage = false;
        break;
      case 'url':
      case 'item':
      case 'entry':
        this.#endEntry();
    }
  }

  finish(): Listing {
    this.#endEntry();
    return {
      pages: [...this.#pages],
      images: [...this.#images.values()],
      sitemaps: [...this.#sitemaps],
    };
  }

  #startEntry(): void {
    this.#endEntry();
    this.#page = '';
  }

  #endEntry(): void {
    for (const image of this.#ofEntry) image.page ||= this.#page;
    this.#ofEntry = [];
  }

  #addPage(address: string | undefined): void {
    const url = this.#inImage ? undefined : this.#add(this.#pages, address ?? '');
    this.#page ||= url ?? '';
  }

  #addImage(address: string | undefined): void {
    const url = toUrl(address ?? '', this.#base);
    if (url === undefined || this.#images.size >= MAX_IMAGES || this.#images.has(url)) return;
    const image = { url, page: this.#page, text: '' };
    this.#images.set(url, image);
    this.#ofEntry.push(image);
  }

  #describe(text: string): void {
    const last = this.#ofEntry.at(-1);
    if (last === undefined || text === '') return;
    last.text = last.text === '' ? text : `${last.text} ${text}`;
  }

  #add(to: Set<string>, address: string): string | undefined {
    const url = toUrl(address, this.#base);
    if (url !== undefined && to.size < MAX_URLS) to.add(url);
    return url;
  }
}

function localName(name: string): string {
  return name.includes(':') ? '' : name;
}

/** Of an Atom feed's links only those to the entry itself are pages to visit. */
function isPageLink({ href, rel = 'alternate' }: Readonly<Record<string, string>>): boolean {
  return href !== undefined && rel === 'alternate';
}

function isImageElement(name: string, attributes: Readonly<Record<string, string>>): boolean {
  const { type = '', medium = '', rel = '' } = attributes;
  if (name === 'media:thumbnail') return false; // the picture it is a thumbnail of is what counts
  if (name === 'media:content') return medium === 'image' || type.startsWith('image/');
  return (
    (name === 'enclosure' || (name === 'link' && rel === 'enclosure')) && type.startsWith('image/')
  );
}

function toUrl(address: string, base: string): string | undefined {
  if (address === '' || address.length > 10_000) return undefined;
  const url = parseUrl(address, base);
  return url !== undefined && /^https?:$/.test(url.protocol) ? withoutFragment(url) : undefined;
}

function withoutFragment(url: URL): string {
  url.hash = '';
  return url.href;
}
