// The family filter: the same answers as nsfwjs, the worst frame of an animation, reasons where there is nothing to see.
import sharp from 'sharp';
import { expect, it } from 'vitest';
import {
  drawWaves,
  FLAGGED_SEED,
  HARMLESS_SEED,
  SCORED_SEEDS,
  SIDE,
} from '../../test/fixtures/nsfw-pictures.ts';
import expected from '../../test/fixtures/nsfw-scores.json' with { type: 'json' };
import { spreadFrames } from './frames.ts';
import { makeFacts } from './make-facts.ts';
import { NSFW_CLASSES, type NsfwValue } from './nsfw.ts';
import { NSFW, PIXEL_PRODUCERS } from './pixel-producers.ts';

const raw = { width: SIDE, height: SIDE, channels: 3 } as const;

async function score(bytes: Uint8Array): Promise<NsfwValue> {
  const { facts } = await makeFacts(bytes, [NSFW.name]);
  const fact = facts.get(NSFW.name);
  if (fact?.kind !== 'json') throw new Error(`no score: ${JSON.stringify(fact)}`);
  return fact.value as NsfwValue;
}

const toPng = (seed: number) => sharp(drawWaves(seed), { raw }).png().toBuffer();

/** An animation with a frame for each seed. */
async function toGif(seeds: readonly number[]): Promise<Uint8Array> {
  const frames = await Promise.all(seeds.map(toPng));
  const options = { effort: 1, colours: 64, dither: 0 };
  return sharp(frames, { join: { animated: true } })
    .gif(options)
    .toBuffer();
}

it('scores as nsfwjs does', async () => {
  let largest = 0;
  for (const seed of SCORED_SEEDS) {
    const scores = await score(await toPng(seed));
    const theirs = (expected as Record<string, Record<string, number>>)[seed];
    for (const name of NSFW_CLASSES) {
      largest = Math.max(largest, Math.abs(scores[name] - (theirs?.[name] ?? Number.NaN)));
    }
    expect(scores.nsfw).toBeCloseTo(scores.porn + scores.hentai, 4);
  }
  expect(largest).toBeLessThan(1e-4);
});

it('takes the worst frame of an animation, wherever it stands', async () => {
  expect((await score(await toPng(HARMLESS_SEED))).nsfw).toBeLessThan(0.01);
  const seeds = [HARMLESS_SEED, 170, FLAGGED_SEED, 1];
  const animation = await score(await toGif(seeds));
  expect(animation).toMatchObject({ frames: 4, worstFrame: seeds.indexOf(FLAGGED_SEED) });
  expect(animation.nsfw).toBeGreaterThan(0.5);
});

it('tells the reason where there is nothing to see, and goes on with the next', async () => {
  const names = PIXEL_PRODUCERS.map(({ name }) => name);
  const before = await makeFacts(await toPng(1), names);
  const { facts } = await makeFacts(Buffer.from('GIF89a, or so it says'), names);
  expect(facts.get(NSFW.name)).toEqual({ kind: 'none', reason: expect.any(String) });
  expect(await makeFacts(await toPng(1), names)).toEqual(before);
});

it('looks at frames over the whole length, as many as the work allows', () => {
  expect(spreadFrames(1, 100, 16)).toEqual([]);
  expect(spreadFrames(4, 100, 16)).toEqual([1, 2, 3]);
  const many = spreadFrames(1000, 10_000, 16);
  expect(many).toHaveLength(15);
  expect(many.at(-1)).toBe(999);
  const large = spreadFrames(1000, 100_000, 16);
  expect(large.length).toBeLessThan(15);
  expect(large).toEqual([...large].sort((a, b) => a - b));
  expect(spreadFrames(1000, 1_000_000, 16)).toEqual([]);
});
