// The sequences section of a compressed block (RFC 8878 section 3.1.1.3.2): header and tables.
import { type Cursor, type Fault, nextByte } from './bits.ts';
import type { BlockState } from './block-state.ts';
import { executeSequences } from './execute.ts';
import { type FseTable, fillWithSymbol, readFseTable } from './fse.ts';
import { PREDEFINED_TABLES, SEQUENCE_LIMITS, type SequencePart } from './sequence-codes.ts';
import { decodeSequences, SEQUENCE_FIELDS, type SequenceTables } from './sequence-stream.ts';
import type { Window } from './window.ts';

const PREDEFINED = 0;
const SAME_SYMBOL = 1;
const CODED = 2;
/** Every sequence ends with a match of at least this many bytes. */
const MIN_MATCH = 3;
const CUT_SHORT = 'the sequences are cut short';
const TOO_LARGE = 'a block is larger than allowed';

/** Decodes the section, which goes up to the end of the block, and writes the block's output. */
export function readSequences(cursor: Cursor, state: BlockState, window: Window): Fault {
  const count = readCount(cursor);
  if (count === undefined) return CUT_SHORT;
  if (count * MIN_MATCH > window.limit - window.position) return TOO_LARGE;
  if (count === 0) {
    if (cursor.position < cursor.end) return 'a block without sequences goes on behind them';
  } else {
    const tables = readTables(cursor, state);
    if (typeof tables === 'string') return tables;
    const fields = fieldsFor(state, count);
    const fault =
      decodeSequences(cursor, tables, fields) ?? executeSequences(fields, state, window);
    if (fault !== undefined) return fault;
  }
  return appendLiterals(state, window);
}

/** One to three bytes; `undefined` when they are cut short. */
function readCount(cursor: Cursor): number | undefined {
  const { position, end, memory } = cursor;
  const head = position < end ? memory.view.getUint8(position) : 0;
  const size = head < 128 ? 1 : head < 255 ? 2 : 3;
  if (position + size > end) return undefined;
  cursor.position += size;
  if (size === 1) return head;
  return size === 2
    ? ((head - 128) << 8) + memory.view.getUint8(position + 1)
    : memory.view.getUint16(position + 1, true) + 0x7f00;
}

/** Reads the byte of modes and the tables that it announces. */
function readTables(cursor: Cursor, state: BlockState): SequenceTables | string {
  if (cursor.position >= cursor.end) return CUT_SHORT;
  const modes = nextByte(cursor);
  if (modes & 3) return 'reserved bits are set in a sequences header';
  const literalLength = readTable(cursor, state, 'literalLength', modes >>> 6);
  if (typeof literalLength === 'string') return literalLength;
  const offset = readTable(cursor, state, 'offset', (modes >>> 4) & 3);
  if (typeof offset === 'string') return offset;
  const matchLength = readTable(cursor, state, 'matchLength', (modes >>> 2) & 3);
  if (typeof matchLength === 'string') return matchLength;
  state.tables = { ...state.tables, literalLength, offset, matchLength };
  return { literalLength, offset, matchLength };
}

function readTable(
  cursor: Cursor,
  { tables, ownTables }: BlockState,
  part: SequencePart,
  mode: number,
): FseTable | string {
  const own = ownTables[part];
  const limits = SEQUENCE_LIMITS[part];
  if (mode === PREDEFINED) return PREDEFINED_TABLES[part];
  if (mode === CODED) return readFseTable(cursor, own, limits) ?? own;
  if (mode !== SAME_SYMBOL) return tables[part] ?? 'sequences lean on a table that is not there';
  if (cursor.position >= cursor.end) return CUT_SHORT;
  const symbol = nextByte(cursor);
  if (symbol > limits.maxSymbol) return 'a sequence code is out of range';
  fillWithSymbol(own, symbol);
  return own;
}

/** Room for `count` decoded sequences, used again for the next block. */
function fieldsFor(state: BlockState, count: number): Int32Array {
  const size = count * SEQUENCE_FIELDS;
  if (state.sequences.length < size) state.sequences = new Int32Array(2 * size);
  return state.sequences.subarray(0, size);
}

/** Literals that no sequence has used stand at the end of the block. */
function appendLiterals({ literals }: BlockState, window: Window): Fault {
  const rest = literals.memory.bytes.subarray(literals.start, literals.end);
  if (rest.length > window.limit - window.position) return TOO_LARGE;
  window.memory.bytes.set(rest, window.position);
  window.position += rest.length;
  return undefined;
}
