// The IIIF Image API 3.0 at level 0: which sizes of an image there are, and how their addresses are read.
import type { ApiItem } from '../query/api-item.ts';

/** A size that can be had. */
export interface IiifSize {
  readonly width: number;
  readonly height: number;
  /** Side by which the thumbnail is found; `undefined`: the captured bytes themselves. */
  readonly side?: number;
}

/** The sizes of an image, the smallest first: its thumbnails and, of a JPEG, the picture itself. */
export function listSizes({ thumbnails, width, height, mime }: ApiItem): readonly IiifSize[] {
  const small = thumbnails.map((size) => ({
    width: size.width,
    height: size.height,
    side: Math.max(size.width, size.height),
  }));
  // Other formats would have to be decoded for each request, which hostile ones make dear.
  return mime === 'image/jpeg' ? [...small, { width, height }] : small;
}

/** The description of an image service; `undefined` where no size can be had. */
export function toImageInfo(image: ApiItem, service: string): object | undefined {
  const sizes = listSizes(image).map(({ width, height }) => ({ width, height }));
  const largest = sizes.at(-1);
  if (largest === undefined) return undefined;
  const { width, height } = image;
  return {
    '@context': 'http://iiif.io/api/image/3/context.json',
    id: service,
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level0',
    width,
    height,
    ...(largest.width < width && { maxWidth: largest.width, maxHeight: largest.height }),
    sizes,
    extraFormats: ['webp'],
  };
}

/** The size that a path asks for (`max`, `240,180`, `240,`); `undefined` when there is none such. */
export function findSize(image: ApiItem, asked: string): IiifSize | undefined {
  const sizes = listSizes(image);
  if (asked === 'max') return sizes.at(-1);
  const [width = '', height = ''] = /^(\d{1,5}),(\d{1,5})?$/.exec(asked)?.slice(1) ?? [];
  return sizes.find(
    (size) => size.width === Number(width) && (height === '' || size.height === Number(height)),
  );
}
