// How the value of a field is written into a stored document and read back: one pair of functions for each type of fields.
import type { Timestamp } from '../model/capture.ts';
import { COLOR_FAMILIES, type ColorFamily } from '../model/color.ts';
import type {
  FieldType,
  FieldTypes,
  ImageCaption,
  ImageText,
  PaletteColor,
  PictureSize,
} from '../model/field-types.ts';
import { parseLicence, printLicence } from '../model/licence.ts';
import {
  EVIDENCE_ROLES,
  EVIDENCE_SOURCES,
  type EvidenceSource,
  PLACE_EXTENTS,
  type PlaceEvidence,
} from '../model/place.ts';
import { toSurt } from '../model/surt.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { readMime, writeMime } from './mime-code.ts';

/** Names that many documents share, kept once: files and collections. */
export interface DocumentNames {
  fileId(name: string): number;
  fileName(id: number): string;
  collectionId(name: string): number;
  collectionName(id: number): string;
}

/** What values are written with. */
export interface WriteContext {
  readonly writer: ByteWriter;
  readonly names: DocumentNames;
  /** Time of the oldest capture as a number: others are close to it. */
  oldest: number;
}

/** What values are read with. */
export interface ReadContext {
  readonly reader: ByteReader;
  readonly names: DocumentNames;
  oldest: number;
}

/** A type of fields as bytes. */
export interface FieldCodec<Value> {
  /** The value that is not written; `undefined` where there is none. A list that is empty is not written either. */
  readonly absent: Value | undefined;
  write(context: WriteContext, value: Value): void;
  /** Throws a `RangeError` when the bytes are damaged. */
  read(context: ReadContext): Value;
}

const CAPTION_SOURCES = [
  '',
  'figcaption',
  'parent',
  'siblings',
  'anchor',
  'metadata',
  'near',
] as const;
const EMPTY_LIST: readonly never[] = [];

const text: FieldCodec<string> = {
  absent: '',
  write: ({ writer }, value) => writer.text(value),
  read: ({ reader }) => reader.text(),
};

