// The native ranking against the plain one, on invented collections with eight queries each.
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nativeFile } from '../../src/index/native.ts';
import { fuzzPlans, fuzzRanking } from './rank-fuzz.ts';

const isBuilt = existsSync(nativeFile());

it.skipIf(!isBuilt)('ranks as the plain scorer does', () => {
  expect(fuzzRanking({ runs: 200 })).toEqual([]);
});

it.skipIf(!isBuilt)('answers or refuses damaged plans', () => {
  expect(fuzzPlans({ runs: 200 })).toEqual([]);
});
