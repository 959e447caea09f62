// A document as bytes: its id plain, so that it can be compared, and all else packed, field by field as the table has them.
import type { ImageDocument } from '../model/document-fields.ts';
import { STORED_FIELDS, type StoredField } from '../model/field-lists.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { type DocumentNames, FIELD_CODECS, type FieldCodec } from './field-codecs.ts';
import { NewerFormatError } from './library-errors.ts';
import { pack, unpack } from './packing.ts';

export type { DocumentNames } from './field-codecs.ts';

/** How fields are written. Raised with each change that older programs would misread; new fields are none. */
const CODEC_VERSION = 1;

const DIGEST_BYTES = 32;
/** `<digest>-<page>` in mode `full`. */
const PAGE_HASH_BYTES = 8;
/** Bits of a mask that are kept in one number. */
const MASK_BITS = 24;

interface Codec extends StoredField {
  /** Which of the masks, and the bit of it, says that the field is there. */
  readonly mask: number;
  readonly flag: number;
  readonly codec: FieldCodec<unknown>;
}

const CODECS: readonly Codec[] = STORED_FIELDS.map((field) => {
  // A row of type id or digest has no bit, and each codec gets values of its own type.
  const codec = FIELD_CODECS[field.type as keyof typeof FIELD_CODECS] as FieldCodec<unknown>;
  return {
    ...field,
    mask: Math.floor(field.bit / MASK_BITS),
    flag: 1 << (field.bit % MASK_BITS),
    codec,
  };
});
const MASKS = 1 + CODECS.reduce((most, { mask }) => Math.max(most, mask), 0);
/** The bits that this program knows. */
const KNOWN = Array.from({ length: MASKS }, (_, mask) =>
  CODECS.reduce((bits, codec) => (codec.mask === mask ? bits | codec.flag : bits), 0),
);

const writer = new ByteWriter();

/** Packs a document. */
export function encodeDocument(document: ImageDocument, names: DocumentNames): Buffer {
  const name = document.id.replace('-', '');
  writer.start();
  writer.byte(CODEC_VERSION);
  writer.byte(MASKS);
  for (let mask = 0; mask < MASKS; mask++) writer.number(presentBits(document, mask));
  const context = { writer, names, oldest: 0 };
  for (const { name, codec } of CODECS) {
    const value: unknown = document[name];
    if (isThere(value, codec)) codec.write(context, value);
  }
  const nameBytes = name.length / 2;
  const data = pack(writer.finish(), 1 + nameBytes);
  data[0] = nameBytes;
  data.write(name, 1, 'hex');
  return data;
}

function presentBits(document: ImageDocument, mask: number): number {
  let bits = 0;
  for (const codec of CODECS) {
    if (codec.mask === mask && isThere(document[codec.name], codec.codec)) bits |= codec.flag;
  }
  return bits;
}

function isThere(value: unknown, { absent }: FieldCodec<unknown>): boolean {
  if (value === undefined || value === absent) return false;
  return !(Array.isArray(value) && value.length === 0);
}

/** The id of a stored document. Throws a `RangeError` when it is damaged. */
export function idOf(data: Buffer): string {
  // A damaged database gives other things than the bytes that were stored.
  if (!Buffer.isBuffer(data)) throw new RangeError('a document has no bytes');
  const length = data[0] ?? 0;
  const digest = data.toString('hex', 1, 1 + DIGEST_BYTES);
  if (length === DIGEST_BYTES) return digest;
  return `${digest}-${data.toString('hex', 1 + DIGEST_BYTES, 1 + DIGEST_BYTES + PAGE_HASH_BYTES)}`;
}

/**
 * Unpacks a document. Fields that it was stored without are absent, so one of before a field was added can be read. Throws a
 * `RangeError` when it is damaged, a `NewerFormatError` when it has what only a newer version of the program knows.
 */
export function decodeDocument(data: Buffer, names: DocumentNames): ImageDocument {
  const id = idOf(data);
  const reader = new ByteReader(unpack(data, 1 + (data[0] ?? 0)));
  if (reader.byte() > CODEC_VERSION) throw new NewerFormatError('a document');
  const masks = Array.from({ length: reader.byte() }, () => reader.number());
  if (masks.some((bits, mask) => (bits & ~(KNOWN[mask] ?? 0)) !== 0))
    throw new NewerFormatError('a document');
  const context = { reader, names, oldest: 0 };
  const document: Record<string, unknown> = { id, digest: id.slice(0, DIGEST_BYTES * 2) };
  for (const { name, mask, flag, codec, isOptional } of CODECS) {
    if (((masks[mask] ?? 0) & flag) !== 0) document[name] = codec.read(context);
    else if (isOptional) continue;
    else if (codec.absent !== undefined) document[name] = codec.absent;
    else throw new RangeError(`a document lacks ${name}`);
  }
  // All fields of the table, each of the type of its codec.
  return document as unknown as ImageDocument;
}
