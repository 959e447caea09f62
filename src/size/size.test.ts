import { readFile, stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createRandom } from '../support/random.ts';
import {
  createOnline,
  createPredictor,
  decodeModel,
  encodeModel,
  evaluateSizes,
  type LabelledImage,
  NO_CLUES,
  openModel,
  PAPER_BOUNDS,
  SHIPPED_MODEL,
  thresholdOf,
  toLabelledImage,
  trainSizes,
} from './size.ts';

/** Invented sites with previews and pictures, which their addresses and places tell apart most of the time. */
function inventImages(count: number, seed = 1): LabelledImage[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, number) => {
    const isBig = random() < 0.4;
    const isOdd = random() < 0.05;
    const looksBig = isBig !== isOdd;
    const site = `site${Math.floor(random() * 40)}.test`;
    const side = looksBig ? 900 : 120;
    const name = looksBig ? 'gallery/photo' : 'icons/thumb';
    const clues = {
      ...NO_CLUES,
      url: `http://img.${site}/${name}-${number}-${side}x${side}.${looksBig ? 'jpg' : 'png'}`,
      pageUrl: `http://www.${site}/p${number % 7}`,
      depth: looksBig ? 8 : 14,
      siblings: Math.floor(random() * 5),
    };
    const pixels = isBig ? 800 : 100;
    return { clues, width: pixels, height: pixels, source: 'file' as const };
  });
}

const options = {
  ...{ folds: 2, seed: 1, keep: 0.98, bounds: PAPER_BOUNDS },
  splits: ['host'],
} as const;

it('learns what addresses and pages tell, and keeps it in a file', () => {
  const model = trainSizes(inventImages(400), PAPER_BOUNDS);
  const again = decodeModel(encodeModel(model), 'test');
  const [before, after] = [createPredictor(model), createPredictor(again)];
  const images = inventImages(100, 2);
  const scores = images.map(({ clues }) => after.score(clues));
  expect(scores).toEqual(images.map(({ clues }) => before.score(clues)));
  const right = images.filter(({ width }, at) => width > 400 === (scores[at] ?? 0) > 0).length;
  expect(right).toBeGreaterThan(85);
  expect(thresholdOf(model, 0.98)).toBeLessThan(thresholdOf(model, 0.5));
  expect(thresholdOf(model, 1)).toBe(Number.NEGATIVE_INFINITY);
});

it('gives the same model for the same images', () => {
  const images = inventImages(120);
  const bytes = () => encodeModel(trainSizes(images, PAPER_BOUNDS));
  expect(bytes().equals(bytes())).toBe(true);
});

it('refuses files that are no whole model', async () => {
  const bytes = await readFile(SHIPPED_MODEL);
  const damaged = Buffer.from(bytes);
  // The first node's step to its right child.
  const { bits, roots, nodes } = JSON.parse(bytes.subarray(0, bytes.indexOf(10)).toString());
  damaged.writeInt16LE(-5, bytes.indexOf(10) + 1 + 2 ** bits + 4 * roots + 2 * nodes);
  for (const wrong of [Buffer.from('{}\n'), bytes.subarray(0, -1), Buffer.alloc(9), damaged])
    expect(() => decodeModel(wrong, 'x.model')).toThrow('The model x.model cannot be used');
  await expect(openModel('/nowhere/x')).rejects.toThrow('cannot be used');
  expect(() => trainSizes([], PAPER_BOUNDS)).toThrow('0 small and 0 big images');
});

it('comes with a small model without addresses in it', async () => {
  const { size } = await stat(SHIPPED_MODEL);
  expect(size).toBeLessThan(500_000);
  const text = (await readFile(SHIPPED_MODEL)).toString('latin1');
  expect(text).not.toMatch(/https?:|www\.|\.(?:com|de|org)\b/i);
  const { about } = await openModel();
  expect(about.small).toBeGreaterThan(5000);
  expect(about.declared).toBe(0);
});