/** Types that are stored: an id, with its digest, stands before the document. */
export const FIELD_CODECS: {
  readonly [Type in Exclude<FieldType, 'id' | 'digest'>]: FieldCodec<FieldTypes[Type]>;
} = {
  capture: {
    absent: undefined,
    write(context, { url, surt, time, file, offset }) {
      const { writer, names } = context;
      // The URL nearly always tells the SURT; then it is not stored.
      const isSurtTold = toSurt(url) === surt;
      writer.byte(isSurtTold ? 0 : HAS_SURT);
      writer.text(url);
      if (!isSurtTold) writer.text(surt);
      context.oldest = Number(time);
      writer.number(context.oldest);
      writer.number(names.fileId(file));
      writer.number(offset);
    },
    read(context) {
      const { reader, names } = context;
      const flags = reader.byte();
      const url = reader.text();
      const surt = flags === HAS_SURT ? reader.text() : toSurt(url);
      context.oldest = reader.number();
      const file = names.fileName(reader.number());
      return { surt, url, time: toTimestamp(context.oldest), file, offset: reader.number() };
    },
  },
  time: {
    absent: undefined,
    write: ({ writer, oldest }, time) => writer.difference(Number(time), oldest),
    read: ({ reader, oldest }) => toTimestamp(reader.difference(oldest)),
  },
  mime: {
    absent: '',
    write: ({ writer }, mime) => writeMime(writer, mime),
    read: ({ reader }) => readMime(reader),
  },
  number: {
    absent: 0,
    write: ({ writer }, value) => writer.number(value),
    read: ({ reader }) => reader.number(),
  },
  score: {
    absent: undefined,
    write({ writer }, score) {
      writer.byte(score === 'unknown' ? 0 : 1);
      if (score !== 'unknown') writer.fraction(score);
    },
    read: ({ reader }) => (reader.byte() === 0 ? 'unknown' : reader.fraction()),
  },
  text,
  texts: {
    absent: EMPTY_LIST,
    write: writeTexts,
    read: readTexts,
  },
  captions: {
    absent: EMPTY_LIST,
    write(context, captions) {
      writeTexts(context, captions);
      for (const { source } of captions) context.writer.byte(CAPTION_SOURCES.indexOf(source));
    },
    read(context) {
      return readTexts(context).map(({ text, language }): ImageCaption => {
        return { text, language, source: CAPTION_SOURCES[context.reader.byte()] ?? '' };
      });
    },
  },
  collections: {
    absent: EMPTY_LIST,
    write({ writer, names }, collections) {
      writer.number(collections.length);
      for (const name of collections) writer.number(names.collectionId(name));
    },
    read({ reader, names }) {
      const found: string[] = [];
      for (let left = reader.number(); left > 0; left--) {
        found.push(names.collectionName(reader.number()));
      }
      return found.sort();
    },
  },
  page: {
    absent: undefined,
    write({ writer, oldest }, { url, title, time, language }) {
      writer.text(url);
      writer.text(title);
      writer.difference(Number(time), oldest);
      writer.text(language);
    },
    read({ reader, oldest }) {
      const url = reader.text();
      const title = reader.text();
      const time = toTimestamp(reader.difference(oldest));
      return { url, surt: toSurt(url), title, time, language: reader.text() };
    },
  },
  keys: {
    absent: EMPTY_LIST,
    write({ writer }, keys) {
      writer.number(keys.length);
      let before = 0;
      for (const key of keys) {
        writer.number(key - before);
        before = key;
      }
    },
    read({ reader }) {
      const keys: number[] = [];
      let key = 0;
      for (let left = reader.number(); left > 0; left--) {
        key += reader.number();
        keys.push(key);
      }
      return keys;
    },
  },
  sizes: {
    absent: EMPTY_LIST,
    write({ writer }, sizes) {
      writer.number(sizes.length);
      for (const { width, height } of sizes) {
        writer.number(width);
        writer.number(height);
      }
    },
    read({ reader }) {
      const sizes: PictureSize[] = [];
      for (let left = reader.number(); left > 0; left--) {
        sizes.push({ width: reader.number(), height: reader.number() });
      }
      return sizes;
    },
  },
  colors: {
    absent: undefined,
    write({ writer }, { palette, families }) {
      writer.number(palette.length);
      for (const { color, share } of palette) {
        writer.number(Number.parseInt(color.slice(1), 16));
        writer.byte(Math.round(share * SHARE_STEPS));
      }
      writer.number(families.length);
      for (const family of families) writer.byte(COLOR_FAMILIES.indexOf(family));
    },
    read({ reader }) {
      const palette: PaletteColor[] = [];
      for (let left = reader.number(); left > 0; left--) {
        const color = `#${reader.number().toString(16).padStart(6, '0')}`;
        palette.push({ color, share: reader.byte() / SHARE_STEPS });
      }
      const families: ColorFamily[] = [];
      for (let left = reader.number(); left > 0; left--) {
        const family = COLOR_FAMILIES[reader.byte()];
        if (family !== undefined) families.push(family);
      }
      return { palette, families };
    },
  },
  pictureTexts: {
    absent: EMPTY_LIST,
    write(context, lines) {
      writeTexts(context, lines);
      for (const { box } of lines) {
        for (const part of [box.left, box.top, box.width, box.height]) {
          context.writer.number(Math.round(part * BOX_STEPS));
        }
      }
    },
    read(context) {
      const { reader } = context;
      const part = () => reader.number() / BOX_STEPS;
      return readTexts(context).map((text) => {
        return { ...text, box: { left: part(), top: part(), width: part(), height: part() } };
      });
    },
  },
  labels: {
    absent: EMPTY_LIST,
    write(context, labels) {
      writeTexts(context, labels);
      for (const { score } of labels) context.writer.byte(Math.round(score * SHARE_STEPS));
    },
    read(context) {
      return readTexts(context).map((text) => {
        return { ...text, score: context.reader.byte() / SHARE_STEPS };
      });
    },
  },
  bits: {
    absent: undefined,
    write: ({ writer }, bits) => writer.hex(bits),
    read: ({ reader }) => reader.hex(BITS_BYTES),
  },
  vector: {
    absent: undefined,
    write({ writer }, vector) {
      writer.number(vector.length / 2);
      writer.hex(vector);
    },
    read: ({ reader }) => reader.hex(reader.number()),
  },
  picture: {
    absent: undefined,
    write({ writer }, { lead, place, count }) {
      writer.hex(lead);
      writer.number(place);
      writer.number(count);
    },
    read({ reader }) {
      const lead = reader.hex(LEAD_BYTES);
      return { lead, place: reader.number(), count: reader.number() };
    },
  },
  licence: {
    absent: undefined,
    write: ({ writer }, licence) => writer.text(printLicence(licence)),
    read({ reader }) {
      const licence = parseLicence(reader.text());
      if (licence === undefined) throw new RangeError('the licence of the document is damaged');
      return licence;
    },
  },
  place: {
    absent: undefined,
    write({ writer }, { latitude, longitude, source }) {
      writer.fraction(latitude);
      writer.fraction(longitude);
      writer.text(source);
    },
    read({ reader }) {
      const latitude = reader.fraction();
      const longitude = reader.fraction();
      return { latitude, longitude, source: reader.text() };
    },
  },
  shownPlace: {
    absent: undefined,
    write({ writer }, place) {
      writeWhere(writer, place);
      for (const text of [place.town, place.region, place.country]) writer.text(text);
    },
    read({ reader }) {
      const where = readWhere(reader);
      return { ...where, town: reader.text(), region: reader.text(), country: reader.text() };
    },
  },
  evidence: {
    absent: undefined,
    write({ writer }, evidence) {
      writer.number(evidence.length);
      for (const each of evidence) {
        writeWhere(writer, each);
        writer.byte(EVIDENCE_ROLES.indexOf(each.role));
        writer.text(each.rule);
      }
    },
    read({ reader }) {
      const evidence: PlaceEvidence[] = [];
      for (let left = reader.number(); left > 0; left--) {
        const where = readWhere(reader);
        const role = EVIDENCE_ROLES[reader.byte()] ?? 'page';
        evidence.push({ ...where, role, rule: reader.text() });
      }
      return evidence;
    },
  },
};

