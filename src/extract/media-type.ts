// The MIME type of a payload told by its bytes: documents, sound and film as well as images and pages.
import { sniffImage } from './image/formats.ts';

/** Bytes at the start that are looked at; containers (Office, Ogg, Matroska) tell themselves within these. */
const SAMPLE_BYTES = 64 * 1024;

/** What is said of bytes that nothing is known of. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * The MIME type of some bytes, whatever was declared: `text/html`, `application/pdf`, `audio/mpeg` and the like;
 * `application/octet-stream` where they tell nothing, `text/plain` where they are text. Linear in 64 KB, never throws.
 */
export function typeOfBytes(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'application/x-empty';
  const image = sniffImage(bytes);
  if (image !== undefined) return image.mime;
  const sample = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.length, SAMPLE_BYTES),
  ).toString('latin1');
  for (const [start, type] of STARTS) if (sample.startsWith(start)) return type;
  for (const tell of CONTAINERS) {
    const type = tell(sample);
    if (type !== undefined) return type;
  }
  return typeOfText(sample);
}

/** Formats that their first bytes name. */
const STARTS: readonly (readonly [start: string, type: string])[] = [
  ['%PDF-', 'application/pdf'],
  ['{\\rtf', 'application/rtf'],
  ['ID3', 'audio/mpeg'],
  ['fLaC', 'audio/flac'],
  ['MThd', 'audio/midi'],
  ['#!AMR', 'audio/amr'],
  ['.snd', 'audio/basic'],
  ['.ra\xfd', 'audio/vnd.rn-realaudio'],
  ['.RMF', 'application/vnd.rn-realmedia'],
  ['FLV\x01', 'video/x-flv'],
  ['\x00\x00\x01\xba', 'video/mpeg'],
  ['\x00\x00\x01\xb3', 'video/mpeg'],
  ['\x1f\x8b', 'application/gzip'],
  ['BZh', 'application/x-bzip2'],
  ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  ['Rar!\x1a\x07', 'application/x-rar-compressed'],
  ['\xfd7zXZ\x00', 'application/x-xz'],
  ['\x28\xb5\x2f\xfd', 'application/zstd'],
  ['%!PS', 'application/postscript'],
  ['FWS', 'application/x-shockwave-flash'],
  ['CWS', 'application/x-shockwave-flash'],
  ['ZWS', 'application/x-shockwave-flash'],
  ['wOFF', 'font/woff'],
  ['wOF2', 'font/woff2'],
  ['OTTO', 'font/otf'],
  ['\x00\x01\x00\x00\x00', 'font/ttf'],
  ['8BPS', 'image/vnd.adobe.photoshop'],
  ['\xff\x0a', 'image/jxl'],
  ['\x00\x00\x00\x0cJXL \r\n\x87\n', 'image/jxl'],
  ['\x00\x00\x00\x0cjP  \r\n\x87\n', 'image/jp2'],
  ['MZ', 'application/x-msdownload'],
  ['\x7fELF', 'application/x-elf'],
];

/** Formats that a container tells from others of its kind; `undefined` where it is none of them. */
const CONTAINERS: readonly ((sample: string) => string | undefined)[] = [
  (sample) => (sample.startsWith('PK\x03\x04') ? typeOfZip(sample) : undefined),
  (sample) =>
    sample.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') ? typeOfOle(sample) : undefined,
  (sample) => (sample.startsWith('RIFF') ? RIFF_TYPES[sample.slice(8, 12)] : undefined),
  (sample) =>
    sample.startsWith('FORM') && /^AIF[FC]/.test(sample.slice(8, 12)) ? 'audio/aiff' : undefined,
  (sample) => (sample.startsWith('OggS') ? typeOfOgg(sample) : undefined),
  (sample) => (sample.startsWith('\x1a\x45\xdf\xa3') ? typeOfMatroska(sample) : undefined),
  (sample) =>
    sample.startsWith('\x30\x26\xb2\x75\x8e\x66\xcf\x11') ? typeOfAsf(sample) : undefined,
  (sample) => (sample.slice(4, 8) === 'ftyp' ? typeOfMp4(sample.slice(8, 12)) : undefined),
  (sample) =>
    /^(?:moov|mdat|wide|free|skip|pnot)$/.test(sample.slice(4, 8)) ? 'video/quicktime' : undefined,
  (sample) => (isTransportStream(sample) ? 'video/mp2t' : undefined),
  (sample) => (isMpegAudio(sample) ? 'audio/mpeg' : undefined),
];

