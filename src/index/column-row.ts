// The packed attributes of one document.
import type { ImageDocument, ImagePlace } from '../model/image.ts';
import { CAPTION_TRUST, toLogCode } from '../model/ranking.ts';
import { toMillis } from '../model/timestamp.ts';
import type { ColumnRow } from './column-writer.ts';

/** Share of sexual content, 0 to 1; `unknown`: tried in vain; absent: never scored. */
export type NsfwScore = number | 'unknown' | undefined;

/** What a document is known by in other tables, and its words. */
export interface RowNumbers {
  readonly host: number;
  readonly mime: number;
  readonly language: number;
  readonly collections: number;
  /** Number of words by field. */
  readonly lengths: readonly number[];
}

/** Numbers of dictionaries beyond what their column can hold. */
const LARGEST_BYTE = 255;

/** Attributes of a document. */
export function toColumnRow(
  document: ImageDocument,
  numbers: RowNumbers,
  nsfw: NsfwScore,
): ColumnRow {
  const { lengths } = numbers;
  return {
    time: toSeconds(document),
    host: numbers.host,
    width: document.width,
    height: document.height,
    mime: numbers.mime,
    nsfw: toNsfwCode(nsfw),
    // Hostile pages may declare any number of languages; those beyond are not told apart.
    language: numbers.language > LARGEST_BYTE ? 0 : numbers.language,
    collections: numbers.collections,
    pages: toLogCode(document.matchingPages),
    changes: toLogCode(document.imageMetadataChanges),
    crowd: toLogCode(document.imagesInOriginalPage),
    area: toLogCode(document.width * document.height),
    caption: toCaptionTrust(document),
    length0: lengths[0] ?? 0,
    length1: lengths[1] ?? 0,
    length2: lengths[2] ?? 0,
    length3: lengths[3] ?? 0,
    length4: lengths[4] ?? 0,
    length5: lengths[5] ?? 0,
    ...toPlaceNumbers(document.place),
  };
}

/** Steps of a score: rounded up, so that what is above a limit stays above it. */
const NSFW_STEPS = 200;
const NSFW_UNKNOWN = 254;
const NSFW_NEVER_SCORED = 255;
const ROUNDING_ERROR = 1e-9;

function toNsfwCode(nsfw: NsfwScore): number {
  if (nsfw === undefined) return NSFW_NEVER_SCORED;
  if (nsfw === 'unknown' || !(nsfw >= 0 && nsfw <= 1)) return NSFW_UNKNOWN;
  return Math.ceil(nsfw * NSFW_STEPS - ROUNDING_ERROR);
}

/** The largest code of a score that is not above a limit. */
export function toNsfwLimit(max: number): number {
  return Math.min(NSFW_STEPS, Math.floor(max * NSFW_STEPS + ROUNDING_ERROR));
}

function toSeconds(document: ImageDocument): number {
  const seconds = Math.floor(toMillis(document.oldest.time) / 1000);
  return Math.max(0, seconds || 0);
}

function toCaptionTrust(document: ImageDocument): number {
  let best = 0;
  for (const { source } of document.captions) best = Math.max(best, CAPTION_TRUST[source] ?? 0);
  return best;
}

/** Units of a coordinate: about a centimetre. */
const PLACE_STEPS = 10_000_000;

function toPlaceNumbers(place: ImagePlace | undefined): ColumnRow {
  if (place === undefined) return {};
  const { latitude, longitude } = place;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return {};
  return {
    latitude: Math.round((latitude + 90) * PLACE_STEPS),
    longitude: Math.round((longitude + 180) * PLACE_STEPS),
  };
}

/** Degrees of a stored latitude. */
export function toLatitude(stored: number): number {
  return stored / PLACE_STEPS - 90;
}

/** Degrees of a stored longitude. */
export function toLongitude(stored: number): number {
  return stored / PLACE_STEPS - 180;
}
