// How long answers take while a library is being written.
import type { Benchmark } from '../harness/benchmark.ts';
import { withCopy } from '../harness/library-input.ts';
import { quantile } from '../harness/sample.ts';
import { runSubject } from '../harness/subject.ts';

type LibraryReaders = typeof import('../subjects/library-readers.ts');

/** Latency of searches beside a writer. */
export const libraryReaders: Benchmark = {
  name: 'library-readers',
  about: `One process searches a copy of the generated library without a pause, all kinds of queries in turn, always with other words; for half of the time another process
ingests into it, file after file. Latency is what a clock on the wall shows, so it needs two cores that
nobody else uses; processor time tells what the reader itself has more to do.`,
  mostRounds: 3,
  async run(context) {
    const { images, rounds: turns, isQuick } = context;
    const turnMs = isQuick ? 2000 : 15_000;
    const { result } = await withCopy(context, (folder) =>
      runSubject<LibraryReaders>('library-readers', { folder, images, turns, turnMs }),
    );
    const { idle, busy } = result;
    const p95 = (values: readonly number[]) => quantile(values, 0.95);
    return [
      { name: '95th percentile, nobody writes', value: p95(idle.wall), unit: 'ms' },
      { name: '95th percentile beside a writer', value: p95(busy.wall), unit: 'ms' },
      {
        name: 'Ratio',
        value: p95(busy.wall) / p95(idle.wall),
        unit: 'times',
        goal: { bound: 'at most', value: 2 },
      },
      { name: 'Median, nobody writes', value: quantile(idle.wall, 0.5), unit: 'ms' },
      { name: 'Median beside a writer', value: quantile(busy.wall, 0.5), unit: 'ms' },
      {
        name: 'Ratio of processor time, 95th percentile',
        value: p95(busy.cpu) / p95(idle.cpu),
        unit: 'times',
      },
    ];
  },
};
