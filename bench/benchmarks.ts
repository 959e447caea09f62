// The table of benchmarks, in the order of the page: a new one is one file and one line here.
import { corpusIndex } from './benchmarks/corpus-index.ts';
import { corpusSelect } from './benchmarks/corpus-select.ts';
import { crawlFrontier } from './benchmarks/crawl-frontier.ts';
import { crawlPages } from './benchmarks/crawl-pages.ts';
import { crawlStrategies } from './benchmarks/crawl-strategies.ts';
import { enrich } from './benchmarks/enrich.ts';
import { extract } from './benchmarks/extract.ts';
import { fullParse } from './benchmarks/full-parse.ts';
import { libraryChange } from './benchmarks/library-change.ts';
import { libraryIndex } from './benchmarks/library-index.ts';
import { libraryMerge } from './benchmarks/library-merge.ts';
import { libraryReaders } from './benchmarks/library-readers.ts';
import { librarySearch } from './benchmarks/library-search.ts';
import { libraryUpsert } from './benchmarks/library-upsert.ts';
import { makeCdx } from './benchmarks/make-cdx.ts';
import { pageTitles } from './benchmarks/page-titles.ts';
import { peakMemory } from './benchmarks/peak-memory.ts';
import { randomAccess } from './benchmarks/random-access.ts';
import { runSteps } from './benchmarks/run-steps.ts';
import { serveLoad } from './benchmarks/serve-load.ts';
import { sqlite } from './benchmarks/sqlite.ts';
import { surt } from './benchmarks/surt.ts';
import { twoWorkers } from './benchmarks/two-workers.ts';
import type { Benchmark } from './harness/benchmark.ts';

/** All benchmarks. */
export const BENCHMARKS: readonly Benchmark[] = [
  fullParse,
  randomAccess,
  peakMemory,
  twoWorkers,
  surt,
  makeCdx,
  extract,
  pageTitles,
  enrich,
  corpusSelect,
  corpusIndex,
  sqlite,
  libraryIndex,
  libraryUpsert,
  libraryChange,
  libraryMerge,
  runSteps,
  librarySearch,
  libraryReaders,
  serveLoad,
  crawlPages,
  crawlFrontier,
  crawlStrategies,
];
