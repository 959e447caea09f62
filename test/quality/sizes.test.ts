// The model of image sizes against labelled images of the web, and the model that comes with the program.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
  encodeModel,
  evaluateSizes,
  type LabelledImage,
  PAPER_BOUNDS,
  SHIPPED_MODEL,
  toLabelledImage,
  trainSizes,
} from '../../src/size/size.ts';
import { describeWithRealData, realDataPath } from '../fixtures/real-data.ts';

async function readLabelled(): Promise<LabelledImage[]> {
  const text = await readFile(realDataPath('size', 'labelled.jsonl'), 'utf8');
  return text
    .split('\n')
    .flatMap((line) => (line === '' ? [] : (toLabelledImage(JSON.parse(line)) ?? [])));
}

// Each half of the sites tells the sizes of the other: four quarters would take two and a half times as long.
const OPTIONS = { folds: 2, seed: 1, bounds: PAPER_BOUNDS, keep: 0.98 } as const;

describeWithRealData('sizes of images', () => {
  it('are told on unseen sites, better than by the best method of the paper', async () => {
    const { results } = evaluateSizes(await readLabelled(), {
      ...{ ...OPTIONS, methods: ['hybrid', 'joint'], splits: ['host'] },
    });
    const hybrid = results.find(({ adv }) => adv === 0);
    const joint = results.find(({ method }) => method === 'joint');
    expect(joint?.f1.value).toBeGreaterThan(0.85);
    expect(joint?.skipped.value).toBeGreaterThan(0.6);
    expect(joint?.auc.value).toBeGreaterThan((hybrid?.auc.value ?? 1) + 0.03);
    expect(joint?.calibrationError).toBeLessThan(0.06);
    expect(joint?.online?.with.f1.value).toBeGreaterThan(0.9);
  }, 300_000);

  it('cannot be told from shuffled labels', async () => {
    const { results } = evaluateSizes(await readLabelled(), {
      ...{ ...OPTIONS, methods: ['joint'], splits: ['host'], isShuffled: true },
    });
    expect(Math.abs((results[0]?.auc.value ?? 0) - 0.5)).toBeLessThan(0.2);
  }, 300_000);

  it('are in the shipped model, which the script makes again byte by byte', async () => {
    const model = trainSizes(await readLabelled(), PAPER_BOUNDS);
    expect(encodeModel(model).equals(await readFile(SHIPPED_MODEL))).toBe(true);
  }, 300_000);
});
