import { expect, it } from 'vitest';
import { PAPER_PROFILE, type RankingProfile } from '../model/ranking.ts';
import {
  decodeIds,
  decodeTop,
  encodeConditions,
  encodePlan,
  type RankPlan,
  toBitmap,
} from './rank-plan.ts';

const plan = (words: number, profile: RankingProfile): RankPlan => ({
  words: Array.from({ length: words }, (_, number) => ({
    phrases: [{ number, isExact: true }],
    documents: [1],
  })),
  profile,
  documents: 1,
  fields: [],
  conditions: [],
});

/** Numbers of words, phrases, boosts, priors and tests. */
const countsOf = (bytes: Buffer) => [12, 16, 20, 24, 28].map((at) => bytes.readUInt32LE(at));

it('leaves out boosts that need more words than there are', () => {
  const boosts = [1, 2, 3, 4].map((words) => countsOf(encodePlan(plan(words, PAPER_PROFILE)))[2]);
  expect(boosts).toEqual([0, 2, 3, 3]);
});

it('counts at most 64 words and 448 forms', () => {
  expect(countsOf(encodePlan(plan(100, PAPER_PROFILE)))).toEqual([64, 64, 3, 0, 0]);
  const word = {
    phrases: Array.from({ length: 300 }, (_, number) => ({ number, isExact: number === 0 })),
    documents: [],
  };
  const many = { ...plan(0, PAPER_PROFILE), words: [word, word, word] };
  expect(countsOf(encodePlan(many)).slice(0, 2)).toEqual([3, 448]);
});

it('refuses a slop that would reach into the next value', () => {
  const profile = { ...PAPER_PROFILE, phrases: [{ words: 2, slop: 6, boost: 1 }] };
  expect(() => encodePlan(plan(2, profile))).toThrow('slop');
});

it('makes one test of a condition, none of none, and one of an empty group', () => {
  const range = { kind: 'range', column: 'time', min: 0, max: 1 } as const;
  const testsOf = (...conditions: Parameters<typeof encodeConditions>[0][number][]) =>
    countsOf(encodeConditions(conditions))[4];
  expect(testsOf()).toBe(0);
  expect(testsOf(range)).toBe(1);
  expect(testsOf({ kind: 'any', conditions: [] })).toBe(1);
  expect(testsOf({ kind: 'not', condition: { kind: 'all', conditions: [range, range] } })).toBe(2);
});

it('sets the bits of values', () => {
  expect([...toBitmap([0, 9, 9])]).toEqual([1, 2]);
  expect([...toBitmap([])]).toEqual([]);
  expect([...toBitmap([7])]).toEqual([128]);
  expect([...toBitmap([8])]).toEqual([0, 1]);
});

it('reads answers that start at an odd place in memory', () => {
  const bytes = Buffer.alloc(1 + 24);
  const blob = bytes.subarray(1);
  blob.writeBigUInt64LE(70_000n);
  blob.writeDoubleLE(1.5, 8);
  blob.writeUInt32LE(3, 16);
  blob.writeUInt32LE(0xffffffff, 20);
  expect(decodeTop(blob)).toEqual({
    total: 70_000,
    rows: [{ score: 1.5, row: 3, time: 0xffffffff }],
  });
  expect([...decodeIds(blob.subarray(16))]).toEqual([3, 0xffffffff]);
});
