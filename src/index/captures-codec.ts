// The captures of one SURT as bytes, one after another in the order of time, file and offset.
import {
  MAX_NUMBER_BYTES,
  MAX_PLACE_BYTES,
  numberLength,
  offsetEnd,
  type Place,
  readNumber,
  readOffset,
  readTime,
  timeEnd,
  writeNumber,
  writePlace,
} from './captures-bytes.ts';
import { SHA1_BYTES, toDigestText, writeDigest } from './captures-digest.ts';
import { mimeNumber, mimeOfNumber } from './captures-mime.ts';
import {
  buildUrl,
  maxUrlBytes,
  readUrl,
  toStoredUrl,
  toUrlPlace,
  URL_MODES,
  urlEnd,
  writeUrl,
} from './captures-url.ts';

/** A capture as the index holds it. */
export interface CaptureRow extends Place {
  readonly surt: string;
  readonly url: string;
  readonly mime: string;
  readonly status: number;
  readonly digest: string;
  readonly length: number;
}

// The first byte behind the place of a capture: two bits for the digest, two for the mode of the URL,
// three for its form, one for the commonest status.
const NO_DIGEST = 0;
const SHA1 = 1;
const DIGEST_AS_BEFORE = 2;
const DIGEST_TEXT = 3;
const USUAL_STATUS = 200;

/** What all captures need beside their texts. */
const MAX_FIXED_BYTES = MAX_PLACE_BYTES + 5 * MAX_NUMBER_BYTES + SHA1_BYTES;

let scratch: Buffer = Buffer.allocUnsafe(16_384);

/** Makes the scratch long enough for some bytes behind a place; what is before it stays. */
function reserve(at: number, bytes: number): void {
  if (at + bytes <= scratch.length) return;
  const longer = Buffer.allocUnsafe(2 * (at + bytes));
  scratch.copy(longer, 0, 0, at);
  scratch = longer;
}

/**
 * Writes captures of one SURT, which are in order; all of `behind`, which was read to its end, comes before them. The
 * bytes have memory of their own.
 */
export function packCaptures(
  surt: string,
  captures: readonly CaptureRow[],
  behind?: CaptureCursor,
): Buffer {
  const urlPlace = toUrlPlace(surt);
  let at = 0;
  if (behind !== undefined) {
    reserve(0, behind.size);
    at = behind.copyTo(scratch);
  }
  let before: CaptureRow | undefined = behind;
  for (const capture of captures) {
    at = writeCapture(at, capture, urlPlace, before);
    before = capture;
  }
  return Buffer.from(scratch.subarray(0, at));
}

function writeCapture(
  at: number,
  capture: CaptureRow,
  urlPlace: string,
  before: CaptureRow | undefined,
): number {
  const { mime, status, digest, length } = capture;
  reserve(at, MAX_FIXED_BYTES + (mime.length + digest.length) * 3);
  const head = writePlace(scratch, at, capture);
  let end = writeMime(head + 1, mime);
  const hasUsualStatus = status === USUAL_STATUS;
  if (!hasUsualStatus) end = writeNumber(scratch, end, status);
  end = writeNumber(scratch, end, length);
  let digestForm = DIGEST_AS_BEFORE;
  if (before === undefined || before.digest !== digest) {
    const next = writeDigest(scratch, end, digest);
    if (next > end) digestForm = SHA1;
    else digestForm = digest === '' ? NO_DIGEST : DIGEST_TEXT;
    end = digestForm === DIGEST_TEXT ? writeText(end, digest) : next;
  }
  let flags = digestForm | (hasUsualStatus ? 0x80 : 0);
  if (before !== undefined && before.url === capture.url) flags |= URL_MODES.asBefore << 2;
  else {
    const url = toStoredUrl(urlPlace, capture.url);
    flags |= (url.mode << 2) | (url.form << 4);
    reserve(end, maxUrlBytes(url));
    end = writeUrl(scratch, end, url);
  }
  scratch[head] = flags;
  return end;
}

function writeMime(at: number, mime: string): number {
  const number = mimeNumber(mime);
  scratch[at] = number;
  return number === 0 ? writeText(at + 1, mime) : at + 1;
}

function writeText(at: number, text: string): number {
  const start = writeNumber(scratch, at, Buffer.byteLength(text));
  return start + scratch.write(text, start);
}

/**
 * Reads captures that `packCaptures` wrote, one by one: it is the one read last. Texts are made when asked for. The
 * bytes come in hexadecimal digits, since SQLite's driver hands out a text much sooner than a buffer.
 */