type Where = Omit<PlaceEvidence, 'role' | 'rule'>;

function writeWhere(writer: ByteWriter, where: Where): void {
  writer.fraction(where.latitude);
  writer.fraction(where.longitude);
  writer.byte(EVIDENCE_SOURCES.indexOf(where.source));
  writer.byte(PLACE_EXTENTS.indexOf(where.extent));
  writer.byte(Math.round(where.confidence * SHARE_STEPS));
  writer.text(where.name);
  writer.text(where.text);
}

function readWhere(reader: ByteReader): Where {
  const latitude = reader.fraction();
  const longitude = reader.fraction();
  const source: EvidenceSource = EVIDENCE_SOURCES[reader.byte()] ?? 'page';
  const extent = PLACE_EXTENTS[reader.byte()] ?? 'point';
  const confidence = reader.byte() / SHARE_STEPS;
  return {
    latitude,
    longitude,
    source,
    extent,
    confidence,
    name: reader.text(),
    text: reader.text(),
  };
}

const HAS_SURT = 1;
/** Of the name of a picture. */
const LEAD_BYTES = 8;
/** Of a look. */
const BITS_BYTES = 32;
/** Shares are told in hundredths. */
const SHARE_STEPS = 100;
/** Boxes are told in thousandths. */
const BOX_STEPS = 1000;

function writeTexts({ writer }: WriteContext, texts: readonly ImageText[]): void {
  writer.number(texts.length);
  for (const { text, language } of texts) {
    writer.text(text);
    writer.text(language);
  }
}

function readTexts({ reader }: ReadContext): ImageText[] {
  const texts: ImageText[] = [];
  for (let left = reader.number(); left > 0; left--) {
    texts.push({ text: reader.text(), language: reader.text() });
  }
  return texts;
}

/** Written from a timestamp of 14 digits. */
function toTimestamp(time: number): Timestamp {
  return String(time) as Timestamp;
}
