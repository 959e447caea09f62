// The little we keep of embedded metadata: place, names of places, licence, time, title and description.
import { licenceOfUrl, licenceOfWords, printLicence } from '../../model/licence.ts';
import { readExif } from './exif.ts';
import type { EmbeddedFacts } from './facts.ts';
import type { MetadataBlocks } from './header.ts';
import { findIptc, readIptc } from './iptc.ts';
import type { ImagePlace, PlaceRejection } from './place.ts';
import { cleanText } from './text.ts';
import { readXmp } from './xmp.ts';

/** Embedded metadata of an image; everything else in the blocks is dropped unread. */
export interface ImageMetadata {
  readonly place?: ImagePlace;
  /** Why coordinates that are there were not taken; only without `place`. */
  readonly placeRejected?: PlaceRejection;
  /** Names of the place that people wrote into the file, the smallest first: `Ribeira, Porto, Portugal`. */
  readonly location?: string;
  /** The licence that the file states, a line of `printLicence`. */
  readonly licence?: string;
  /** When the picture was taken, ISO 8601, local time where no zone is given; `''` when unknown. */
  readonly taken: string;
  /** At most 2,000 characters; `''` when there is none or a camera wrote it. */
  readonly title: string;
  /** At most 2,000 characters; `''` when there is none or a camera wrote it. */
  readonly description: string;
}

/** Weighs the blocks of an image; undefined when they hold nothing we keep. */
export function readImageMetadata(blocks: MetadataBlocks): ImageMetadata | undefined {
  const iptcBlock = blocks.iptc ?? (blocks.photoshop && findIptc(blocks.photoshop));
  if (!blocks.exif && !blocks.xmp && !iptcBlock) return undefined;
  const exif = blocks.exif ? readExif(blocks.exif) : {};
  const xmp = blocks.xmp ? readXmp(blocks.xmp) : {};
  const iptc = iptcBlock ? readIptc(iptcBlock) : {};
  // Cameras write EXIF; people write XMP and IPTC, in encodings that are declared.
  const byMachine = [exif, xmp, iptc];
  const byHand = [xmp, iptc, exif];
  const metadata = {
    taken: byMachine.map((facts) => facts.taken).find(Boolean) ?? '',
    title: chooseText(byHand.flatMap((facts) => facts.titles ?? [])),
    description: chooseText(byHand.flatMap((facts) => facts.descriptions ?? [])),
    ...choosePlace(byMachine),
    ...chooseLocation(byHand),
    ...chooseRights({ xmp, iptc, exif }),
  };
  return Object.values(metadata).some(Boolean) ? metadata : undefined;
}

/** The first place; without any, the first reason. */
function choosePlace(facts: readonly EmbeddedFacts[]) {
  const found = facts.map((one) => one.place).filter((place) => place !== undefined);
  const place = found.find((one) => typeof one === 'object');
  if (place !== undefined) return { place };
  const placeRejected = found.find((one) => typeof one === 'string');
  return placeRejected === undefined ? {} : { placeRejected };
}

/** The names of the first block that has some. */
function chooseLocation(facts: readonly EmbeddedFacts[]): { readonly location?: string } {
  for (const { placeNames = [] } of facts) {
    const names = placeNames.map((name) => cleanText(name).slice(0, MAX_PLACE_NAME));
    const location = [...new Set(names)].filter((name) => name !== '').join(', ');
    if (location !== '') return { location };
  }
  return {};
}

/** The first block that names a licence. Owners of pictures without one are nobody's business. */
function chooseRights(blocks: Readonly<Record<'xmp' | 'iptc' | 'exif', EmbeddedFacts>>): {
  readonly licence?: string;
} {
  for (const source of ['xmp', 'iptc', 'exif'] as const) {
    const { rights } = blocks[source];
    if (rights === undefined) continue;
    const url = rights.licenceUrl.trim();
    const name = licenceOfUrl(url);
    const stated = name === undefined ? licenceOfWords(rights.words) : { name, url };
    if (stated === undefined) continue;
    return { licence: printLicence({ ...stated, source, credit: cleanText(rights.credit) }) };
  }
  return {};
}

const MAX_PLACE_NAME = 100;

function chooseText(texts: readonly string[]): string {
  for (const text of texts) {
    const clean = cleanText(text);
    if (clean !== '') return clean;
  }
  return '';
}