export class CaptureCursor implements CaptureRow {
  surt = '';
  time = 0;
  file = 0;
  offset = 0;
  status = 0;
  length = 0;
  #bytes: Buffer = Buffer.allocUnsafe(1024);
  #end = 0;
  #at = 0;
  #mimeAt = 0;
  #digestForm = NO_DIGEST;
  #digestAt = 0;
  #urlForm = 0;
  #urlAt = 0;
  #urlPlace: string | undefined;

  /** Goes before the first one. */
  open(surt: string, digits: string): void {
    this.surt = surt;
    this.#urlPlace = undefined;
    if (digits.length > 2 * this.#bytes.length) this.#bytes = Buffer.allocUnsafe(digits.length);
    this.#end = this.#bytes.write(digits, 'hex');
    this.#at = 0;
  }

  /** Copies all bytes, of those read already and of others; gives their number. */
  copyTo(target: Buffer): number {
    return this.#bytes.copy(target, 0, 0, this.#end);
  }

  /** Number of all bytes. */
  get size(): number {
    return this.#end;
  }

  /** Goes to the next one; false behind the last. Throws `RangeError` where the bytes are damaged. */
  next(): boolean {
    const bytes = this.#bytes;
    let at = this.#at;
    if (at >= this.#end) return false;
    this.time = readTime(bytes, at);
    at = timeEnd(bytes, at);
    this.file = readNumber(bytes, at);
    at += numberLength(bytes[at] ?? 0);
    this.offset = readOffset(bytes, at);
    at = offsetEnd(bytes, at);
    const flags = bytes[at++] ?? 0;
    this.#mimeAt = at;
    at = bytes[at] === 0 ? this.#textEnd(at + 1) : at + 1;
    this.status = USUAL_STATUS;
    if (flags < 0x80) {
      this.status = readNumber(bytes, at);
      at += numberLength(bytes[at] ?? 0);
    }
    this.length = readNumber(bytes, at);
    at += numberLength(bytes[at] ?? 0);
    this.#at = this.#passUrl(this.#passDigest(at, flags & 3), (flags >> 2) & 31);
    if (this.#at > this.#end) throw new RangeError('captures end before their end');
    return true;
  }

  get mime(): string {
    return mimeOfNumber(this.#bytes[this.#mimeAt] ?? 0) ?? this.#textAt(this.#mimeAt + 1);
  }

  get digest(): string {
    if (this.#digestForm === SHA1) return toDigestText(this.#bytes, this.#digestAt);
    return this.#digestForm === NO_DIGEST ? '' : this.#textAt(this.#digestAt);
  }

  get url(): string {
    this.#urlPlace ??= toUrlPlace(this.surt);
    const built = buildUrl(this.#urlPlace, this.#urlForm >> 2);
    const mode = this.#urlForm & 3;
    return mode === URL_MODES.built ? built : readUrl(this.#bytes, this.#urlAt, mode, built);
  }

  /** The one read last, to keep. */
  row(): CaptureRow {
    const { surt, time, file, offset, url, mime, status, digest, length } = this;
    return { surt, time, file, offset, url, mime, status, digest, length };
  }

  #passDigest(at: number, form: number): number {
    if (form === DIGEST_AS_BEFORE) return at;
    this.#digestForm = form;
    this.#digestAt = at;
    if (form === NO_DIGEST) return at;
    return form === SHA1 ? at + SHA1_BYTES : this.#textEnd(at);
  }

  /** `form` has the mode in its lower two bits. */
  #passUrl(at: number, form: number): number {
    const mode = form & 3;
    if (mode === URL_MODES.asBefore) return at;
    this.#urlForm = form;
    this.#urlAt = at;
    return mode === URL_MODES.built ? at : urlEnd(this.#bytes, at, mode);
  }

  #textAt(at: number): string {
    const start = at + numberLength(this.#bytes[at] ?? 0);
    return this.#bytes.toString('utf8', start, start + readNumber(this.#bytes, at));
  }

  #textEnd(at: number): number {
    return at + numberLength(this.#bytes[at] ?? 0) + readNumber(this.#bytes, at);
  }
}

const cursor = new CaptureCursor();

/** All captures of a row, whose bytes are given in hexadecimal digits. */
export function unpackCaptures(surt: string, digits: string): CaptureRow[] {
  cursor.open(surt, digits);
  const rows: CaptureRow[] = [];
  while (cursor.next()) rows.push(cursor.row());
  return rows;
}

/** The order of captures of one SURT. */
export function comparePlaces(a: Place, b: Place): number {
  return a.time - b.time || a.file - b.file || a.offset - b.offset;
}
