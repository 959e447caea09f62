// Content types of files by their names, for files that come without a server to name them.

const TYPES = new Map(
  Object.entries({
    // Pages and text
    html: 'text/html',
    htm: 'text/html',
    shtml: 'text/html',
    xhtml: 'application/xhtml+xml',
    xht: 'application/xhtml+xml',
    css: 'text/css',
    js: 'text/javascript',
    mjs: 'text/javascript',
    json: 'application/json',
    map: 'application/json',
    jsonld: 'application/ld+json',
    webmanifest: 'application/manifest+json',
    xml: 'application/xml',
    rss: 'application/rss+xml',
    atom: 'application/atom+xml',
    txt: 'text/plain',
    md: 'text/markdown',
    csv: 'text/csv',
    vtt: 'text/vtt',
    ics: 'text/calendar',
    // Images
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    jpe: 'image/jpeg',
    jfif: 'image/jpeg',
    png: 'image/png',
    apng: 'image/apng',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    jxl: 'image/jxl',
    heic: 'image/heic',
    heif: 'image/heif',
    svg: 'image/svg+xml',
    bmp: 'image/bmp',
    ico: 'image/x-icon',
    cur: 'image/x-icon',
    tif: 'image/tiff',
    tiff: 'image/tiff',
    // Sound, moving pictures, fonts, documents
    mp3: 'audio/mpeg',
    ogg: 'audio/ogg',
    oga: 'audio/ogg',
    wav: 'audio/wav',
    mid: 'audio/midi',
    midi: 'audio/midi',
    m4a: 'audio/mp4',
    flac: 'audio/flac',
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    webm: 'video/webm',
    ogv: 'video/ogg',
    mov: 'video/quicktime',
    avi: 'video/x-msvideo',
    mpg: 'video/mpeg',
    mpeg: 'video/mpeg',
    woff: 'font/woff',
    woff2: 'font/woff2',
    ttf: 'font/ttf',
    otf: 'font/otf',
    eot: 'application/vnd.ms-fontobject',
    pdf: 'application/pdf',
    ps: 'application/postscript',
    zip: 'application/zip',
    gz: 'application/gzip',
    tar: 'application/x-tar',
    wasm: 'application/wasm',
    swf: 'application/x-shockwave-flash',
    kml: 'application/vnd.google-earth.kml+xml',
    gpx: 'application/gpx+xml',
  }),
);

/** How many bytes of a file `contentTypeOf` wants to see: where HTML must declare its charset. */
export const SNIFF_BYTES = 1024;

/**
 * The `Content-Type` a careful server would send for a file: by the ending of its name, else
 * `text/html` when it starts like a page, else `application/octet-stream`. A charset is added to
 * pages and style sheets only where the file itself declares one.
 *
 * @param start The first bytes of the file, `SNIFF_BYTES` are enough.
 */
export function contentTypeOf(name: string, start: Uint8Array): string {
  const text = Buffer.from(start.subarray(0, SNIFF_BYTES)).toString('latin1');
  const mime = TYPES.get(extensionOf(name)) ?? guess(text);
  const charset = mime === 'text/html' || mime === 'text/css' ? declaredCharset(text) : undefined;
  return charset === undefined ? mime : `${mime}; charset=${charset}`;
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** Mirrors of old sites hold pages whose names have no ending. */
function guess(start: string): string {
  const isPage = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|title)[\s>]/i.test(start);
  return isPage ? 'text/html' : 'application/octet-stream';
}

function declaredCharset(start: string): string | undefined {
  if (start.startsWith('\xef\xbb\xbf')) return 'utf-8';
  if (start.startsWith('\xff\xfe')) return 'utf-16le';
  if (start.startsWith('\xfe\xff')) return 'utf-16be';
  const label =
    /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(start)?.[1] ??
    /^@charset "([\w.:-]{1,40})"/.exec(start)?.[1];
  if (label === undefined) return undefined;
  // What can be read as ASCII to find the label is no UTF-16, whatever it says.
  return isKnownCharset(label) && !/^utf-?16/i.test(label) ? label.toLowerCase() : undefined;
}

function isKnownCharset(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false; // the constructor is the only public list of labels
  }
}