const RIFF_TYPES: Readonly<Partial<Record<string, string>>> = {
  WAVE: 'audio/wav',
  'AVI ': 'video/x-msvideo',
  RMID: 'audio/midi',
};

const OPEN_XML = 'application/vnd.openxmlformats-officedocument.';

/** Office formats are zip files: OpenDocument names itself in its first entry, Office Open XML by its folders. */
function typeOfZip(sample: string): string {
  const own = /^[\s\S]{30}mimetype(application\/[\w.+-]{1,100}?)(?:PK|$)/.exec(sample)?.[1];
  if (own !== undefined) return own;
  if (sample.includes('word/')) return `${OPEN_XML}wordprocessingml.document`;
  if (sample.includes('xl/')) return `${OPEN_XML}spreadsheetml.sheet`;
  if (sample.includes('ppt/')) return `${OPEN_XML}presentationml.presentation`;
  if (sample.includes('META-INF/MANIFEST.MF')) return 'application/java-archive';
  return 'application/zip';
}

/** The names of streams in the old Office formats, as UTF-16: they stand in the directory, which may lie anywhere. */
const OLE_STREAMS: readonly (readonly [name: string, type: string])[] = [
  ['WordDocument', 'application/msword'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
];

function typeOfOle(sample: string): string {
  for (const [name, type] of OLE_STREAMS) {
    if (sample.includes(name.replace(/./g, '$&\0'))) return type;
  }
  return 'application/x-ole-storage';
}

function typeOfOgg(sample: string): string {
  const first = sample.slice(0, 512);
  if (first.includes('\x80theora')) return 'video/ogg';
  return /vorbis|OpusHead|Speex {3}|FLAC/.test(first) ? 'audio/ogg' : 'application/ogg';
}

function typeOfMatroska(sample: string): string {
  return sample.slice(0, 4096).includes('webm') ? 'video/webm' : 'video/x-matroska';
}

/** The stream header of film in ASF, by its identifier. */
function typeOfAsf(sample: string): string {
  const isFilm = sample.includes(
    '\xc0\xef\x19\xbc\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b',
  );
  return isFilm ? 'video/x-ms-wmv' : 'audio/x-ms-wma';
}

function typeOfMp4(brand: string): string {
  if (/^M4[AB] /.test(brand)) return 'audio/mp4';
  if (brand === 'qt  ') return 'video/quicktime';
  if (/^3g/.test(brand)) return 'video/3gpp';
  return 'video/mp4';
}

/** Packets of 188 bytes, each with the same first byte. */
function isTransportStream(sample: string): boolean {
  return [0, 188, 376, 564].every((at) => sample[at] === 'G');
}

/** Two frames of MPEG audio, the second where the first says that it starts. */
function isMpegAudio(sample: string): boolean {
  const length = mpegFrameLength(sample, 0);
  return length > 0 && mpegFrameLength(sample, length) > 0;
}

const KILOBITS = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const HERTZ = [44_100, 48_000, 32_000];

/** Length in bytes of a frame of layer III; 0 where there is none. */
function mpegFrameLength(sample: string, at: number): number {
  const [a, b, c] = [0, 1, 2].map((more) => sample.charCodeAt(at + more));
  if (a !== 0xff || b === undefined || c === undefined) return 0;
  if ((b & 0xe6) !== 0xe2 || (b & 0x18) === 0x08) return 0;
  const isFirst = (b & 0x18) === 0x18;
  const rate = KILOBITS[isFirst ? 'mpeg1' : 'mpeg2'][c >> 4] ?? 0;
  const divisor = isFirst ? 1 : (b & 0x18) === 0x10 ? 2 : 4;
  const hertz = (HERTZ[(c >> 2) & 3] ?? 0) / divisor;
  if (rate === 0 || hertz === 0) return 0;
  return Math.floor(((isFirst ? 144_000 : 72_000) * rate) / hertz) + ((c >> 1) & 1);
}

/** What text is, by its first tag or letter; a byte that no text has makes it unknown. */
function typeOfText(sample: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what tells binary data from text
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(sample.slice(0, 4096))) return UNKNOWN_TYPE;
  const start = sample
    .slice(0, 4096)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (HTML_START.test(start)) return 'text/html';
  if (/^<\?xml|^<(?:rss|feed|urlset|sitemapindex)\b/i.test(start)) {
    return /<html[\s>]/i.test(start) ? 'application/xhtml+xml' : 'application/xml';
  }
  if (/^(?:\{\s*["}]|\[\s*[[{"\d\]tfn-])/.test(start)) return 'application/json';
  return 'text/plain';
}

const HTML_START = /^<(?:!doctype\s+html|html|head|title|body|frameset)[\s>]/i;
