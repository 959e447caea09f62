// What reading two files at once costs, against one after the other.
import type { Benchmark } from '../harness/benchmark.ts';
import { cpuSecondsOf, interleave, median } from '../harness/sample.ts';
import { runSubject } from '../harness/subject.ts';

type ReadInWorkers = typeof import('../subjects/read-in-workers.ts');

/** Extra processor time of two threads. */
export const twoWorkers: Benchmark = {
  name: 'two-workers',
  about: `Two files are read in full, bodies decoded: at once, by two worker threads of one process, and each alone, by one.
The figure is how much more processor time the two together take than the sum of the two alone, threads' start included.`,
  async run({ inputs, rounds, isQuick }) {
    const bytes = isQuick ? 3e6 : 100e6;
    const first = await inputs.cut(0, bytes);
    const second = await inputs.cut(bytes, 2 * bytes);
    const read = (files: readonly string[]) => () =>
      runSubject<ReadInWorkers>('read-in-workers', { files });
    const { one, other, both } = await interleave(rounds, {
      one: read([first.file]),
      both: read([first.file, second.file]),
      other: read([second.file]),
    });
    const extras = both.map(
      ({ cpuSeconds }, round) =>
        cpuSeconds / (one[round]!.cpuSeconds + other[round]!.cpuSeconds) - 1,
    );
    const megabytes = (first.bytes + second.bytes) / 1e6;
    return [
      {
        name: 'One thread, one file',
        value: megabytes / (cpuSecondsOf(one) + cpuSecondsOf(other)),
        unit: 'MB/CPU-s',
      },
      { name: 'Two threads, two files', value: megabytes / cpuSecondsOf(both), unit: 'MB/CPU-s' },
      {
        name: 'Extra processor time of two threads',
        value: median(extras) * 100,
        unit: 'percent',
        goal: { bound: 'at most', value: 15 },
      },
    ];
  },
};
