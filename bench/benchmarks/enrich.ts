// What it costs to look at the pixels of a picture.
import type { Benchmark } from '../harness/benchmark.ts';
import { cpuSecondsOf, interleave } from '../harness/sample.ts';
import { runSubject } from '../harness/subject.ts';

type Enrich = typeof import('../subjects/enrich.ts');

const CHEAP = ['image.thumbnail', 'image.colors', 'image.texture'];
const ALL = [...CHEAP, 'nsfw'];

/** Processor time of thumbnails, colours, kinds and the family filter. */
export const enrich: Benchmark = {
  name: 'enrich',
  about: `Pictures of 500 by 375 pixels (JPEG, clouds with grain) are decoded, and made thumbnails, ThumbHash, colours and kind of; then the same with the scores of the
family filter. The plain way decodes a picture anew for each of them.`,
  async run({ rounds, isQuick }) {
    const passes = isQuick ? 3 : 5;
    const run = (names: readonly string[], isOnce: boolean) => () =>
      runSubject<Enrich>('enrich', { names, isOnce, passes });
    const samples = await interleave(rounds, {
      cheap: run(CHEAP, true),
      all: run(ALL, true),
      plain: run(ALL, false),
    });
    const { pictures } = samples.cheap[0]!.result;
    const millis = (name: keyof typeof samples) => (cpuSecondsOf(samples[name]) / pictures) * 1000;
    const [cheap, all, plain] = [millis('cheap'), millis('all'), millis('plain')];
    return [
      {
        name: 'A picture: thumbnails, ThumbHash, colours, kind',
        value: cheap,
        unit: 'CPU-ms',
        goal: { bound: 'at most', value: 11 },
      },
      {
        name: 'The family filter on top',
        value: all - cheap,
        unit: 'CPU-ms',
        goal: { bound: 'at most', value: 10 },
      },
      { name: 'Decoding once against once for each', value: plain / all, unit: 'times' },
    ];
  },
};
