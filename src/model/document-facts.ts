// Joins what rows tell of a content with its facts: what pixels or a model told.
import { COLOR_FAMILIES, readHex } from './color.ts';
import type { ImageDocument } from './document-fields.ts';
import type { ContentFacts, FactValue } from './fact.ts';
import { FACT_FIELDS, type FactField } from './field-lists.ts';
import type { FieldType, ImageColors, PaletteColor } from './field-types.ts';
import { toKind } from './kind.ts';
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
  return READERS[type]?.(from.judge === undefined ? value : JUDGES[from.judge](value, document));
}

/** Values that facts and other fields make together. */
const JUDGES = { kind: toKind } as const;

/** A member of a value that may be anything; `undefined` where it has none of that name. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

/** The value as a field of a type has it; `undefined` when it is none. Types without an entry cannot come from facts yet. */
const READERS: Partial<Record<FieldType, (value: unknown) => unknown>> = {
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

function toPaletteColor(value: unknown): PaletteColor[] {
  const [color, share] = [memberOf(value, 'color'), Number(memberOf(value, 'share'))];
  if (typeof color !== 'string' || readHex(color) === undefined) return [];
  return share >= 0 && share <= 1 ? [{ color: color.toLowerCase(), share }] : [];
}
