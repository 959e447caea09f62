// Keys of URLs.
import type { Benchmark } from '../harness/benchmark.ts';
import { cpuSecondsOf, interleave } from '../harness/sample.ts';
import { runSubject } from '../harness/subject.ts';

type Surt = typeof import('../subjects/surt.ts');

/** Speed of `toSurt`. */
export const surt: Benchmark = {
  name: 'surt',
  about: 'SURT keys of the URLs of the generated archive, again and again.',
  async run({ inputs, rounds, isQuick }) {
    const passes = isQuick ? 100 : 20;
    const { made } = await interleave(rounds, {
      made: () => runSubject<Surt>('surt', { index: inputs.index, passes }),
    });
    const { keys } = made[0]!.result;
    return [{ name: 'Keys', value: keys / cpuSecondsOf(made), unit: 'URLs/CPU-s' }];
  },
};
