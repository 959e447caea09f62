// The drivers of SQLite that this Node has.
import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { interleave, median } from '../harness/sample.ts';
import { runSubject } from '../harness/subject.ts';

type Sqlite = typeof import('../subjects/sqlite.ts');

const DRIVERS = ['node:sqlite', 'better-sqlite3'];
const KINDS = {
  inserts: 'rows inserted',
  gets: 'rows found by key',
  iterated: 'rows iterated',
} as const;

/** Speed of inserts, look-ups and iteration. */
export const sqlite: Benchmark = {
  name: 'sqlite',
  about: `Rows of three columns are inserted in one transaction, found one by one and iterated over, in memory, by each driver of \`src/sqlite/\` that this Node can
load: \`node:sqlite\` from Node 22.16, better-sqlite3 where it was compiled for this Node.`,
  async run({ rounds, isQuick }) {
    const rows = isQuick ? 20_000 : 300_000;
    const samples = await interleave(
      rounds,
      Object.fromEntries(
        DRIVERS.map((driver) => [driver, () => runSubject<Sqlite>('sqlite', { driver, rows })]),
      ),
    );
    return DRIVERS.flatMap((driver): Figure[] => {
      const times = samples[driver]!.flatMap(({ result }) => result ?? []);
      if (times.length === 0) return [];
      return (Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind) => ({
        name: `${driver}, ${KINDS[kind]}`,
        value: rows / median(times.map((each) => each[kind])),
        unit: 'records/CPU-s',
      }));
    });
  },
};
