// The table of image formats: how each is recognised and read.
import { isBmp, readBmp } from './bmp.ts';
import { isGif, readGif } from './gif.ts';
import type { HeaderReading, ImageMime } from './header.ts';
import { isIco, readIco } from './ico.ts';
import { isobmffMime, readIsobmff } from './isobmff.ts';
import { isJpeg, readJpeg } from './jpeg.ts';
import { isPng, readPng } from './png.ts';
import { isSvg, readSvg } from './svg.ts';
import { isTiff, readTiff } from './tiff.ts';
import { isWebp, readWebp } from './webp.ts';

/** One image format: recognised by its first bytes alone. */
export interface ImageFormat {
  readonly mime: ImageMime;
  readonly matches: (bytes: Uint8Array) => boolean;
  readonly read: (bytes: Uint8Array) => HeaderReading;
}

/** The format of the bytes, or undefined when they are no image we know. */
export function sniffImage(bytes: Uint8Array): ImageFormat | undefined {
  return FORMATS.find((format) => format.matches(bytes));
}

const isobmff = (mime: ImageMime): ImageFormat => ({
  mime,
  matches: (bytes) => isobmffMime(bytes) === mime,
  read: readIsobmff,
});

/** In the order of their frequency on the web; SVG last, as it takes the longest look. */
const FORMATS: readonly ImageFormat[] = [
  { mime: 'image/jpeg', matches: isJpeg, read: readJpeg },
  { mime: 'image/png', matches: isPng, read: readPng },
  { mime: 'image/gif', matches: isGif, read: readGif },
  { mime: 'image/webp', matches: isWebp, read: readWebp },
  isobmff('image/avif'),
  isobmff('image/heic'),
  isobmff('image/heif'),
  { mime: 'image/bmp', matches: isBmp, read: readBmp },
  { mime: 'image/x-icon', matches: isIco, read: readIco },
  { mime: 'image/tiff', matches: isTiff, read: readTiff },
  { mime: 'image/svg+xml', matches: isSvg, read: readSvg },
];
