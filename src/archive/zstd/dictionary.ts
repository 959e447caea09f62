// Dictionaries (RFC 8878 section 5): content that frames may copy from, with or without tables.
import { allocate, copyWithMargins, MARGIN, numberAt } from './bits.ts';
import { createEntropyTables, type Entropy } from './block-state.ts';
import { readFseTable } from './fse.ts';
import { readHuffmanTable } from './huffman.ts';
import { SEQUENCE_LIMITS } from './sequence-codes.ts';

/** A dictionary ready for use; one serves any number of decoders. */
export interface ZstdDictionary {
  /** The number by which frames call for it; 0 for raw content. */
  readonly id: number;
  readonly content: Uint8Array;
  /** @internal Tables for the first block of a frame; raw content has none. */
  readonly entropy: Entropy | undefined;
}

/** A dictionary, or why there is none. */
export type ZstdDictionaryResult =
  | { readonly kind: 'dictionary'; readonly dictionary: ZstdDictionary }
  | { readonly kind: 'invalid'; readonly reason: string };

const DICTIONARY_MAGIC = 0xec30a437;
const HEADER_BYTES = 8;
const OFFSETS_BYTES = 12;

/** Reads a dictionary. Bytes without the magic number of dictionaries are raw content. */
export function parseZstdDictionary(bytes: Uint8Array): ZstdDictionaryResult {
  const cursor = copyWithMargins(bytes, allocate(bytes.length + 2 * MARGIN));
  const source = cursor.memory.bytes.subarray(0, cursor.end);
  if (bytes.length < HEADER_BYTES || numberAt(bytes, 0, 4) !== DICTIONARY_MAGIC) {
    const content = source.subarray(cursor.position);
    return { kind: 'dictionary', dictionary: { id: 0, content, entropy: undefined } };
  }
  cursor.position += HEADER_BYTES;
  const tables = createEntropyTables();
  const fault =
    readHuffmanTable(cursor, tables.literals) ??
    readFseTable(cursor, tables.offset, SEQUENCE_LIMITS.offset) ??
    readFseTable(cursor, tables.matchLength, SEQUENCE_LIMITS.matchLength) ??
    readFseTable(cursor, tables.literalLength, SEQUENCE_LIMITS.literalLength);
  if (fault !== undefined) return { kind: 'invalid', reason: `damaged dictionary: ${fault}` };
  const offsets = [0, 4, 8].map((place) => numberAt(source, cursor.position + place, 4));
  const content = source.subarray(cursor.position + OFFSETS_BYTES);
  // Holds also where the offsets are cut short: then there is no content to reach into.
  if (offsets.some((offset) => offset === 0 || offset > content.length)) {
    return { kind: 'invalid', reason: 'damaged dictionary: an offset lies outside its content' };
  }
  const entropy = { tables, recentOffsets: Int32Array.from(offsets) };
  return {
    kind: 'dictionary',
    dictionary: { id: numberAt(bytes, 4, 4), content, entropy },
  };
}
