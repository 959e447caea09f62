// Processor time of searches, by kind of query and ranking profile.
import type { Benchmark, Figure, Goal } from '../harness/benchmark.ts';
import { openGeneratedLibrary } from '../harness/library-input.ts';
import { interleave, median, quantile, type Sample } from '../harness/sample.ts';
import { runSubject, type SubjectResult } from '../harness/subject.ts';

type LibrarySearch = typeof import('../subjects/library-search.ts');
type Result = SubjectResult<LibrarySearch>;

/** Distinct queries of each kind. */
const QUERIES = 40;
const PROFILES = ['pinakes', 'paper'];

/** Bounds of the median by kind of query. Milliseconds of processor time, at a million images. */
const GOALS: Readonly<Record<string, Goal>> = {
  'Rare word': { bound: 'at most', value: 1.5 },
  'Two words': { bound: 'at most', value: 3 },
  'One of three words, phrases first': { bound: 'at most', value: 15 },
  'Common word': { bound: 'at most', value: 30, stretch: 20 },
  'Common word, four years': { bound: 'at most', value: 30 },
  'Facet of a common word': { bound: 'at most', value: 15 },
  'Common word, answers from 1,000 on': { bound: 'at most', value: 40 },
};

/** Median and 95th percentile for each kind of query. */
export const librarySearch: Benchmark = {
  name: 'library-search',
  about: `The generated library is searched with ${QUERIES} distinct queries of each kind, in a process that has answered others before; of their words nothing is
known yet. Each query gives the exact total and 24 answers with all they show, through the function
that the command line calls. Common words stand in one of 22 documents. Goals are meant for medians at a million images.`,
  mostRounds: 3,
  async run(context) {
    const folder = await openGeneratedLibrary(context);
    const search = (profile: string) => () =>
      runSubject<LibrarySearch>('library-search', { folder, profile, queries: QUERIES });
    const samples = await interleave(
      context.rounds,
      Object.fromEntries(PROFILES.map((profile) => [profile, search(profile)])),
    );
    const figures = PROFILES.flatMap((profile) => toFigures(profile, samples[profile]!));
    const yardstick = median(samples[PROFILES[0]!]!.map(({ result }) => result.yardstick));
    return [...figures, { name: 'Yardstick', value: yardstick, unit: 'CPU-ms' }];
  },
};

function toFigures(profile: string, samples: readonly Sample<Result>[]): Figure[] {
  return samples[0]!.result.kinds.flatMap(({ name, hits }, at): Figure[] => {
    const goal = GOALS[name];
    const over = (take: (cpuMs: readonly number[]) => number) =>
      median(samples.map(({ result }) => take(result.kinds[at]!.cpuMs)));
    const count = Math.round(hits).toLocaleString('en');
    return [
      {
        name: `${name} (${count} hits), \`${profile}\``,
        value: over(median),
        unit: 'CPU-ms',
        ...(goal && { goal }),
      },
      { name: '95th percentile', value: over((cpuMs) => quantile(cpuMs, 0.95)), unit: 'CPU-ms' },
    ];
  });
}
