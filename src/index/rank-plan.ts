// What the native functions are told about a query, packed, and how their packed answers are read.
import { COLUMN_SOURCES } from '../model/field-lists.ts';
import { type Prior, type RankingProfile, TEXT_FIELDS, toWeightList } from '../model/ranking.ts';
import type { FieldStatistics } from '../model/score.ts';
import { COLUMNS, type ColumnName } from './columns.ts';

/** How plans are written; raised with each change of that. */
const PLAN_FORMAT = 3;

/** What a plan and the native part must agree on: its format, the fields and the columns. `native/fields.h` has it too. */
export const PLAN_VERSION = COLUMN_SOURCES.flatMap(({ number, bytes, absent, lengthOf }) => [
  number,
  bytes,
  absent,
  lengthOf + 1,
]).reduce((hash, part) => (Math.imul(hash, 31) + part) >>> 0, PLAN_FORMAT);

/** Words beyond these and forms beyond those do not count for the score. */
export const MAX_WORDS = 64;
export const MAX_PHRASES = 448;

/** Larger slops would let phrases reach from one value of a field into the next, see `VALUE_GAP`. */
export const MAX_SLOP = 5;

/** A form of a word in the full-text query. */
export interface FormPhrase {
  /** The number of its phrase, in order of appearance. */
  readonly number: number;
  /** Whether it is the word itself; other forms count `inflected`. */
  readonly isExact: boolean;
}

/** A word that counts for the score. */
export interface PlanWord {
  /** The phrases of the full-text query that are forms of the word. */
  readonly phrases: readonly FormPhrase[];
  /** Documents that hold the word, by field: the largest number of any of its forms. */
  readonly documents: readonly number[];
}

/** A condition on the attributes of a document. Bounds are inclusive. */
export type Condition =
  | {
      readonly kind: 'range';
      readonly column: ColumnName;
      readonly min: number;
      readonly max: number;
    }
  /** The value is one of those whose bit is set, see `toBitmap`. */
  | { readonly kind: 'member'; readonly column: ColumnName; readonly bitmap: Uint8Array }
  /** Width times height. */
  | { readonly kind: 'area'; readonly min: number; readonly max: number }
  | { readonly kind: 'shape'; readonly value: 'landscape' | 'portrait' | 'square' }
  /** Degrees and kilometres. Documents without a place are never near. */
  | {
      readonly kind: 'near';
      readonly latitude: number;
      readonly longitude: number;
      readonly km: number;
    }
  /** The document is one of these, in any order. */
  | { readonly kind: 'rows'; readonly rows: Uint32Array }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'all'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'any'; readonly conditions: readonly Condition[] };

/** All that `pinakes_rank` needs to know. */
export interface RankPlan {
  readonly words: readonly PlanWord[];
  readonly profile: RankingProfile;
  /** Number of all documents. */
  readonly documents: number;
  /** Statistics of `TEXT_FIELDS`. */
  readonly fields: readonly FieldStatistics[];
  /** All must hold. */
  readonly conditions: readonly Condition[];
}

/** A row among the best. */
export interface TopRow {
  readonly score: number;
  readonly row: number;
  /** Oldest capture, seconds since 1970. */
  readonly time: number;
}

/** What `pinakes_top` answers. */
export interface Top {
  /** Exact number of rows that passed the conditions. */
  readonly total: number;
  /** By score, then time, then row; behind the number asked for come up to 1,000 that equal the last. */
  readonly rows: readonly TopRow[];
}

/** Bytes of a plan for `pinakes_rank`; it serves `pinakes_keep` and `pinakes_matches` as well. */
export function encodePlan(plan: RankPlan): Buffer {
  const words = toCapped(plan.words);
  const phrases = words.flatMap((word) => word.phrases);
  const { inflected } = plan.profile;
  const boosts = toBoosts(plan.profile, words.length);
  const tests = compile(plan.conditions);
  const { profile } = plan;
  const head = [
    wholes(PLAN_MAGIC, PLAN_VERSION, COMBINATIONS.indexOf(profile.combine)),
    wholes(words.length, phrases.length, boosts.length, profile.priors.length, tests.length),
    numbers([profile.k1, profile.b, plan.documents]),
    ...toWeightList(profile).map((weight, field) => {
      const { documents = 0, words = 0 } = plan.fields[field] ?? {};
      return numbers([weight, documents, words]);
    }),
    ...encodeWords(words),
    ...phrases.flatMap(({ number, isExact }) => [
      wholes(number),
      numbers([isExact ? 1 : inflected]),
    ]),
    ...boosts.flatMap(({ words, slop, boost }) => [wholes(words, slop), numbers([boost])]),
    ...profile.priors.flatMap(encodePrior),
  ];
  return Buffer.concat([...head, ...encodeTests(tests, sizeOf(head))]);
}

