// Which attribute values are addresses of images.
import type { DataAttribute } from './attributes.ts';

const IMAGE_EXTENSION =
  /\.(?:jpe?g|jpe|jfif|pjpeg|png|gif|webp|avif|bmp|tiff?|svgz?|ico|heic|heif|jxl)$/i;

/** Names under which scripts for late loading keep the address of an image. */
const LAZY_NAMES: ReadonlySet<string> = new Set(
  [
    'src lazy lazy-src lazyload lazy-original ll-src original original-src orig-src orig-file',
    'actualsrc img-src image-src img image img-url url echo defer-src delayed-url runner-src cfsrc',
    'full full-src hi-res-src highres large-file medium-file large_image pin-media media thumb',
    'flickity-lazyload',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `data-${name}`),
);

/** Whether the path of an address ends in the extension of an image file. */
export function hasImageExtension(address: string): boolean {
  const end = address.search(/[?#]/);
  return IMAGE_EXTENSION.test(end < 0 ? address.trimEnd() : address.slice(0, end));
}

/** Addresses of the image of an `img` or `source` element in its `data-*` attributes, as written. */
export function lazyAddresses(attributes: readonly DataAttribute[]): string[] {
  return attributes.filter(isLazyAddress).map(({ value }) => value.trim());
}

/** Values of `data-srcset` and its like. */
export function lazySrcsets(attributes: readonly DataAttribute[]): string[] {
  return attributes.filter(({ name }) => name.endsWith('srcset')).map(({ value }) => value);
}

/** Whether scripts are to load another image than that of `src`. */
export function hasLateAddress(attributes: readonly DataAttribute[]): boolean {
  return attributes.some((one) => one.name.endsWith('srcset') || isLazyAddress(one));
}

/** The address in an attribute such as `data-bg`, with or without `url()`; `undefined` if it has none. */
export function lazyBackground(value: string): string | undefined {
  const address = /^\s*url\(\s*["']?([^"')]*)/i.exec(value)?.[1] ?? value;
  return isPlain(address) && (address.includes('/') || hasImageExtension(address))
    ? address
    : undefined;
}

/**
 * Under the usual names anything with a slash or an image extension is an address; under other names
 * both are asked for, since `data-title="x.jpg"` is none.
 */
function isLazyAddress({ name, value }: DataAttribute): boolean {
  if (/^\s*data:image\//i.test(value)) return true;
  if (!isPlain(value) || name.endsWith('srcset')) return false;
  const hasSlash = value.includes('/');
  return LAZY_NAMES.has(name)
    ? hasSlash || hasImageExtension(value)
    : hasSlash && hasImageExtension(value);
}

/** Without blanks inside and without the braces of templates and JSON. */
function isPlain(value: string): boolean {
  const address = value.trim();
  return address !== '' && address.length <= 10_000 && !/[\s{}<>|^`\\]/.test(address);
}
