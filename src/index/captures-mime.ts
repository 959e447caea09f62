// Media types of captures as bytes: one for those that archives are full of.

/** How index lines write the type of a revisit. */
export const REVISIT_MIME = 'warc/revisit';

/** By number; part of the format. Number 0 is any other, with its text. New ones go to the end. */
const MIMES: readonly string[] = [
  '\0',
  REVISIT_MIME,
  'text/html',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/svg+xml',
  'image/x-icon',
  'image/vnd.microsoft.icon',
  'image/avif',
  'image/bmp',
  'image/tiff',
  'image/jpg',
  'text/css',
  'text/javascript',
  'application/javascript',
  'application/x-javascript',
  'application/json',
  'application/ld+json',
  'text/plain',
  'text/xml',
  'application/xml',
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/xhtml+xml',
  'application/pdf',
  'application/octet-stream',
  'binary/octet-stream',
  'application/zip',
  'application/gzip',
  'application/x-gzip',
  'application/x-shockwave-flash',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/postscript',
  'application/font-woff',
  'application/font-woff2',
  'application/x-font-woff',
  'application/x-font-ttf',
  'application/vnd.ms-fontobject',
  'font/woff',
  'font/woff2',
  'font/ttf',
  'font/otf',
  'audio/mpeg',
  'audio/ogg',
  'audio/x-wav',
  'video/mp4',
  'video/webm',
  'video/x-flv',
  'video/mpeg',
  'video/quicktime',
  'application/vnd.apple.mpegurl',
  'application/x-mpegurl',
  'video/mp2t',
  'text/calendar',
  'text/vtt',
  'text/dns',
  'application/manifest+json',
  'application/opensearchdescription+xml',
  'application/x-www-form-urlencoded',
  'application/xml+rss',
  'unk',
  '',
  '-',
  'no-type',
];
const NUMBERS: ReadonlyMap<string, number> = new Map(MIMES.map((mime, number) => [mime, number]));

/** The number of a type, 0 for one that has none. */
export function mimeNumber(mime: string): number {
  return NUMBERS.get(mime) ?? 0;
}

/** The type of a number; `undefined` for 0. */
export function mimeOfNumber(number: number): string | undefined {
  return number === 0 ? undefined : MIMES[number];
}
