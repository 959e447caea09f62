// Joining libraries that were made apart, against making one library of all archives.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark } from '../harness/benchmark.ts';
import { cpuRatio, cpuSecondsOf, interleave, type Sample } from '../harness/sample.ts';
import { runPinakes } from '../harness/subject.ts';

/** Processor time of `pinakes merge` and of `pinakes ingest`. */
export const libraryMerge: Benchmark = {
  name: 'library-merge',
  about: `Two parts of the archive are ingested into a library each, without thumbnails. Then \`pinakes merge\` joins the two, in turns with \`pinakes ingest\` of both
parts into one library; both are whole runs of the program.`,
  mostRounds: 3,
  async run({ inputs, rounds, isQuick }) {
    const end = isQuick ? inputs.archiveBytes : 100_000_000;
    const parts = [await inputs.cut(0, end / 2), await inputs.cut(end / 2, end)];
    const files = parts.map(({ file }) => file);
    const folder = await mkdtemp(join(inputs.folder, 'merge-'));
    try {
      const libraries = files.map((_, at) => join(folder, `part-${at}`));
      for (const [at, file] of files.entries()) await ingest([file], libraries[at]!);
      let made = 0;
      const { merged, ingested } = await interleave(rounds, {
        merged: () => {
          const into = join(folder, `merged-${made++}`);
          return runPinakes(['merge', ...libraries, '--library', into, '--quiet', '--json']);
        },
        ingested: () => ingest(files, join(folder, `ingested-${made++}`)),
      });
      return [
        { name: 'Merging two libraries', value: cpuSecondsOf(merged), unit: 'CPU-s' },
        { name: 'Ingesting both archives', value: cpuSecondsOf(ingested), unit: 'CPU-s' },
        {
          name: 'Merging to ingesting',
          value: cpuRatio(ingested, merged),
          unit: 'times',
          goal: { bound: 'at least', value: 2 },
        },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function ingest(files: readonly string[], library: string): Promise<Sample<null>> {
  const options = ['--library', library, '--no-thumbnails', '--quiet', '--json'];
  return runPinakes(['ingest', ...files, ...options]);
}
