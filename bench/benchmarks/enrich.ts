// What it costs to look at the pixels of a picture.
import type { Benchmark } from '../harness/benchmark.ts';
import { cpuSecondsOf, interleave, median } from '../harness/sample.ts';
import { runSubject } from '../harness/subject.ts';

type Enrich = typeof import('../subjects/enrich.ts');
type EnrichWorkers = typeof import('../subjects/enrich-workers.ts');

const CHEAP = ['image.thumbnail', 'image.look', 'image.colors', 'image.texture'];
const ALL = [...CHEAP, 'nsfw', 'image.vector'];
/** As many as decoders may have to hold at once. */
const LARGE_MEGAPIXELS = 60;

/** Processor time of thumbnails, colours, kinds and the family filter. */
export const enrich: Benchmark = {
  name: 'enrich',
  about: `Pictures of 500 by 375 pixels (JPEG, clouds with grain) are decoded, and made thumbnails, ThumbHash, look, colours and kind of; then the same with the scores of the
family filter and a vector. The plain way decodes a picture anew for each of them. Two processes are held against one by the clock, so on a machine with nothing else to do; their memory is the
most that all processes together had at any moment.`,
  async run({ rounds, isQuick }) {
    const passes = isQuick ? 3 : 5;
    const run = (names: readonly string[], isOnce: boolean) => () =>
      runSubject<Enrich>('enrich', { names, isOnce, passes });
    const samples = await interleave(rounds, {
      cheap: run(CHEAP, true),
      all: run(ALL, true),
      plain: run(ALL, false),
    });
    const withWorkers = (workers: number, largeMegapixels: number) => () =>
      runSubject<EnrichWorkers>('enrich-workers', {
        names: ALL,
        workers,
        passes: isQuick ? 3 : 20,
        largeMegapixels,
      });
    const several = await interleave(isQuick ? 1 : rounds, {
      one: withWorkers(1, 0),
      two: withWorkers(2, 0),
    });
    const large = await withWorkers(2, isQuick ? 1 : LARGE_MEGAPIXELS)();
    const gains = several.one.map(({ result }, round) => {
      return result.seconds / several.two[round]!.result.seconds;
    });
    const memory = Math.max(...several.two.map(({ result }) => result.bytes));
    const { pictures } = samples.cheap[0]!.result;
    const millis = (name: keyof typeof samples) => (cpuSecondsOf(samples[name]) / pictures) * 1000;
    const [cheap, all, plain] = [millis('cheap'), millis('all'), millis('plain')];
    return [
      {
        name: 'A picture: thumbnails, ThumbHash, look, colours, kind',
        value: cheap,
        unit: 'CPU-ms',
        goal: { bound: 'at most', value: 11 },
      },
      {
        name: 'The family filter and the vector on top',
        value: all - cheap,
        unit: 'CPU-ms',
        goal: { bound: 'at most', value: 10 },
      },
      { name: 'Decoding once against once for each', value: plain / all, unit: 'times' },
      {
        name: 'Two processes against one',
        value: median(gains),
        unit: 'times',
        goal: { bound: 'at least', value: 1.8 },
      },
      {
        name: 'Memory of two processes',
        value: memory / 1e6,
        unit: 'MB',
        goal: { bound: 'at most', value: 600 },
      },
      {
        name: `The same with pictures of ${LARGE_MEGAPIXELS} million pixels that are held whole`,
        value: large.result.bytes / 1e6,
        unit: 'MB',
        goal: { bound: 'at most', value: 600 },
      },
    ];
  },
};
