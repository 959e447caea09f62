// The index of an archive, by the command line.
import { readFile, rm } from 'node:fs/promises';
import type { Benchmark } from '../harness/benchmark.ts';
import { cpuSecondsOf, interleave } from '../harness/sample.ts';
import { runPinakes } from '../harness/subject.ts';

/** Cost of `pinakes cdx`. */
export const makeCdx: Benchmark = {
  name: 'make-cdx',
  about: `\`pinakes cdx\` makes the sorted CDXJ of the archive: the whole process, its start included, per gigabyte of compressed
archive. The result must have as many lines as the index that was written along with the archive.`,
  async run({ inputs, rounds }) {
    const { archive, archiveBytes, index } = inputs;
    const out = `${archive}.cdxj`;
    const { made } = await interleave(rounds, {
      made: () => runPinakes(['cdx', archive, '--out', out, '--force']),
    });
    const [lines, expected] = [await countLines(out), await countLines(index)];
    await rm(out);
    if (lines !== expected) throw new Error(`${archive}: ${lines} index lines, not ${expected}`);
    const seconds = cpuSecondsOf(made);
    return [{ name: 'CDXJ', value: seconds / (archiveBytes / 1e9), unit: 'CPU-s/GB' }];
  },
};

async function countLines(file: string): Promise<number> {
  return (await readFile(file, 'utf8')).split('\n').length - 1;
}