/** Bytes of a plan for `pinakes_keep` and `pinakes_matches` alone. */
export function encodeConditions(conditions: readonly Condition[]): Buffer {
  return encodePlan({ words: [], profile: NO_PROFILE, documents: 0, fields: [], conditions });
}

/** Reads what `pinakes_top` answered. */
export function decodeTop(blob: Buffer): Top {
  const rows: TopRow[] = [];
  for (let at = TOP_HEAD_BYTES; at + TOP_ROW_BYTES <= blob.length; at += TOP_ROW_BYTES) {
    const score = blob.readDoubleLE(at);
    rows.push({ score, row: blob.readUInt32LE(at + 8), time: blob.readUInt32LE(at + 12) });
  }
  return { total: Number(blob.readBigUInt64LE(0)), rows };
}

/** Reads what `pinakes_ids` answered: ids of documents, ascending. */
export function decodeIds(blob: Buffer): Uint32Array {
  const ids = new Uint32Array(blob.length >>> 2);
  // A blob may start anywhere, an array of numbers may not.
  Buffer.from(ids.buffer).set(blob.subarray(0, ids.byteLength));
  return ids;
}

/** Values as bits, for the condition `member`. */
export function toBitmap(values: Iterable<number>): Uint8Array {
  const list = [...values];
  const bitmap = new Uint8Array(list.reduce((most, value) => Math.max(most, value), -1) / 8 + 1);
  for (const value of list) bitmap[value >>> 3] = (bitmap[value >>> 3] ?? 0) | (1 << (value & 7));
  return bitmap;
}

const PLAN_MAGIC = 0x6e616c70;
const COMBINATIONS = ['sum', 'best', 'bm25f'] as const satisfies RankingProfile['combine'][];
const KINDS = [
  'range',
  'member',
  'area',
  'shape',
  'near',
  'rows',
] as const satisfies Leaf['kind'][];
const SHAPES = ['landscape', 'portrait', 'square'] as const;
const TEST_BYTES = 56;
const TOP_HEAD_BYTES = 8;
const TOP_ROW_BYTES = 16;
const MAX_WHOLE = 0xffffffff;
const NO_PROFILE: RankingProfile = {
  name: '',
  combine: 'sum',
  weights: {},
  k1: 0,
  b: 0,
  inflected: 1,
  phrases: [],
  priors: [],
};

type Leaf = Exclude<Condition, { readonly kind: 'not' | 'all' | 'any' }>;

/** The number of a test, known as soon as all tests before it are. */
interface Label {
  test: number;
}

interface Test {
  readonly leaf: Leaf;
  readonly ifTrue: Label;
  readonly ifFalse: Label;
}

function toCapped(words: readonly PlanWord[]): PlanWord[] {
  let left = MAX_PHRASES;
  return words.slice(0, MAX_WORDS).map(({ phrases, documents }) => {
    const kept = phrases.slice(0, left);
    left -= kept.length;
    return { phrases: kept, documents };
  });
}

/** The boosts that can apply to so many words, with the number of words spelt out. */
function toBoosts(profile: RankingProfile, count: number): RankingProfile['phrases'] {
  if (profile.phrases.some(({ slop }) => slop > MAX_SLOP)) {
    throw new RangeError(`Profile ${profile.name} has a slop above ${MAX_SLOP}.`);
  }
  return profile.phrases
    .map((phrase) => (phrase.words === 0 ? { ...phrase, words: Math.max(2, count) } : phrase))
    .filter(({ words }) => words <= count);
}

function encodeWords(words: readonly PlanWord[]): Buffer[] {
  let end = 0;
  return words.flatMap(({ phrases, documents }) => {
    end += phrases.length;
    return [wholes(end), numbers(TEXT_FIELDS.map((_, field) => documents[field] ?? 0))];
  });
}

/** Priors that were packed before: a profile has the same ones for every query. */
const packedPriors = new WeakMap<Prior, readonly Buffer[]>();

