// From embedded coordinates to a place, or to the reason why there is none.

/** Where an image was taken, in degrees; south and west are negative. */
export interface ImagePlace {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres above sea level. */
  readonly altitude?: number;
  readonly source: 'exif' | 'xmp';
  /** The camera reports no valid fix, or coordinates in another datum than WGS 84. */
  readonly isDoubtful: boolean;
}

/** Why embedded coordinates are no place. */
export type PlaceRejection = keyof typeof PLACE_REJECTIONS;

/** Every reason with an explanation for statistics and the documentation. */
export const PLACE_REJECTIONS = {
  incomplete: 'latitude or longitude is missing',
  'no-hemisphere': 'north or south, east or west is not given: the sign would be a guess',
  'sign-conflict': 'a hemisphere and a negative number contradict each other',
  'zero-denominator': 'a fraction divides by zero, as cameras without a fix write',
  'not-a-number': 'a coordinate cannot be read as a number',
  'out-of-range': 'a coordinate, its minutes or its seconds are larger than possible',
  'null-island': 'exactly 0, 0: the value of an empty field',
  placeholder: 'latitude and longitude are the same whole number, as test data has it',
} as const;

/** Numerator and denominator, as stored. */
export type Fraction = readonly [number, number];

/** One coordinate as stored: degrees, minutes, seconds and the letter of its hemisphere. */
export interface Angle {
  readonly parts: readonly Fraction[];
  readonly hemisphere: string;
}

/** A place as stored; an angle without parts is missing. */
export interface StoredPlace {
  readonly latitude: Angle;
  readonly longitude: Angle;
  readonly altitude?: number | undefined;
  readonly source: ImagePlace['source'];
  readonly isDoubtful: boolean;
}

/** One centimetre on the ground: digits beyond it are noise of the division. */
const DECIMALS = 1e7;
const MIN_ALTITUDE_METRES = -12_000;
const MAX_ALTITUDE_METRES = 100_000;

/** The place, the reason for its rejection, or undefined when no coordinate is stored at all. */
export function toPlace(stored: StoredPlace): ImagePlace | PlaceRejection | undefined {
  const isMissing = (angle: Angle) => angle.parts.length === 0;
  if (isMissing(stored.latitude) && isMissing(stored.longitude)) return undefined;
  if (isMissing(stored.latitude) || isMissing(stored.longitude)) return 'incomplete';
  const latitude = toDegrees(stored.latitude, { plus: 'N', minus: 'S', limit: 90 });
  if (typeof latitude === 'string') return latitude;
  const longitude = toDegrees(stored.longitude, { plus: 'E', minus: 'W', limit: 180 });
  if (typeof longitude === 'string') return longitude;
  if (latitude === 0 && longitude === 0) return 'null-island';
  if (latitude === longitude && Number.isInteger(latitude)) return 'placeholder';
  const { source, isDoubtful, altitude } = stored;
  const height = isAltitude(altitude) && { altitude: Math.round(altitude * 100) / 100 };
  return { latitude, longitude, source, isDoubtful, ...height };
}

interface Axis {
  readonly plus: string;
  readonly minus: string;
  readonly limit: number;
}

function toDegrees(angle: Angle, axis: Axis): number | PlaceRejection {
  const letter = angle.hemisphere.trim().charAt(0).toUpperCase();
  if (letter !== axis.plus && letter !== axis.minus) return 'no-hemisphere';
  if (angle.parts.some(([, denominator]) => denominator === 0)) return 'zero-denominator';
  const [degrees = 0, minutes = 0, seconds = 0] = angle.parts.map(([over, under]) => over / under);
  const sum = degrees + minutes / 60 + seconds / 3600;
  if (!Number.isFinite(sum)) return 'not-a-number';
  if (degrees < 0 || minutes < 0 || seconds < 0) return 'sign-conflict';
  if (minutes >= 60 || seconds >= 60 || sum > axis.limit) return 'out-of-range';
  const rounded = Math.round(sum * DECIMALS) / DECIMALS;
  // Not `-rounded` for zero: -0 would not survive JSON.
  return letter === axis.minus && rounded !== 0 ? -rounded : rounded;
}

function isAltitude(metres: number | undefined): metres is number {
  return metres !== undefined && metres > MIN_ALTITUDE_METRES && metres < MAX_ALTITUDE_METRES;
}
