// How values of a document become the small numbers that its packed columns hold, and back.
import type { Timestamp } from './capture.ts';
import type { ImageCaption } from './field-types.ts';
import type { LatLon } from './place.ts';
import { toMillis } from './timestamp.ts';

/** How much a caption is worth by its source; 0 when a document has no caption. */
export const CAPTION_TRUST: Readonly<Record<string, number>> = {
  '': 0,
  siblings: 1,
  near: 1,
  parent: 2,
  anchor: 3,
  metadata: 4,
  figcaption: 5,
};

/** `CAPTION_TRUST` of the best caption. */
export function toCaptionTrust(captions: readonly ImageCaption[]): number {
  let best = 0;
  for (const { source } of captions) best = Math.max(best, CAPTION_TRUST[source] ?? 0);
  return best;
}

/** Codes of `toLogCode` from a count to its double. */
export const CODES_PER_DOUBLING = 10.66;

/** A count as a code of 8 bits: about 11 steps for each doubling up to 15 million. 0 is 0. */
export function toLogCode(count: number): number {
  return Math.max(0, Math.min(255, Math.round(Math.log2(1 + count) * CODES_PER_DOUBLING)));
}

/** Seconds since 1970; 0 for times before it. */
export function toSeconds(time: Timestamp): number {
  const seconds = Math.floor(toMillis(time) / 1000);
  return Math.max(0, seconds || 0);
}

/** What stands for a time that the file does not tell. */
export const NO_TAKEN = 0xffffffff;
/** Photographs of before 1600 are none; minutes, since 32 bits of seconds would not reach from there to now. */
const FIRST_TAKEN_MS = Date.UTC(1600, 0, 1);
const MINUTE_MS = 60_000;

/**
 * When a photograph was taken, ISO 8601 as files tell it, in minutes since 1600; `NO_TAKEN` for what is no time.
 * Cameras know no time zones: their clocks are taken as UTC.
 */
export function toTakenCode(taken: string): number {
  const found = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d))?)?)?/.exec(taken);
  if (found === null) return NO_TAKEN;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = found
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const isPossible = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60;
  const minutes = toTakenMinutes(Date.UTC(year, month - 1, day, hour, minute) / 1000);
  return isPossible && minutes >= 0 ? minutes : NO_TAKEN;
}

/** Seconds since 1970 in minutes since 1600; less than 0 before. */
export function toTakenMinutes(seconds: number): number {
  return Math.floor((seconds * 1000 - FIRST_TAKEN_MS) / MINUTE_MS);
}

/** Code of a document that nobody has scored. */
export const NEVER_SCORED = 255;
const SCORE_UNKNOWN = 254;
/** Steps of a score: rounded up, so that what is above a limit stays above it. */
const SCORE_STEPS = 200;
const ROUNDING_ERROR = 1e-9;

/** A share from 0 to 1 as a code of 8 bits; `unknown` has a code of its own. */
export function toScoreCode(score: number | 'unknown'): number {
  if (score === 'unknown' || !(score >= 0 && score <= 1)) return SCORE_UNKNOWN;
  return Math.ceil(score * SCORE_STEPS - ROUNDING_ERROR);
}

/** The largest code of a score that is not above a limit. */
export function toScoreLimit(max: number): number {
  return Math.min(SCORE_STEPS, Math.floor(max * SCORE_STEPS + ROUNDING_ERROR));
}

/** What stands for a coordinate that is not known. */
export const NO_COORDINATE = 0xffffffff;
/** Units of a coordinate: about a centimetre. */
const PLACE_STEPS = 10_000_000;

/** (latitude + 90) times 10,000,000. */
export function toLatitudeCode(place: LatLon): number {
  return isOnEarth(place) ? Math.round((place.latitude + 90) * PLACE_STEPS) : NO_COORDINATE;
}

/** (longitude + 180) times 10,000,000. */
export function toLongitudeCode(place: LatLon): number {
  return isOnEarth(place) ? Math.round((place.longitude + 180) * PLACE_STEPS) : NO_COORDINATE;
}

/** Degrees of a stored latitude. */
export function toLatitude(stored: number): number {
  return stored / PLACE_STEPS - 90;
}

/** Degrees of a stored longitude. */
export function toLongitude(stored: number): number {
  return stored / PLACE_STEPS - 180;
}

function isOnEarth({ latitude, longitude }: LatLon): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

/** Digits of a half of a picture's name. */
const HALF_DIGITS = 8;

/** One half (0 or 1) of the 16 hexadecimal digits that name a picture. */
export function toPictureHalf(lead: string, half: 0 | 1): number {
  return Number.parseInt(lead.slice(half * HALF_DIGITS, (half + 1) * HALF_DIGITS), 16) || 0;
}
