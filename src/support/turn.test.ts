// Turns are taken one at a time, given back after errors, and never waited for without end.
import { expect, it } from 'vitest';
import { createTurn, inTurn } from './turn.ts';

it('lets one at a time do it, also after one that failed', async () => {
  const turn = createTurn();
  let now = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 5));
    now--;
  };
  const failing = inTurn(turn, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  await Promise.all([1, 2, 3].map(() => inTurn(turn, work)));
  expect(most).toBe(1);
});

it('goes on when a turn is never given back', async () => {
  const turn = createTurn();
  Atomics.store(turn, 0, 1);
  expect(await inTurn(turn, async () => 'done', 50)).toBe('done');
});