it.each([
  `http://a.test/${'x'.repeat(10_000)}.jpg`,
  `http://a.test/?${'9x'.repeat(5000)}`,
  `data:image/gif;base64,${'A'.repeat(5000)}`,
  'http://[broken',
  '%%%',
  'http://пример.рф/фото.jpg',
  'http://xn--e1afmkfd.xn--p1ai/\ud800.png',
  '//no-scheme/a.png',
])('gives a probability for any address: %.40s', async (url) => {
  const predictor = createPredictor(await openModel());
  const big = predictor.probability({ ...NO_CLUES, url, classes: url, alt: url, pageUrl: url });
  expect(big).toBeGreaterThanOrEqual(0);
  expect(big).toBeLessThanOrEqual(1);
});

it('believes what markup declares where the model does not know it', async () => {
  const predictor = createPredictor(await openModel());
  const tell = (width: number, height: number) =>
    predictor.probability({ ...NO_CLUES, url: 'http://a.test/a', width, height });
  expect(tell(16, 16)).toBeLessThan(tell(0, 0) / 2);
  expect(tell(900, 700)).toBeGreaterThan(tell(0, 0) * 2);
});

it('never has the declared size as a clue where it is the label', () => {
  const line = { url: 'http://a.test/a.jpg', page: 'http://a.test/', width: 50, height: 60 };
  const rows = Array.from({ length: 60 }, (_, at) =>
    toLabelledImage({ ...line, ...(at % 2 === 0 && { width: 900, height: 900 }) }),
  ).filter((image) => image !== undefined);
  expect(rows[0]).toMatchObject({ source: 'declared', width: 900 });
  // All that is left is the same for both classes.
  const { results } = evaluateSizes(rows, { ...options, methods: ['joint'], splits: ['random'] });
  expect(results[0]?.auc.value).toBeCloseTo(0.5, 1);
  const known = toLabelledImage({ ...line, fw: 640, fh: '480' });
  expect(known).toMatchObject({ source: 'file', width: 640, height: 480, clues: { width: 50 } });
});

it('takes lines of any shape, or says that they are none', () => {
  expect([null, 3, 'x', {}, { url: 7 }, []].map(toLabelledImage)).toEqual(Array(6).fill(undefined));
  const odd = toLabelledImage({ url: 'u', depth: -1e9, siblings: 'many', page: { url: 'p' } });
  expect(odd?.clues).toMatchObject({ depth: -1, siblings: -1, pageUrl: 'p' });
});

it('tells unseen sites with the methods of the paper and ours, and nothing from shuffled labels', () => {
  const images = inventImages(160);
  const methods = ['hybrid', 'joint'] as const;
  const { results, data } = evaluateSizes(images, { ...options, methods });
  expect(data.classes.small + data.classes.big).toBe(160);
  expect(results.map(({ method }) => method)).toEqual([...Array(5).fill('hybrid'), 'joint']);
  for (const { f1 } of results) expect(f1.value).toBeGreaterThan(0.85);
  const shuffled = evaluateSizes(images, { ...options, methods: ['joint'], isShuffled: true });
  expect(shuffled.results[0]?.auc.value).toBeLessThan(0.7);
  expect(shuffled.results[0]?.auc.value).toBeGreaterThan(0.3);
});

it('learns on the way what a site does differently, and goes on after a break', () => {
  const learner = createOnline();
  const clues = (number: number) => ({ ...NO_CLUES, url: `http://a.test/thumb/${number}.jpg` });
  for (let number = 0; number < 20; number += 1) learner.learn(clues(number), -3, true);
  expect(learner.correct(clues(99), -3)).toBeGreaterThan(0);
  expect(learner.correct({ ...NO_CLUES, url: 'http://b.test/thumb/1.jpg' }, -3)).toBeLessThan(0);
  const restored = createOnline(JSON.parse(JSON.stringify(learner.save())));
  expect(restored.correct(clues(99), -3)).toBeCloseTo(learner.correct(clues(99), -3), 4);
  expect(restored.learnt).toBe(20);
});
