// Packing of rows: numbers stay as they are, texts are deflated with a preset dictionary where that is shorter.
import zlib from 'node:zlib';
import { DICTIONARY } from './packing-dictionary.ts';

/** A row before it is packed. */
export interface RowParts {
  /** Numbers, lengths, digests. */
  readonly head: Buffer;
  /** All texts one after another, UTF-8. */
  readonly text: Buffer;
}

/** How the text of a packed row is kept. Part of the format: a number is never used again for something else. */
const PLAIN = 0;
const DEFLATED = 1;

/** Packs a row for storage, after `lead` bytes that are for the caller to fill. The result is the caller's own. */
export function pack({ head, text }: RowParts, lead = 0): Buffer {
  const deflated = text.length === 0 ? text : deflate(text);
  return deflated.length < text.length
    ? join(lead, DEFLATED, head, deflated, text.length)
    : join(lead, PLAIN, head, text);
}

/** What was packed, from a place in `packed` on. Throws a `RangeError` for bytes that `pack` cannot have made. */
export function unpack(packed: Buffer, start = 0): RowParts {
  const { kind, headStart, headEnd, textBytes } = measure(packed, start);
  const head = packed.subarray(headStart, headEnd);
  if (kind === PLAIN) return { head, text: packed.subarray(headEnd) };
  if (kind !== DEFLATED) throw new RangeError('the row is not packed in a known way');
  return { head, text: inflate(packed.subarray(headEnd), textBytes) };
}

/** The head alone, without the work that the text takes. */
export function unpackHead(packed: Buffer, start = 0): Buffer {
  const { headStart, headEnd } = measure(packed, start);
  return packed.subarray(headStart, headEnd);
}

/** Where the parts of a packed row are. */
function measure(packed: Buffer, start: number) {
  const kind = packed[start];
  const headBytes = readSize(packed, start + 1);
  const textBytes = kind === PLAIN ? headBytes : readSize(packed, headBytes.end);
  const headEnd = textBytes.end + headBytes.size;
  if (headEnd > packed.length) throw new RangeError('the row ends too early');
  return { kind, headStart: textBytes.end, headEnd, textBytes: textBytes.size };
}

/** What leads, kind, size of the head, size of the text before it was packed (but for plain ones), head, text. */
function join(lead: number, kind: number, head: Buffer, text: Buffer, textBytes?: number): Buffer {
  const room = lead + 1 + MOST_SIZE_BYTES * 2;
  const joined = Buffer.allocUnsafe(room + head.length + text.length);
  joined[lead] = kind;
  let at = writeSize(joined, lead + 1, head.length);
  if (textBytes !== undefined) at = writeSize(joined, at, textBytes);
  head.copy(joined, at);
  text.copy(joined, at + head.length);
  return joined.subarray(0, at + head.length + text.length);
}

const MOST_SIZE_BYTES = 5;

/** Seven bits a byte; gives the place after it. */
function writeSize(bytes: Buffer, start: number, size: number): number {
  let at = start;
  let rest = size;
  while (rest >= 0x80) {
    bytes[at++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  bytes[at++] = rest;
  return at;
}

function readSize(bytes: Buffer, start: number): { readonly size: number; readonly end: number } {
  let size = 0;
  for (let at = start; at < start + MOST_SIZE_BYTES; at++) {
    const byte = bytes[at];
    if (byte === undefined) break;
    size += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) return { size, end: at + 1 };
  }
  throw new RangeError('a size of the row is damaged');
}

/** The parts of node:zlib's engine that are used; as in `archive/read/inflate.ts`. */
interface Engine {
  readonly _handle: {
    writeSync(
      flush: number,
      input: Uint8Array,
      inputStart: number,
      inputLength: number,
      output: Uint8Array,
      outputStart: number,
      outputLength: number,
    ): void;
    reset(): void;
    onerror: (message: string) => void;
  };
  readonly _writeState: Uint32Array;
}

// Rows are small: a small window, which holds the dictionary, and small tables make an engine quick to reset.
const SETTINGS = { level: 6, windowBits: 13, memLevel: 5, dictionary: DICTIONARY };
const ROOM = Buffer.allocUnsafe(64 * 1024);
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

let failure: string | undefined;
const engines = openEngines();

/** A view of what `bytes` become, valid until the next call. */
function deflate(bytes: Buffer): Buffer {
  if (engines === undefined || bytes.length > ROOM.length / 2) {
    return zlib.deflateRawSync(bytes, SETTINGS);
  }
  const { _handle: handle, _writeState: state } = engines.deflate;
  handle.reset();
  handle.writeSync(zlib.constants.Z_FINISH, bytes, 0, bytes.length, ROOM, 0, ROOM.length);
  return ROOM.subarray(0, ROOM.length - (state[0] ?? 0));
}

/** The text that was deflated, which had so many bytes. */
function inflate(deflated: Buffer, size: number): Buffer {
  if (size > MAX_TEXT_BYTES) throw new RangeError('a size of the row is damaged');
  const text = inflateQuickly(deflated) ?? inflateSafely(deflated);
  if (text.length !== size) throw new RangeError('the text of the row is damaged');
  return text;
}

function inflateQuickly(deflated: Buffer): Buffer | undefined {
  if (engines === undefined) return undefined;
  const { _handle: handle, _writeState: state } = engines.inflate;
  failure = undefined;
  handle.reset();
  handle.writeSync(zlib.constants.Z_FINISH, deflated, 0, deflated.length, ROOM, 0, ROOM.length);
  const left = state[0] ?? 0;
  if (failure !== undefined || left === 0) return undefined;
  return Buffer.from(ROOM.subarray(0, ROOM.length - left));
}

function inflateSafely(deflated: Buffer): Buffer {
  try {
    return zlib.inflateRawSync(deflated, { ...SETTINGS, maxOutputLength: MAX_TEXT_BYTES });
  } catch (cause) {
    throw new RangeError('the row cannot be unpacked', { cause });
  }
}

/** Engines whose inner parts are there and behave; otherwise the public calls do, three times slower. */
function openEngines(): { readonly deflate: Engine; readonly inflate: Engine } | undefined {
  try {
    // Inner parts of node:zlib, tried on a known text below.
    const deflater = zlib.createDeflateRaw(SETTINGS) as unknown as Engine;
    const inflater = zlib.createInflateRaw(SETTINGS) as unknown as Engine;
    for (const { _handle: handle } of [deflater, inflater]) {
      handle.onerror = (message) => {
        failure = message;
      };
    }
    const text = Buffer.from('http://www.example.org/images/photos/1.jpg http://www.example.org/');
    const room = Buffer.alloc(200);
    for (let round = 0; round < 2; round++) {
      deflater._handle.reset();
      deflater._handle.writeSync(zlib.constants.Z_FINISH, text, 0, text.length, room, 0, 100);
      const size = 100 - (deflater._writeState[0] ?? 0);
      inflater._handle.reset();
      inflater._handle.writeSync(zlib.constants.Z_FINISH, room, 0, size, room, 100, 100);
      if (!room.subarray(100, 100 + text.length).equals(text)) return undefined;
    }
    return { deflate: deflater, inflate: inflater };
  } catch {
    return undefined; // another Node with other inner parts
  }
}
