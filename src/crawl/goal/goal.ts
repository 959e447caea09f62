// What a crawl looks for: a small object that anybody can write.
import { toUrlTokens } from '../../model/url-tokens.ts';
import type { ImageMention, ImageReading } from '../page-reading.ts';

/** An image that might be wanted, before anything of it was fetched. */
export interface Candidate extends ImageMention {
  readonly pageUrl: string;
  readonly pageTitle: string;
  /** Positions that the markup of its page states. */
  readonly pagePlaces: number;
  /** What was expected of its size: worth fetching at once, or looked at although it seems too small. */
  readonly expected?: 'fetch' | 'audit';
}

/** Whether an image is kept, and whether it is what the crawl looks for. A reason says why not. */
export type Verdict =
  | { readonly keep: true; readonly wanted: boolean }
  | { readonly keep: false; readonly reason: string };

/**
 * What a crawl looks for.
 *
 * @example
 * // Every PNG.
 * export default { name: 'png', judge: (image) => image.mime === 'image/png' ? { keep: true, wanted: true } : { keep: false, reason: 'no-png' } };
 */
export interface Goal {
  readonly name: string;
  /** Whether whatever links lead to is fetched and kept, not only pages and images. Default false. */
  readonly keepsEverything?: boolean;
  /** A reason for not asking for an image at all; `undefined` to look at it. Default: all are looked at. */
  refuse?(candidate: Candidate): string | undefined;
  /** Decides by the type, size and place of an image, which are known from its first bytes. */
  judge(image: ImageReading, candidate: Candidate): Verdict;
}

/** Shorter side of a representative image: paper 001, table 3. */
const MIN_SIDE = 400;

/** Paper 001, table 4, with the mirrored ratios for portraits. */
const RATIOS = [1, 5 / 4, 4 / 3, 3 / 2, 5 / 3, 16 / 9, 3];
/** Crops for the web hardly ever hit a ratio to the pixel. */
const TOLERANCE = 0.03;

/** Words of images that are no part of the content: paper 001, table 3. */
const FORBIDDEN: ReadonlySet<string> = new Set([
  ...['logo', 'banner', 'header', 'footer', 'button', 'free', 'adserver', 'advertisement', 'ads'],
  ...['now', 'buy', 'join', 'click', 'affiliate', 'adv', 'hits', 'counter', 'sprite'],
]);

/** Every image, and everything else. */
export const everything: Goal = {
  name: 'everything',
  keepsEverything: true,
  judge: () => ({ keep: true, wanted: true }),
};

/** Representative images: large enough, of a usual shape, and no decoration (paper 001, tables 3 and 4). */
export const images: Goal = createImages();

/** As `images`, with another least length of the shorter side in pixels. */
export function createImages(minSide = MIN_SIDE): Goal {
  return {
    name: 'images',
    refuse: (candidate) => refuseDeclared(candidate, minSide) ?? refuseDecoration(candidate),
    judge: (image) => {
      const reason = refuseSize(image, minSide);
      return reason === undefined ? { keep: true, wanted: true } : { keep: false, reason };
    },
  };
}

/** Images with coordinates in the file, or representative ones on a page whose markup states where it is about. */
export const geotagged: Goal = {
  name: 'geotagged',
  refuse: (candidate) => refuseDeclared(candidate) ?? refuseDecoration(candidate),
  judge: (image, { pagePlaces }) => {
    const reason = refuseSize(image);
    if (reason !== undefined && !image.hasPlace) return { keep: false, reason };
    if (image.hasPlace || pagePlaces > 0) return { keep: true, wanted: true };
    return { keep: false, reason: image.hasWrongPlace ? 'wrong-coordinates' : 'not-geotagged' };
  },
};

/** Images with one of the words in what is said about them, in their address or in the title of their page. */
export function createTopic(words: string): Goal {
  const wanted = new Set(tokensOf(words));
  return {
    name: 'topic',
    refuse: (candidate) => {
      const { url, alt, title, caption, anchorText, pageTitle } = candidate;
      const said = [
        ...tokensOf([alt, title, caption, anchorText, pageTitle].join(' ')),
        ...toUrlTokens(url).map(fold),
      ];
      return said.some((word) => wanted.has(word)) ? refuseDecoration(candidate) : 'off-topic';
    },
    judge: (image) =>
      Math.min(image.width, image.height) < 100
        ? { keep: false, reason: 'too-small' }
        : { keep: true, wanted: true },
  };
}

function tokensOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function fold(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Forbidden words are sought in the address, the alternative text and the caption. */
function refuseDecoration({ url, alt, caption }: Candidate): string | undefined {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const words = [
    ...toUrlTokens(path).map((word) => word.toLowerCase()),
    ...tokensOf(`${alt} ${caption}`),
  ];
  return words.some((word) => FORBIDDEN.has(word)) ? 'forbidden-word' : undefined;
}

/** A declared size is that of the display: only what is far too small is believed to be small. */
function refuseDeclared({ width, height, tag }: Candidate, minSide = MIN_SIDE): string | undefined {
  const isTold = tag === 'img' || tag === 'input';
  if (!isTold) return undefined;
  const isTiny = (side: number) => side > 0 && side < minSide / 4;
  return isTiny(width) || isTiny(height) ? 'declared-small' : undefined;
}

function refuseSize({ width, height }: ImageReading, minSide = MIN_SIDE): string | undefined {
  if (width < minSide || height < minSide) return 'too-small';
  const ratio = Math.max(width, height) / Math.min(width, height);
  return RATIOS.some((usual) => Math.abs(ratio / usual - 1) <= TOLERANCE) ? undefined : 'odd-shape';
}
