import { expect, it } from 'vitest';
import { createKeptAnswers } from './kept-answers.ts';
import type { ServerParts } from './parts.ts';
import type { QueryAnswer, QueryMessage } from './query/query-requests.ts';

const QUERY = { kind: 'stats' } as const;

/** Parts whose background pool answers as told. */
function partsWith(answer: (message: QueryMessage) => Promise<QueryAnswer>): ServerParts {
  const pool = { ask: answer };
  return {
    background: pool,
    queries: pool,
    metrics: { query: () => {} },
    settings: {},
  } as unknown as ServerParts; // as far as used
}

it('counts once for those who ask at the same time, and again only when the library has changed', async () => {
  let etag = 'one';
  let counted = 0;
  const parts = partsWith(async ({ known }) => {
    if (known === etag) return { kind: 'unchanged', etag };
    counted++;
    return { kind: 'found', text: etag, etag, stages: {} };
  });
  const kept = createKeptAnswers();
  const answers = await Promise.all([1, 2, 3].map(() => kept.get(parts, QUERY)));
  expect(answers.map(({ text }) => text)).toEqual(['one', 'one', 'one']);
  expect((await kept.get(parts, QUERY)).text).toBe('one');
  expect(counted).toBe(1);
  etag = 'two';
  expect((await kept.get(parts, QUERY)).text).toBe('two');
  expect(counted).toBe(2);
});

it('does not keep a client waiting, but finishes the work', async () => {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let counted = 0;
  const parts = partsWith(async ({ known }) => {
    if (known !== undefined) return { kind: 'unchanged', etag: known };
    counted++;
    await done;
    return { kind: 'found', text: 'numbers', etag: 'x', stages: {} };
  });
  const kept = createKeptAnswers(20);
  await expect(kept.get(parts, QUERY)).rejects.toMatchObject({
    problem: 'timeout',
    retryAfter: 30,
  });
  await expect(kept.get(parts, QUERY)).rejects.toMatchObject({ problem: 'timeout' });
  finish();
  expect((await kept.get(parts, QUERY)).text).toBe('numbers');
  expect(counted).toBe(1);
});

it('keeps no problem', async () => {
  let isBroken = true;
  const parts = partsWith(async () =>
    isBroken
      ? { kind: 'refused', problem: 'not-found', detail: 'none' }
      : { kind: 'found', text: 'fine', etag: 'x', stages: {} },
  );
  const kept = createKeptAnswers();
  await expect(kept.get(parts, QUERY)).rejects.toMatchObject({ problem: 'not-found' });
  isBroken = false;
  expect((await kept.get(parts, QUERY)).text).toBe('fine');
});
