// The bit stream of sequences (RFC 8878 section 3.1.1.3.2.1): from bits to lengths and offsets.
import { bitsAt, type Cursor, type Fault, MAX_FIELD_BITS, topOfStream } from './bits.ts';
import type { FseTable } from './fse.ts';
import { LITERAL_LENGTHS, MATCH_LENGTHS, type SequencePart } from './sequence-codes.ts';

/** The tables of one block. */
export type SequenceTables = Readonly<Record<SequencePart, FseTable>>;

/** Numbers per decoded sequence: literal length, match length, offset value. */
export const SEQUENCE_FIELDS = 3;

/** No window is as large as this code reaches, and one bit more would not fit an int32. */
const MAX_OFFSET_CODE = 30;

const CUT_SHORT = 'the sequences are cut short';

/**
 * Decodes as many sequences as `fields` has room for. The three states start in the order of the
 * tables; then each sequence has its extra bits and, but for the last, the bits of the next states.
 */
export function decodeSequences(stream: Cursor, tables: SequenceTables, fields: Int32Array): Fault {
  const { view } = stream.memory;
  const { literalLength, offset, matchLength } = tables;
  const literalCells = literalLength.cells;
  const offsetCells = offset.cells;
  const matchCells = matchLength.cells;
  const bottom = stream.position * 8;
  let bit = topOfStream(stream) - literalLength.log - offset.log - matchLength.log;
  if (bit < bottom) return CUT_SHORT;
  let matchState = bitsAt(view, bit, matchLength.log);
  let offsetState = bitsAt(view, bit + matchLength.log, offset.log);
  let literalState = bitsAt(view, bit + matchLength.log + offset.log, literalLength.log);

  for (let at = 0; at < fields.length; at += SEQUENCE_FIELDS) {
    const literalCell = literalCells[literalState] ?? 0;
    const offsetCell = offsetCells[offsetState] ?? 0;
    const matchCell = matchCells[matchState] ?? 0;
    const literalCode = LITERAL_LENGTHS[literalCell & 0xff] ?? 0;
    const matchCode = MATCH_LENGTHS[matchCell & 0xff] ?? 0;
    const offsetBits = offsetCell & 0xff;
    if (offsetBits > MAX_OFFSET_CODE) return 'an offset is larger than any window';
    bit -= offsetBits;
    fields[at + 2] = (1 << offsetBits) + wideBitsAt(view, bit, offsetBits);
    bit -= matchCode >>> 24;
    fields[at + 1] = (matchCode & 0xffffff) + bitsAt(view, bit, matchCode >>> 24);
    bit -= literalCode >>> 24;
    fields[at] = (literalCode & 0xffffff) + bitsAt(view, bit, literalCode >>> 24);
    if (at + SEQUENCE_FIELDS < fields.length) {
      bit -= (literalCell >>> 8) & 0xff;
      literalState = (literalCell >>> 16) + bitsAt(view, bit, (literalCell >>> 8) & 0xff);
      bit -= (matchCell >>> 8) & 0xff;
      matchState = (matchCell >>> 16) + bitsAt(view, bit, (matchCell >>> 8) & 0xff);
      bit -= (offsetCell >>> 8) & 0xff;
      offsetState = (offsetCell >>> 16) + bitsAt(view, bit, (offsetCell >>> 8) & 0xff);
    }
    if (bit < bottom) return CUT_SHORT;
  }
  return bit === bottom ? undefined : 'bits are left behind the last sequence';
}

/** A field of up to 31 bits. */
function wideBitsAt(view: DataView, bit: number, count: number): number {
  if (count <= MAX_FIELD_BITS) return bitsAt(view, bit, count);
  const low = bitsAt(view, bit, MAX_FIELD_BITS);
  return low | (bitsAt(view, bit + MAX_FIELD_BITS, count - MAX_FIELD_BITS) << MAX_FIELD_BITS);
}
