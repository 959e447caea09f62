// Sequence execution (RFC 8878 section 3.1.1.4): from lengths and offsets to output.
import type { Fault, Memory } from './bits.ts';
import type { BlockState } from './block-state.ts';
import { SEQUENCE_FIELDS } from './sequence-stream.ts';
import type { Window } from './window.ts';

/** Longer copies are left to the engine; measured on text with Node 20. */
const LONG_COPY = 64;

/** Writes the literals and matches that decoded sequences name to the window. */
export function executeSequences(fields: Int32Array, state: BlockState, window: Window): Fault {
  const { literals, recentOffsets } = state;
  const { limit, memory } = window;
  let literal = literals.start;
  let out = window.position;
  let recent1 = recentOffsets[0] ?? 0;
  let recent2 = recentOffsets[1] ?? 0;
  let recent3 = recentOffsets[2] ?? 0;

  for (let at = 0; at < fields.length; at += SEQUENCE_FIELDS) {
    const literalLength = fields[at] ?? 0;
    const matchLength = fields[at + 1] ?? 0;
    let offset = fields[at + 2] ?? 0;
    if (offset > 3) {
      offset -= 3;
      recent3 = recent2;
      recent2 = recent1;
      recent1 = offset;
    } else {
      // A recent offset. Without literals the last one would have made the last match longer, so
      // the choice begins with the one before it, and ends with one less than the last.
      const choice = literalLength === 0 ? offset + 1 : offset;
      if (choice === 1) offset = recent1;
      else {
        offset = choice === 2 ? recent2 : choice === 3 ? recent3 : recent1 - 1;
        if (choice > 2) recent3 = recent2;
        recent2 = recent1;
        recent1 = offset;
      }
    }
    if (literalLength > literals.end - literal)
      return 'sequences take more literals than there are';
    if (literalLength + matchLength > limit - out) return 'a block is larger than allowed';
    copyLiterals(literals.memory, literal, memory, out, literalLength);
    literal += literalLength;
    out += literalLength;
    if (offset > out || offset === 0) return 'the offset of a match is out of range';
    copyMatch(memory, out, offset, matchLength);
    out += matchLength;
  }
  literals.start = literal;
  window.position = out;
  recentOffsets.set([recent1, recent2, recent3]);
  return undefined;
}

/** Short copies go by four bytes, past their end: what lies there is not written yet. */
function copyLiterals(
  source: Memory,
  from: number,
  target: Memory,
  to: number,
  length: number,
): void {
  if (length > LONG_COPY) {
    target.bytes.set(source.bytes.subarray(from, from + length), to);
    return;
  }
  for (let i = 0; i < length; i += 4) {
    target.view.setInt32(to + i, source.view.getInt32(from + i, true), true);
  }
}

/** Where the match overlaps what it is copied to, the bytes just copied are copied again. */
function copyMatch({ bytes, view }: Memory, to: number, offset: number, length: number): void {
  const from = to - offset;
  if (length > LONG_COPY) {
    copyDoubling(bytes, to, offset, length);
  } else if (offset >= 4) {
    for (let i = 0; i < length; i += 4) view.setInt32(to + i, view.getInt32(from + i, true), true);
  } else {
    for (let i = 0; i < length; i++) view.setUint8(to + i, view.getUint8(from + i));
  }
}

/** Copies what is there, then twice as much, and so on. */
function copyDoubling(bytes: Uint8Array, to: number, offset: number, length: number): void {
  const from = to - offset;
  for (let done = 0; done < length; ) {
    const part = Math.min(offset + done, length - done);
    bytes.copyWithin(to + done, from, from + part);
    done += part;
  }
}
