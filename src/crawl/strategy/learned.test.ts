import { expect, it } from 'vitest';
import { createRandom } from '../../support/random.ts';
import { createLearned } from './learned.ts';
import { sampleGamma } from './random.ts';
import { templateGroup } from './url-template.ts';

const page = (url: string) => ({ url, origin: new URL(url).origin, group: templateGroup(url) });

/** Rounds in which the arm of one URL is preferred to that of another. */
function wins(strategy: ReturnType<typeof createLearned>, good: string, bad: string): number {
  let count = 0;
  for (let round = 0; round < 200; round += 1) {
    const [a, b] = [page(good), page(bad)].map(
      ({ origin, group }) => strategy.value?.(origin, group, 0) ?? 0,
    );
    if ((a ?? 0) > (b ?? 0)) count += 1;
  }
  return count;
}

function taught(seed = 1) {
  const strategy = createLearned(seed);
  for (let n = 0; n < 30; n += 1) {
    const good = page(`http://photos.test/photo/${n}`);
    strategy.visited?.(good);
    strategy.judged?.(good, true);
    strategy.visited?.(page(`http://photos.test/login/${n}`));
    strategy.visited?.(page(`http://news.test/story/${n}`));
  }
  return strategy;
}

it('prefers hosts and kinds of pages that gave wanted images', () => {
  const strategy = taught();
  expect(
    wins(strategy, 'http://photos.test/photo/99', 'http://photos.test/login/99'),
  ).toBeGreaterThan(190);
  expect(
    wins(strategy, 'http://photos.test/photo/99', 'http://news.test/story/99'),
  ).toBeGreaterThan(190);
  // On a host it has never seen, the kind that was good elsewhere.
  expect(wins(strategy, 'http://new.test/photo/1', 'http://new.test/login/1')).toBeGreaterThan(120);
});

it('still tries what it knows little about', () => {
  const strategy = createLearned(3);
  for (let n = 0; n < 3; n += 1) strategy.visited?.(page(`http://a.test/story/${n}`));
  strategy.judged?.(page('http://a.test/story/1'), true);
  const tried = 200 - wins(strategy, 'http://a.test/story/9', 'http://new.test/photo/1');
  expect(tried).toBeGreaterThan(10);
});

it('is the same for the same seed, and after it was saved', () => {
  const values = (strategy: ReturnType<typeof createLearned>) =>
    [1, 2, 3].map(() =>
      strategy.value?.('http://photos.test', templateGroup('http://photos.test/photo/1'), 0),
    );
  expect(values(taught(5))).toEqual(values(taught(5)));
  const again = createLearned(1);
  again.restore?.(JSON.parse(JSON.stringify(taught().save?.())));
  expect(wins(again, 'http://photos.test/photo/99', 'http://news.test/story/99')).toBeGreaterThan(
    190,
  );
});

it('samples a distribution with the mean it should have', () => {
  const random = createRandom(1);
  for (const shape of [0.3, 1, 7]) {
    let sum = 0;
    for (let n = 0; n < 20_000; n += 1) sum += sampleGamma(shape, random);
    expect(Math.abs(sum / 20_000 - shape)).toBeLessThan(shape * 0.05);
  }
});
