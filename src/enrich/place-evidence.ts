// All that tells where a picture is: its file, the markup of its pages, and place names in what is said about it.
import type { ImageDocument } from '../model/image.ts';
import type {
  EvidenceRole,
  EvidenceSource,
  LatLon,
  NamedPlace,
  PlaceEvidence,
  PlaceReader,
} from '../model/place.ts';
import { parseStatedPlaces, type StatedPlace } from '../model/stated-place.ts';
import { toHost } from '../model/url-host.ts';
import { toUrlTokens } from '../model/url-tokens.ts';
import { isFiner, namesEvent, withSupport } from './place-support.ts';

/** Version of the rules of this file. */
export const EVIDENCE_RULES = '2';

/** Evidence that is kept of a picture. */
const MAX_EVIDENCE = 12;
/** Texts of one kind that are read for place names. */
const MAX_TEXTS_READ = 8;
/** A text is read up to here. */
const MAX_TEXT = 500;

/** How sure coordinates in a file are. */
const CAMERA = { exif: 0.95, xmp: 0.9, doubtful: 0.5 } as const;
/** How sure a statement about this very image is. */
const ABOUT_IMAGE = { point: 0.9, name: 0.8 } as const;
/** How sure statements about the page of an image are, where it is the only image. */
const ABOUT_PAGE: Readonly<Record<StatedPlace['source'], number>> = {
  geohack: 0.85,
  'geo.position': 0.6,
  icbm: 0.6,
  opengraph: 0.6,
  microdata: 0.6,
  microformat: 0.6,
  jsonld: 0.6,
  address: 0.6,
  'map-link': 0.5,
};
/** What those who run a site say of themselves is hardly ever about a picture. */
const ABOUT_SITE = 0.1;
/** The share that is left of statements about a page that has so many images; more: `CROWD`. */
const SHARES: readonly (readonly [images: number, share: number])[] = [
  [3, 1],
  [10, 0.85],
  [30, 0.6],
];
const CROWD = 0.35;

/**
 * How sure a place name in each kind of text is, at most: what the reader of names says is multiplied with it. Measured on
 * photographs with coordinates by `test/quality/places-of-images.test.ts`.
 */
const NAMES: readonly {
  readonly source: EvidenceSource;
  readonly role: EvidenceRole;
  readonly weight: number;
  readonly texts: (document: ImageDocument) => readonly SaidText[];
}[] = [
  { source: 'iptc', role: 'shown', weight: 0.95, texts: ({ fileLocation }) => one(fileLocation) },
  { source: 'caption', role: 'shown', weight: 0.9, texts: ({ captions }) => captions },
  { source: 'alt', role: 'shown', weight: 0.9, texts: ({ alts }) => alts },
  { source: 'title', role: 'shown', weight: 0.9, texts: ({ titles }) => titles },
  { source: 'heading', role: 'page', weight: 0.75, texts: ({ headings }) => headings },
  { source: 'link-text', role: 'page', weight: 0.7, texts: ({ linkTexts }) => linkTexts },
  { source: 'file-name', role: 'shown', weight: 0.45, texts: ({ oldest }) => fileName(oldest.url) },
  {
    source: 'page-title',
    role: 'page',
    weight: 0.65,
    texts: ({ page }) => one(page?.title, page?.language),
  },
  { source: 'page-url', role: 'page', weight: 0.4, texts: ({ page }) => pathWords(page?.url) },
];

interface SaidText {
  readonly text: string;
  readonly language: string;
}

/** The evidence of a document, the surest first; of equal ones what was said first. Pure. */
export function evidenceOf(document: ImageDocument, reader: PlaceReader): PlaceEvidence[] {
  const found = [
    ...cameraEvidence(document),
    ...markupEvidence(document, reader),
    ...nameEvidence(document, reader),
  ];
  return found.sort((a, b) => b.confidence - a.confidence).slice(0, MAX_EVIDENCE);
}

function cameraEvidence({ camera }: ImageDocument): PlaceEvidence[] {
  if (camera === undefined) return [];
  const isDoubtful = camera.source.endsWith('?');
  const source = camera.source.startsWith('xmp') ? 'xmp' : 'exif';
  const confidence = isDoubtful ? CAMERA.doubtful : CAMERA[source];
  return [toEvidence(camera, { source, role: 'camera', confidence })];
}

function markupEvidence({ locations }: ImageDocument, reader: PlaceReader): PlaceEvidence[] {
  const found = new Map<string, PlaceEvidence>();
  for (const { text } of locations.slice(0, MAX_TEXTS_READ)) {
    for (const stated of parseStatedPlaces(text)) {
      const evidence = fromStated(stated, reader);
      if (evidence === undefined) continue;
      const key = `${evidence.latitude} ${evidence.longitude} ${evidence.source}`;
      const known = found.get(key);
      if (known === undefined || evidence.confidence > known.confidence) found.set(key, evidence);
    }
  }
  return [...found.values()];
}

