// Single records by the places an index names.
import type { Benchmark } from '../harness/benchmark.ts';
import { SEED } from '../harness/inputs.ts';
import { cpuSecondsOf, interleave, type Sample } from '../harness/sample.ts';
import { runSubject } from '../harness/subject.ts';

type ReadAt = typeof import('../subjects/read-at.ts');
type GunzipAt = typeof import('../subjects/gunzip-at.ts');

/** Speed of random access. */
export const randomAccess: Benchmark = {
  name: 'random-access',
  about: `Random responses, 40,000 of them, are fetched by offset and length, as their CDXJ lines have them, from a file in the page cache. Each
record is read, inflated, checked and parsed, its HTTP head too; in the second row its body is decoded as well. The last row is a
yardstick: members read and inflated by \`gunzipSync\`, and nothing else.`,
  async run({ inputs, rounds, isQuick }) {
    const { archive, index } = inputs;
    const count = isQuick ? 2_000 : 40_000;
    const choice = { archive, index, count, seed: SEED };
    const fetch = (withBodies: boolean) => async () => {
      const sample = await runSubject<ReadAt>('read-at', { ...choice, withBodies });
      const { found } = sample.result;
      if (found !== count) throw new Error(`${count - found} of ${count} responses were not found`);
      return sample;
    };
    const { records, bodies, yardstick } = await interleave(rounds, {
      records: fetch(false),
      bodies: fetch(true),
      yardstick: () => runSubject<GunzipAt>('gunzip-at', choice),
    });
    const figure = (name: string, samples: readonly Sample[]) =>
      ({ name, value: count / cpuSecondsOf(samples), unit: 'records/CPU-s' }) as const;
    return [
      { ...figure('Records', records), goal: { bound: 'at least', value: 8_000 } },
      figure('Records and decoded bodies', bodies),
      figure('gunzipSync alone', yardstick),
    ];
  },
};