function encodePrior(prior: Prior): readonly Buffer[] {
  const known = packedPriors.get(prior);
  if (known !== undefined) return known;
  const { column, table } = prior;
  const last = table.at(-1) ?? 1;
  const whole = Array.from({ length: 256 }, (_, code) => table[code] ?? last);
  const packed = [wholes(COLUMNS[column].number), numbers(whole)];
  packedPriors.set(prior, packed);
  return packed;
}

/** Makes tests with jumps of nested conditions: each says where to go on when it holds and when not. */
function compile(conditions: readonly Condition[]): Test[] {
  const tests: Test[] = [];
  const passed: Label = { test: 0 };
  const failed: Label = { test: 0 };
  if (conditions.length > 0) add(tests, { kind: 'all', conditions }, passed, failed);
  passed.test = tests.length;
  failed.test = tests.length + 1;
  return tests;
}

function add(tests: Test[], condition: Condition, ifTrue: Label, ifFalse: Label): void {
  if (condition.kind === 'not') {
    add(tests, condition.condition, ifFalse, ifTrue);
    return;
  }
  if (condition.kind !== 'all' && condition.kind !== 'any') {
    tests.push({ leaf: condition, ifTrue, ifFalse });
    return;
  }
  const isAll = condition.kind === 'all';
  // Of no conditions all hold, and none of them does: a test whose answer is known.
  const { conditions } = condition;
  const members = conditions.length > 0 ? conditions : [isAll ? ALWAYS : NEVER];
  for (const [index, member] of members.entries()) {
    const isLast = index === members.length - 1;
    const next: Label = { test: 0 };
    if (isAll) add(tests, member, isLast ? ifTrue : next, ifFalse);
    else add(tests, member, ifTrue, isLast ? ifFalse : next);
    next.test = tests.length;
  }
}

const ALWAYS: Leaf = { kind: 'range', column: 'mime', min: 0, max: MAX_WHOLE };
const NEVER: Leaf = { kind: 'range', column: 'mime', min: 1, max: 0 };

/** The tests and, behind them, the bitmaps and lists they point to. */
function encodeTests(tests: readonly Test[], start: number): Buffer[] {
  const lists: Buffer[] = [];
  let end = start + tests.length * TEST_BYTES;
  const encoded = tests.flatMap(({ leaf, ifTrue, ifFalse }) => {
    const column = 'column' in leaf ? COLUMNS[leaf.column].number : 0;
    const list = toList(leaf);
    const offset = end;
    lists.push(list);
    end += list.length;
    const length = leaf.kind === 'rows' ? list.length / 4 : list.length;
    return [
      wholes(KINDS.indexOf(leaf.kind), column, ifTrue.test, ifFalse.test),
      wholes(...toBounds(leaf), offset, length),
      numbers(leaf.kind === 'near' ? [leaf.latitude, leaf.longitude, leaf.km] : [0, 0, 0]),
    ];
  });
  return [...encoded, ...lists];
}

/** Bounds as the unsigned numbers they are compared with; a pair that nothing meets stays one. */
function toBounds(leaf: Leaf): [number, number] {
  if (leaf.kind === 'shape') return [SHAPES.indexOf(leaf.value), 0];
  if (leaf.kind !== 'range' && leaf.kind !== 'area') return [0, 0];
  const min = Math.max(0, Math.ceil(leaf.min));
  const max = Math.min(MAX_WHOLE, Math.floor(leaf.max));
  return min <= max ? [min, max] : [1, 0];
}

function toList(leaf: Leaf): Buffer {
  if (leaf.kind === 'member') return Buffer.from(leaf.bitmap);
  if (leaf.kind !== 'rows') return Buffer.alloc(0);
  const sorted = leaf.rows.slice().sort();
  const distinct = sorted.filter((row, index) => index === 0 || row !== sorted[index - 1]);
  return Buffer.from(distinct.buffer, distinct.byteOffset, distinct.byteLength);
}

/** Numbers of 32 bits. All machines that the native part is built for are little-endian. */
function wholes(...values: number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer);
}

function numbers(values: readonly number[]): Buffer {
  return Buffer.from(Float64Array.from(values).buffer);
}

function sizeOf(buffers: readonly Buffer[]): number {
  return buffers.reduce((sum, buffer) => sum + buffer.length, 0);
}
