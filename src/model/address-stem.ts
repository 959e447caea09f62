// What the address of a resized copy and that of its original have in common: names of sizes, densities and formats left out.

/**
 * The host and path of an image without what only tells size, density or format, so that copies of one picture on one host
 * share it: `photo.jpg`, `photo-300x200.jpg`, `photo@2x.webp`, `thumb/photo.jpg`, `photo.jpg?w=300`. `''` for an address
 * that names nothing else, and for one that is no http URL.
 */
export function toAddressStem(url: string): string {
  return stemOf(url, 0);
}

/** An address inside an address, inside an address: nobody goes further. */
const MAX_DEPTH = 2;
/** Longer addresses are rarely those of copies, and hostile ones would cost. */
const MAX_LENGTH = 2000;

function stemOf(text: string, depth: number): string {
  const url = text.length > MAX_LENGTH ? undefined : parse(text);
  if (url === undefined) return '';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return '';
  const inner = depth < MAX_DEPTH ? innerAddress(url) : undefined;
  if (inner !== undefined) return stemOf(inner, depth + 1);
  const path = toPathStem(url.pathname);
  if (path === '') return '';
  const host = url.hostname.replace(/^www\d?\./, '');
  const query = [...url.searchParams]
    .filter(([name]) => !SIZE_PARAMETERS.has(name.toLowerCase()))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  return query === '' ? `${host}${path}` : `${host}${path}?${query}`;
}

/** The address of the original in that of a service that resizes: WordPress's image host, and `image?url=`. */
function innerAddress(url: URL): string | undefined {
  if (/^i\d\.wp\.com$/.test(url.hostname)) return `http:/${url.pathname}`;
  const named = url.pathname.endsWith('/_next/image') ? url.searchParams.get('url') : null;
  return named === null ? undefined : parse(named, url.href)?.href;
}

function parse(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined; // not a URL
  }
}

const SIZE_PARAMETERS = new Set(
  (
    'w h width height wid hei size sz resize fit crop quality q qlt dpr ssl fm fmt format auto strip scale ' +
    'imwidth imgmax maxwidth maxheight max-w max-h mode'
  ).split(' '),
);

function toPathStem(pathname: string): string {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const name = segments.pop();
  if (name === undefined) return '';
  const folder = segments.at(-1);
  // MediaWiki: /thumb/a/ab/Name.jpg/300px-Name.jpg is a copy of /a/ab/Name.jpg.
  const isBelowOriginal = folder !== undefined && /^\d+px-/.test(name) && name.endsWith(folder);
  const stem = isBelowOriginal ? toNameStem(segments.pop() ?? '') : toNameStem(name);
  if (stem === '') return '';
  const folders = segments.filter((segment, at) => !isSizeFolder(segment, segments[at - 1]));
  return `/${[...folders, stem].join('/')}`;
}

/** Folders that hold copies of one size: `thumbs`, `300x200`, `s1600-h`, `w_300,c_fill`. */
function isSizeFolder(segment: string, before: string | undefined): boolean {
  if (SIZE_FOLDERS.has(segment.toLowerCase())) return true;
  // Gatsby keeps the sizes of a picture in folders of five digits below one of 32.
  if (/^[0-9a-f]{5}$/.test(segment)) return before !== undefined && /^[0-9a-f]{32}$/.test(before);
  return (
    /^\d{2,4}x\d{0,4}$/.test(segment) ||
    /^s\d{2,4}(-[a-z]{1,3}){0,3}$/.test(segment) ||
    /^w\d{2,4}-h\d{2,4}(-[a-z]{1,3}){0,3}$/.test(segment) ||
    /^[wh]_\d{2,4}(,[a-z]{1,2}_[\w.:]{1,20}){0,8}$/.test(segment)
  );
}

const SIZE_FOLDERS = new Set('thumb thumbs thumbnail thumbnails _thumbs .thumbs'.split(' '));

function toNameStem(name: string): string {
  let stem = name;
  // Twice: `photo.jpg.webp` is a copy of `photo.jpg`.
  for (let times = 0; times < 2; times++) stem = stem.replace(/\.(?:jpe?g|png|webp|avif)$/i, '');
  for (let times = 0; times < MAX_ENDINGS; times++) {
    const shorter = SIZE_ENDINGS.reduce((left, ending) => left.replace(ending, ''), stem);
    if (shorter === stem) break;
    stem = shorter;
  }
  stem = stem.replace(/^(?:thumb|thumbnail|tn|small)[_-](?=.)/i, '');
  return stem;
}

const MAX_ENDINGS = 4;

/** What resizing programs put behind the name of a picture. */
const SIZE_ENDINGS: readonly RegExp[] = [
  /[-_]\d{1,5}x\d{0,5}$/, // WordPress and many others
  /@[1-4](?:\.\d)?x$/,
  /_hu_?[0-9a-f]{6,64}(?:_\w{0,100})?$/, // Hugo
  /[-_](?:w\d{2,4}|\d{2,4}(?:w|px))$/,
  /[-_.](?:thumb|thumbnail|small|medium|large|scaled|rotated)$/i,
  /-e\d{10,13}$/, // WordPress, edited
  /(?<=^\d{5,20}_[0-9a-f]{6,16})_[a-z]$/, // Flickr
];
