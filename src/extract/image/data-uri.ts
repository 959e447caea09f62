// `data:` URLs: images that live inside the page itself.

/** What a `data:` URL carries. The type is only declared: `inspectImage` tells the true one. */
export interface DataUri {
  readonly kind: 'data';
  /** Declared MIME type without parameters, lower case; `text/plain` when absent. */
  readonly mime: string;
  readonly bytes: Uint8Array;
}

/** A `data:` URL that gives no bytes. */
export interface DataUriRejected {
  readonly kind: 'rejected';
  readonly reason: DataUriRejection;
}

/** Why a `data:` URL gives no bytes. */
export type DataUriRejection = keyof typeof DATA_URI_REJECTIONS;

/** Every reason with an explanation for reports and documentation. */
export const DATA_URI_REJECTIONS = {
  'not-data-uri': 'the text does not start with `data:` or has no comma after its type',
  'bad-base64': 'the data holds characters that base64 does not have',
  'too-large': 'the data is larger than the limit (16 MB unless set otherwise)',
  empty: 'there is no data after the comma',
} as const;

/** Limits for `data:` URLs. */
export interface DataUriOptions {
  /** Largest number of decoded bytes; 16 MB by default. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_TYPE_CHARACTERS = 1024;
const MIME = /^[\w.+-]+\/[\w.+-]+$/;
const NOT_BASE64 = /[^A-Za-z0-9+/=_-]/;
const PERCENT = 0x25;
const ESCAPED_BYTE = /%([\da-f]{2})/gi;

/** Decodes a `data:` URL as leniently as browsers do. Linear in its length; never throws. */
export function parseDataUri(uri: string, options: DataUriOptions = {}): DataUri | DataUriRejected {
  const { maxBytes = MAX_BYTES } = options;
  const text = uri.trimStart();
  const comma = text.slice(0, MAX_TYPE_CHARACTERS).indexOf(',');
  if (comma === -1 || !/^data:/i.test(text)) return { kind: 'rejected', reason: 'not-data-uri' };
  // A byte takes at most three characters, so this refuses nothing that would fit.
  if (text.length - comma > 3 * maxBytes + MAX_TYPE_CHARACTERS) {
    return { kind: 'rejected', reason: 'too-large' };
  }
  const [type = '', ...parameters] = text.slice('data:'.length, comma).toLowerCase().split(';');
  const isBase64 = parameters.some((parameter) => parameter.trim() === 'base64');
  const plain = decodePercent(text.slice(comma + 1).replace(/[\t\n\r]/g, ''));
  const bytes = isBase64 ? decodeBase64(plain) : plain;
  if (bytes === undefined) return { kind: 'rejected', reason: 'bad-base64' };
  if (bytes.length === 0) return { kind: 'rejected', reason: 'empty' };
  if (bytes.length > maxBytes) return { kind: 'rejected', reason: 'too-large' };
  return { kind: 'data', mime: MIME.test(type.trim()) ? type.trim() : 'text/plain', bytes };
}

/** The short name of a `data:` image in output: its type and the SHA-256 of its bytes. */
export function toDataUriKey(mime: string, digest: string): string {
  return `data:${mime};sha256,${digest}`;
}

/** Percent signs that start no byte stay as they are. */
function decodePercent(text: string): Buffer {
  const raw = Buffer.from(text);
  if (!raw.includes(PERCENT)) return raw;
  const decoded = raw
    .toString('latin1')
    .replace(ESCAPED_BYTE, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return Buffer.from(decoded, 'latin1');
}

/** Standard and URL-safe alphabets; spaces and a fragment after the data are forgiven. */
function decodeBase64(plain: Buffer): Buffer | undefined {
  const [data = ''] = plain.toString('latin1').split('#', 1);
  const text = data.replace(/\s+/g, '');
  return NOT_BASE64.test(text) ? undefined : Buffer.from(text, 'base64');
}
