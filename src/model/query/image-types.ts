// The image formats that `type:` knows, by the names people use.

/** A format that can be asked for. */
export interface ImageType {
  /** Name in a query. */
  readonly name: string;
  /** Other names it is known by. */
  readonly aliases: readonly string[];
  /** What the tree of a query holds. */
  readonly subtype: string;
  /** MIME types of such images. */
  readonly mimes: readonly string[];
}

/** All formats that are recognised in archives. */
export const IMAGE_TYPES: readonly ImageType[] = [
  type('jpeg', ['jpg', 'jpe', 'pjpeg']),
  type('png', ['apng']),
  type('gif'),
  type('webp'),
  type('avif'),
  type('bmp'),
  type('svg', ['svg+xml', 'svgz'], 'svg+xml'),
  type('tiff', ['tif']),
  type('ico', ['x-icon', 'vnd.microsoft.icon', 'cur'], 'x-icon'),
  // Two names of one container; who asks for photographs of a telephone means both.
  { ...type('heic', ['heif']), mimes: ['image/heic', 'image/heif'] },
];

/** The format of a name or MIME type in lower case: `jpg`, `svg`, `image/png`. */
export function findImageType(name: string): ImageType | undefined {
  const bare = name.startsWith('image/') ? name.slice('image/'.length) : name;
  return IMAGE_TYPES.find((type) => type.name === bare || type.aliases.includes(bare));
}

/** The MIME types that the subtype of a query stands for: `jpeg` is `image/jpeg` alone. */
export function toMimes(subtype: string): readonly string[] {
  const found = IMAGE_TYPES.find((type) => type.subtype === subtype);
  return found?.mimes ?? [`image/${subtype}`];
}

function type(name: string, aliases: readonly string[] = [], subtype = name): ImageType {
  return { name, aliases, subtype, mimes: [`image/${subtype}`] };
}