function fromStated(stated: StatedPlace, reader: PlaceReader): PlaceEvidence | undefined {
  const { scope, source, name, point } = stated;
  const named = point === undefined ? reader.byName(name) : undefined;
  const where = point ?? named;
  if (where === undefined) return undefined;
  const trust = named === undefined ? 1 : Math.max(0.5, named.confidence);
  const isOfImage = scope === 'image';
  const base = isOfImage
    ? ABOUT_IMAGE[point === undefined ? 'name' : 'point']
    : scope === 'site'
      ? ABOUT_SITE
      : ABOUT_PAGE[source] * shareOf(stated.images);
  return toEvidence(where, {
    source: isOfImage ? 'markup' : sourceOf(source),
    role: isOfImage ? 'shown' : 'page',
    confidence: base * trust,
    text: name,
    ...(named !== undefined && {
      name: named.name,
      extent: named.extent,
      address: named.address,
      rule: reader.version,
    }),
  });
}

function sourceOf(source: StatedPlace['source']): EvidenceSource {
  return source === 'address' || source === 'map-link' ? source : 'page';
}

function shareOf(images: number): number {
  return SHARES.find(([most]) => images <= most)?.[1] ?? CROWD;
}

/**
 * Place names in the texts about a picture. All of them are read as one text, so that they say of each other which place of a
 * name is meant; of each the surest name counts.
 */
function nameEvidence(document: ImageDocument, reader: PlaceReader): PlaceEvidence[] {
  const said: { readonly kind: (typeof NAMES)[number]; readonly text: string }[] = [];
  for (const kind of NAMES) {
    for (const { text } of kind.texts(document).slice(0, MAX_TEXTS_READ)) {
      said.push({ kind, text: text.slice(0, MAX_TEXT) });
    }
  }
  if (said.length === 0) return [];
  const host = toHost(document.page?.url ?? document.oldest.url);
  const language = document.page?.language ?? '';
  const whole = said.map(({ text }) => text).join(SEPARATOR);
  const places = reader.inText(whole, { language, host });
  if (places.length === 0) return []; // most texts name no place
  const found: PlaceEvidence[] = [];
  let start = 0;
  for (const { kind, text } of said) {
    const { source, role, weight } = kind;
    const end = start + text.length;
    const best = bestOf(places.filter((place) => place.start >= start && place.start < end));
    start = end + SEPARATOR.length;
    if (best === undefined) continue;
    // What a page is about says less about each of many pictures.
    const isOfPage = source === 'page-title' || source === 'page-url';
    const share = isOfPage ? shareOf(document.imagesInOriginalPage) : 1;
    const confidence = best.confidence * weight * share;
    const { name, extent, address } = best;
    const told = { source, role, confidence, name, text: best.text, extent, address };
    found.push(toEvidence(best, { ...told, rule: reader.version }));
  }
  const isList = document.imagesInOriginalPage > LIST;
  return withSupport(found, { illustrates: isList && namesEvent(ownTexts(said)) });
}

const SEPARATOR = '\n\n';
/** A page with more images than this lists things. */
const LIST = 3;

/** What is said about the picture itself. */
function ownTexts(
  said: readonly { readonly kind: (typeof NAMES)[number]; readonly text: string }[],
): string[] {
  return said
    .filter(({ kind }) => kind.role === 'shown' || kind.source === 'heading')
    .map(({ text }) => text);
}

/** The surest place; of about equally sure ones the most exact, then the first. */
function bestOf(places: readonly NamedPlace[]): NamedPlace | undefined {
  let best: NamedPlace | undefined;
  for (const place of places) {
    if (best === undefined || place.confidence > best.confidence + 0.05) best = place;
    else if (isFiner(place.extent, best.extent) && place.confidence >= best.confidence - 0.15)
      best = place;
  }
  return best;
}

function toEvidence(
  { latitude, longitude }: LatLon,
  told: Pick<PlaceEvidence, 'source' | 'role' | 'confidence'> & Partial<PlaceEvidence>,
): PlaceEvidence {
  return {
    latitude,
    longitude,
    name: '',
    text: '',
    extent: 'point',
    rule: EVIDENCE_RULES,
    ...told,
    confidence: toHundredths(told.confidence),
  };
}

function toHundredths(confidence: number): number {
  return Math.round(Math.min(1, Math.max(0, confidence)) * 100) / 100;
}

function one(text: string | undefined, language = ''): SaidText[] {
  return text === undefined || text === '' ? [] : [{ text, language }];
}

/** Words of a file name, capitalised as names are; numbers and codes are none. */
function fileName(url: string): SaidText[] {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return one(capitalised(path.slice(path.lastIndexOf('/') + 1).replace(/\.\w{2,5}$/, '')));
}

function pathWords(url: string | undefined): SaidText[] {
  const path = /^\w+:\/\/[^/?#]*(\/[^?#]*)/.exec(url ?? '')?.[1] ?? '';
  return one(capitalised(path.replace(/\.\w{2,5}$/, '')));
}

function capitalised(text: string): string {
  return toUrlTokens(text)
    .filter((word) => /^\p{L}{3,}$/u.test(word))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
