// The literals section of a compressed block (RFC 8878 section 3.1.1.3.1).
import { atLeast, bitsAt, type Cursor, type Fault, MARGIN, nextByte, numberAt } from './bits.ts';
import type { BlockState } from './block-state.ts';
import { decodeHuffmanStream, type HuffmanTable, readHuffmanTable } from './huffman.ts';

interface LiteralsHeader {
  readonly type: number;
  readonly headerBytes: number;
  /** Number of literals. */
  readonly size: number;
  /** Bytes they take up behind the header. */
  readonly storedBytes: number;
  readonly hasFourStreams: boolean;
}

const RAW = 0;
const SAME_BYTE = 1;
const CODED = 2;
const JUMP_TABLE_BYTES = 6;
/** With fewer literals the first three streams would hold more than there are. */
const MIN_FOR_FOUR = 6;
const CUT_SHORT = 'the literals are cut short';

/** Decodes the section at the cursor, at most `limit` literals, into `state.literals`. */
export function readLiterals(cursor: Cursor, state: BlockState, limit: number): Fault {
  if (cursor.position >= cursor.end) return CUT_SHORT;
  const header = readHeader(cursor);
  const section: Cursor = {
    memory: cursor.memory,
    position: cursor.position + header.headerBytes,
    end: cursor.position + header.headerBytes + header.storedBytes,
  };
  if (section.end > cursor.end) return CUT_SHORT;
  if (header.size > limit) return 'there are more literals than a block may hold';
  cursor.position = section.end;
  if (header.type === RAW) {
    // Used where they lie.
    state.literals = { memory: section.memory, start: section.position, end: section.end };
    return undefined;
  }
  state.ownLiterals = atLeast(state.ownLiterals, header.size + MARGIN);
  state.literals = { memory: state.ownLiterals, start: 0, end: header.size };
  if (header.type === SAME_BYTE) {
    state.ownLiterals.bytes.fill(nextByte(section), 0, header.size);
    return undefined;
  }
  const table = chooseTable(section, state, header.type);
  if (typeof table === 'string') return table;
  const decode = header.hasFourStreams ? decodeFourStreams : decodeHuffmanStream;
  return decode(section, table, state.ownLiterals.bytes.subarray(0, header.size));
}

function readHeader(cursor: Cursor): LiteralsHeader {
  const { view } = cursor.memory;
  const firstBit = cursor.position * 8;
  const type = bitsAt(view, firstBit, 2);
  const format = bitsAt(view, firstBit + 2, 2);
  if (type < CODED) {
    // The format of the shortest header has one bit only.
    const headerBytes = format & 1 ? (format + 3) >>> 1 : 1;
    const formatBits = format & 1 ? 2 : 1;
    const size = bitsAt(view, firstBit + 2 + formatBits, headerBytes * 8 - 2 - formatBits);
    return { type, headerBytes, size, storedBytes: type === RAW ? size : 1, hasFourStreams: false };
  }
  const headerBytes = Math.max(3, format + 2);
  const sizeBits = headerBytes * 4 - 2;
  const size = bitsAt(view, firstBit + 4, sizeBits);
  const storedBytes = bitsAt(view, firstBit + 4 + sizeBits, sizeBits);
  return { type, headerBytes, size, storedBytes, hasFourStreams: format !== 0 };
}

/** Reads the tree in front of the streams, or takes the one that was used last. */
function chooseTable(section: Cursor, state: BlockState, type: number): HuffmanTable | string {
  const { tables, ownTables } = state;
  if (type !== CODED) return tables.literals ?? 'literals lean on a Huffman tree that is not there';
  tables.literals = ownTables.literals;
  return readHuffmanTable(section, ownTables.literals) ?? ownTables.literals;
}

/** Each stream holds a quarter of the literals, rounded up; the last one holds what is left. */
function decodeFourStreams(section: Cursor, table: HuffmanTable, target: Uint8Array): Fault {
  const { memory, position, end } = section;
  if (end - position < JUMP_TABLE_BYTES || target.length < MIN_FOR_FOUR) return CUT_SHORT;
  const quarter = (target.length + 3) >>> 2;
  let streamStart = position + JUMP_TABLE_BYTES;
  for (let i = 0; i < 4; i++) {
    const isLast = i === 3;
    const streamEnd = isLast ? end : streamStart + numberAt(memory.bytes, position + 2 * i, 2);
    if (streamEnd > end) return CUT_SHORT;
    const stream: Cursor = { memory, position: streamStart, end: streamEnd };
    const part = target.subarray(i * quarter, (i + 1) * quarter);
    const fault = decodeHuffmanStream(stream, table, part);
    if (fault !== undefined) return fault;
    streamStart = streamEnd;
  }
  return undefined;
}
