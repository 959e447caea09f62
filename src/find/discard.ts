// Which images of a page are not what anybody looks for: paper 003, section 4.
import type { OperatorNode } from '../model/query/query.ts';
import type { PageImage } from './page.ts';

/** Every reason with an explanation. The first three are the rows of the paper's Table 3, small and aspect taken together. */
export const DISCARD_REASONS = {
  thumbnail: 'it links to a larger image, which is looked at instead where it is on the same site',
  external: 'it is on another site than its page',
  small: 'a side has less than 70 pixels',
  aspect: 'it is more than three times as wide as high, or as high as wide',
  predicted: 'it is predicted to be small',
  'off-topic': 'nothing on its page speaks for it',
  condition: 'it is not of the type, size or orientation that was asked for',
  duplicate: 'the same picture was found at another address',
  'not-image': 'its bytes are no image that is known',
  unreachable: 'it could not be fetched',
  robots: 'robots.txt, or a directive of the page, asks not to take it',
} as const;

/** One of them. */
export type DiscardReason = keyof typeof DISCARD_REASONS;

/** The paper's bounds. */
export const MIN_SIDE = 70;
export const MAX_ASPECT = 3;

/** An image that is displayed this small is an icon, whatever its size. */
const TINY = 16;

/** What is kept besides. */
export interface DiscardOptions {
  /** Images on other sites than their page are kept. */
  readonly withExternal: boolean;
  readonly isSameSite: (url: string, pageUrl: string) => boolean;
  /** Probability that an image is large, from what its page says; asked first where there is a predictor. */
  readonly predictLarge?: ((image: PageImage) => number) | undefined;
}

/** Below this probability an image is taken for a small one. */
const MIN_PROBABILITY = 0.05;

/** Why an image is not asked for at all, by what its page says; `undefined` when it is. */
export function discardByMarkup(
  image: PageImage,
  pageUrl: string,
  options: DiscardOptions,
): DiscardReason | undefined {
  const { url, tag, linkUrl, width, height } = image;
  if (tag !== 'a' && isImageAddress(linkUrl) && linkUrl !== url) return 'thumbnail';
  if (!options.withExternal && !options.isSameSite(url, pageUrl)) return 'external';
  if ((width > 0 && width < TINY) || (height > 0 && height < TINY)) return 'small';
  if ((options.predictLarge?.(image) ?? 1) < MIN_PROBABILITY) return 'predicted';
  return undefined;
}

/** Why an image of this size is not kept. */
export function discardBySize(width: number, height: number): DiscardReason | undefined {
  if (width < MIN_SIDE || height < MIN_SIDE) return 'small';
  const aspect = width / height;
  return aspect < 1 / MAX_ASPECT || aspect > MAX_ASPECT ? 'aspect' : undefined;
}

/** Whether an image is of the type, size and orientation that a query asks for. */
export function meetsConditions(
  conditions: readonly OperatorNode[],
  {
    mime,
    width,
    height,
  }: { readonly mime: string; readonly width: number; readonly height: number },
): boolean {
  return conditions.every((condition) => {
    if (condition.name === 'type')
      return mime.replace(/^image\/|\+xml$/g, '') === condition.subtype;
    if (condition.name === 'orientation') {
      const is = width === height ? 'square' : width > height ? 'landscape' : 'portrait';
      return is === condition.value;
    }
    if (condition.name !== 'size') return true;
    const { size } = condition;
    if ('minWidth' in size) return width >= size.minWidth && height >= size.minHeight;
    const area = width * height;
    return size.class === (area <= 65_536 ? 'sm' : area <= 810_000 ? 'md' : 'lg');
  });
}

/** Whether an address ends like that of an image. */
export function isImageAddress(url: string): boolean {
  return /\.(?:jpe?g|png|gif|webp|avif|bmp|tiff?|svg|heic)(?:[?#]|$)/i.test(url);
}
