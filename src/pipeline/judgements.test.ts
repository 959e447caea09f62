// Judgements as files hold them, and what they say of profiles.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createImageDocument, createMemoryIndex } from '../../test/fixtures/memory-index.ts';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';
import { RANKING_PROFILES } from '../model/ranking.ts';
import { judgeRanking } from './judge-ranking.ts';
import { readJudgements, toNdcg } from './judgements.ts';

async function fileOf(...lines: readonly unknown[]): Promise<string> {
  const path = join(temporaryFolder(), 'judged.jsonl');
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  await writeFile(path, text.join('\n'));
  return path;
}

it('reads judgements and search logs, the best grade of each pair', async () => {
  const path = await fileOf(
    { query: 'boat', id: 'a', grade: 1 },
    { query: 'boat', id: 'a', grade: 3 },
    '',
    { kind: 'search', query: 'boat', shown: ['a', 'b'] },
    { kind: 'open', query: 'boat', id: 'b' },
    { kind: 'open', id: 'c' },
  );
  const read = await readJudgements(path);
  expect([...read].map(([query, grades]) => [query, [...grades]])).toEqual([
    [
      'boat',
      [
        ['a', 3],
        ['b', 1],
      ],
    ],
  ]);
});

it.each([['no JSON'], [{ query: 'a', id: 'b' }], [{ query: 'a', id: 'b', grade: 11 }], [[1]]])(
  'refuses %j with its line',
  async (line) => {
    const path = await fileOf({ query: 'boat', id: 'a', grade: 1 }, line);
    await expect(readJudgements(path)).rejects.toThrowError(/line 2: expected/);
  },
);

it('says when there is no such file', async () => {
  const missing = readJudgements(join(temporaryFolder(), 'none.jsonl'));
  await expect(missing).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
});

it('discounts gains by their places', () => {
  const grades = new Map([
    ['a', 2],
    ['b', 1],
  ]);
  expect(toNdcg(['a', 'b', 'c'], grades, 10)).toBe(1);
  expect(toNdcg(['c', 'd'], grades, 10)).toBe(0);
  const ideal = 3 + 1 / Math.log2(3);
  expect(toNdcg(['b', 'a'], grades, 10)).toBeCloseTo((1 + 3 / Math.log2(3)) / ideal, 12);
  expect(toNdcg(['x', 'b', 'a'], grades, 2)).toBeCloseTo(1 / Math.log2(3) / ideal, 12);
});

it('compares profiles by what they show first', async () => {
  const [good, poor] = [
    createImageDocument({ name: 'good', alts: ['boat'] }),
    createImageDocument({ name: 'poor', alts: ['a boat in the harbour of a town far away'] }),
  ];
  const index = createMemoryIndex([poor, good]);
  const judged = new Map([
    [
      'boat',
      new Map([
        [good.id, 2],
        ['gone', 3],
      ]),
    ],
    ['nothing is there', new Map([['gone', 1]])],
  ]);
  const { queries, judgements, results } = await judgeRanking(index, judged, {
    profiles: RANKING_PROFILES,
    seed: 1,
  });
  expect([queries, judgements]).toEqual([1, 1]);
  expect(results.map(({ profile, ndcg }) => [profile, ndcg.mean])).toEqual([
    ['pinakes', 1],
    ['paper', 1],
    ['arquivo', 1],
  ]);
});
