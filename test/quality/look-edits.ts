// How well copies of pictures are found by looks, by vectors and by both together, edit by edit, at equal numbers of false alarms.
import sharp, { type Sharp } from 'sharp';
import { makeFacts } from '../../src/enrich/make-facts.ts';
import { LOOK, VECTOR } from '../../src/enrich/pixel-producers.ts';
import { compareWith, type PictureLook } from '../../src/model/alike.ts';
import { memberOf } from '../../src/model/document-facts.ts';
import { parseLook, pictureDistance } from '../../src/model/look.ts';
import { parseVector, printVector, vectorDistance } from '../../src/model/vector.ts';

type Edit = (image: Sharp, width: number, height: number) => Sharp;

const crop =
  (share: number): Edit =>
  (image, width, height) =>
    image.extract({
      left: Math.round((width * share) / 2),
      top: Math.round((height * share) / 2),
      width: Math.round(width * (1 - share)),
      height: Math.round(height * (1 - share)),
    });

/** What people do to pictures. */
export const EDITS = {
  'resize to 50 %': (image, width) => image.resize(Math.round(width / 2)),
  'resize to 150 pixels': (image) => image.resize(150),
  'JPEG quality 20': (image) => image.jpeg({ quality: 20 }),
  'WebP quality 40': (image) => image.webp({ quality: 40 }),
  greyscale: (image) => image.greyscale(),
  'crop 5 %': crop(0.05),
  'crop 10 %': crop(0.1),
  'crop 25 %': crop(0.25),
  mirror: (image) => image.flop(),
  'border of 6 %': (image, width) => {
    const side = Math.round(width * 0.06);
    return image.extend({ top: side, bottom: side, left: side, right: side, background: '#fff' });
  },
  'caption bar of 12 % below': (image, _, height) =>
    image.extend({ bottom: Math.round(height * 0.12), background: '#111' }),
  'rotate 3 degrees': (image) => image.rotate(3, { background: '#fff' }),
} as const satisfies Readonly<Record<string, Edit>>;

/** Name of an edit. */
export type EditName = keyof typeof EDITS;

/** What a picture is compared by; `undefined` for one that is tiny, flat or cannot be decoded. */
export async function readPicture(
  bytes: Uint8Array,
): Promise<Required<Pick<PictureLook, 'look' | 'vector'>> | undefined> {
  const { facts } = await makeFacts(bytes, [LOOK.name, VECTOR.name]);
  const [hash, numbers] = [facts.get(LOOK.name), facts.get(VECTOR.name)];
  const look = hash?.kind === 'json' ? memberOf(hash.value, 'hash') : undefined;
  if (typeof look !== 'string' || numbers?.kind !== 'bytes') return undefined;
  return { look, vector: printVector(numbers.bytes) };
}

/** A copy of a picture, changed. */
export async function editPicture(bytes: Uint8Array, edit: EditName): Promise<Buffer> {
  const upright = await sharp(bytes).autoOrient().toBuffer();
  const { width, height } = await sharp(upright).metadata();
  return EDITS[edit](sharp(upright), width, height).toBuffer();
}

/** A changed copy, and which of the originals it is of. */
export interface EditedCopy {
  readonly edit: EditName;
  readonly original: number;
  readonly picture: PictureLook;
}

/** Ways to compare two pictures; the smaller, the nearer. */
export const METHODS = {
  look: (a, b) => {
    const [one, other] = [parseLook(a.look), parseLook(b.look)];
    return one === undefined || other === undefined ? 256 : pictureDistance(one, other);
  },
  vector: (a, b) => {
    const [one, other] = [parseVector(a.vector), parseVector(b.vector)];
    return one === undefined || other === undefined ? 2 : vectorDistance(one, other);
  },
  both: (a, b) => compareWith(a)(b),
} as const satisfies Readonly<Record<string, (a: PictureLook, b: PictureLook) => number>>;

/** Name of a way to compare. */
export type MethodName = keyof typeof METHODS;

/** What one way found. */
export interface MethodResult {
  /** Copies nearer than this count as found. */
  readonly threshold: number;
  /** Pairs of unrelated pictures, and those of them that are nearer than the threshold. */
  readonly strangers: number;
  readonly alarms: number;
  /** Share of the copies of each edit that are nearer to their original than the threshold. */
  readonly found: Readonly<Record<string, number>>;
  /** Share whose original is nearer than all other pictures. */
  readonly first: Readonly<Record<string, number>>;
}

/**
 * Measures one way. The threshold is the distance that at most `rate` of the pairs of unrelated pictures are below; `areStrangers` says which
 * originals are known to be unrelated.
 */
export function measureMethod(
  method: MethodName,
  originals: readonly PictureLook[],
  copies: readonly EditedCopy[],
  {
    rate,
    areStrangers = (a, b) => a !== b,
  }: {
    readonly rate: number;
    readonly areStrangers?: (a: number, b: number) => boolean;
  },
): MethodResult {
  const compare = METHODS[method];
  const strangers: number[] = [];
  const rows = copies.map(({ edit, original, picture }) => {
    let own = Number.POSITIVE_INFINITY;
    let others = Number.POSITIVE_INFINITY;
    for (const [at, other] of originals.entries()) {
      const distance = compare(picture, other);
      if (at === original) own = distance;
      else others = Math.min(others, distance);
      if (at !== original && areStrangers(original, at)) strangers.push(distance);
    }
    return { edit, own, isFirst: own < others };
  });
  const sorted = Float64Array.from(strangers).sort();
  const threshold = sorted[Math.floor(rate * sorted.length)] ?? 0;
  const shares = (test: (row: (typeof rows)[number]) => boolean) =>
    Object.fromEntries(
      Object.keys(EDITS).map((edit) => {
        const own = rows.filter((row) => row.edit === edit);
        return [edit, own.filter(test).length / Math.max(1, own.length)];
      }),
    );
  return {
    threshold,
    strangers: sorted.length,
    alarms: sorted.filter((distance) => distance < threshold).length,
    found: shares(({ own }) => own < threshold),
    first: shares(({ isFirst }) => isFirst),
  };
}
