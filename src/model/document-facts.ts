// Joins what rows tell of a content with its facts: what pixels or a model told.
import { COLOR_FAMILIES, readHex } from './color.ts';
import type { ImageDocument } from './document-fields.ts';
import type { ContentFacts, FactValue } from './fact.ts';
import { FACT_FIELDS, type FactField } from './field-lists.ts';
import type {
  FieldType,
  ImageColors,
  PaletteColor,
  PictureBox,
  PictureLabel,
  PictureText,
} from './field-types.ts';
import { toKind } from './kind.ts';
import { MAX_LABELS, tidyLabel } from './label.ts';
import { parseLook } from './look.ts';
import { parseVector, printVector } from './vector.ts';

const NO_FACTS: ContentFacts = new Map();

/**
 * A document with the fields that these facts tell, in place of those that it had. What the row of a field does not fit is left
 * out: a producer may be a program of the user's. A score that was tried in vain is `unknown`.
 */
export function withFacts(document: ImageDocument, facts: ContentFacts = NO_FACTS): ImageDocument {
  const told: Record<string, unknown> = { ...document };
  for (const field of FACT_FIELDS) {
    const value = readFact(field, facts.get(field.from.producer), document);
    if (value === undefined) delete told[field.name];
    else told[field.name] = value;
  }
  // The document itself, with other values for fields that may be missing.
  return told as unknown as ImageDocument;
}

function readFact(
  { type, from }: FactField,
  fact: FactValue | undefined,
  document: ImageDocument,
): unknown {
  if (fact === undefined) return undefined;
  if (fact.kind === 'bytes')
    return type === 'vector' ? READERS.vector?.(printVector(fact.bytes)) : undefined;
  if (from.isReason === true) return fact.kind === 'none' ? fact.reason : undefined;
  if (fact.kind === 'none') return type === 'score' ? 'unknown' : undefined;
  const value = from.member === undefined ? fact.value : memberOf(fact.value, from.member);
  const judged = from.judge === undefined ? value : JUDGES[from.judge](value, document);
  return READERS[type]?.(judged, document);
}

/** Values that facts and other fields make together. */
const JUDGES = { kind: toKind } as const;

/** A member of a value that may be anything; `undefined` where it has none of that name. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

/** The value as a field of a type has it; `undefined` when it is none. Types without an entry cannot come from facts yet. */
const READERS: Partial<Record<FieldType, (value: unknown, document?: ImageDocument) => unknown>> = {
  score: (value) =>
    value === 'unknown' || (typeof value === 'number' && value >= 0 && value <= 1)
      ? value
      : undefined,
  number: (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? value : undefined),
  text: (value) => (typeof value === 'string' ? value : undefined),
  bits: (value) => (parseLook(value) === undefined ? undefined : value),
  vector: (value) => (parseVector(value) === undefined ? undefined : value),
  sizes: (value) => {
    if (!Array.isArray(value)) return undefined;
    return value.flatMap((size: unknown) => {
      const [width, height] = [memberOf(size, 'width'), memberOf(size, 'height')].map(Number);
      return Number(width) > 0 && Number(height) > 0 ? [{ width, height }] : [];
    });
  },
  pictureTexts: (value, document) => {
    if (!Array.isArray(value)) return undefined;
    // Words in a picture are most likely those of the language around it.
    const language = document?.page?.language ?? '';
    const lines = value.slice(0, MAX_LINES).flatMap((line) => toPictureText(line, language));
    return lines.length === 0 ? undefined : lines;
  },
  labels: (value) => {
    if (!Array.isArray(value)) return undefined;
    const distinct = new Map<string, PictureLabel>();
    for (const label of value.flatMap(toPictureLabel)) {
      if (!distinct.has(label.text)) distinct.set(label.text, label);
    }
    const labels = [...distinct.values()].slice(0, MAX_LABELS);
    return labels.length === 0 ? undefined : labels;
  },
  colors: (value): ImageColors | undefined => {
    const [palette, families] = [memberOf(value, 'palette'), memberOf(value, 'families')];
    if (!Array.isArray(palette) || !Array.isArray(families)) return undefined;
    return {
      palette: palette.flatMap(toPaletteColor).slice(0, MAX_PALETTE),
      families: COLOR_FAMILIES.filter((family) => families.includes(family)).sort(
        (a, b) => families.indexOf(a) - families.indexOf(b),
      ),
    };
  },
};

const MAX_PALETTE = 16;
/** A text in a picture is a line. */
const MAX_LINES = 100;
const MAX_LINE_LENGTH = 500;

function toPictureText(value: unknown, language: string): PictureText[] {
  const [text, box] = [memberOf(value, 'text'), toBox(memberOf(value, 'box'))];
  if (typeof text !== 'string' || text === '' || box === undefined) return [];
  return [{ text: text.slice(0, MAX_LINE_LENGTH), language, box }];
}

/** Left, top, width and height in thousandths. */
function toBox(value: unknown): PictureBox | undefined {
  if (!Array.isArray(value) || value.length !== 4) return undefined;
  if (!value.every((part) => Number.isInteger(part) && part >= 0 && part <= 1000)) return undefined;
  const [left = 0, top = 0, width = 0, height = 0] = value.map((part) => Number(part) / 1000);
  return { left, top, width, height };
}

function toPictureLabel(value: unknown): PictureLabel[] {
  const [name, score] = [memberOf(value, 'name'), Number(memberOf(value, 'score'))];
  const text = typeof name === 'string' ? tidyLabel(name) : '';
  if (text === '' || !(score >= 0 && score <= 1)) return [];
  return [{ text, language: '', score: Math.round(score * 100) / 100 }];
}

function toPaletteColor(value: unknown): PaletteColor[] {
  const [color, share] = [memberOf(value, 'color'), Number(memberOf(value, 'share'))];
  if (typeof color !== 'string' || readHex(color) === undefined) return [];
  return share >= 0 && share <= 1 ? [{ color: color.toLowerCase(), share }] : [];
}
