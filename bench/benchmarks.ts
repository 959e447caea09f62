// The table of benchmarks, in the order of the page: a new one is one file and one line here.
import { corpusIndex } from './benchmarks/corpus-index.ts';
import { corpusSelect } from './benchmarks/corpus-select.ts';
import { extract } from './benchmarks/extract.ts';
import { fullParse } from './benchmarks/full-parse.ts';
import { libraryIndex } from './benchmarks/library-index.ts';
import { libraryReaders } from './benchmarks/library-readers.ts';
import { librarySearch } from './benchmarks/library-search.ts';
import { libraryUpsert } from './benchmarks/library-upsert.ts';
import { makeCdx } from './benchmarks/make-cdx.ts';
import { peakMemory } from './benchmarks/peak-memory.ts';
import { randomAccess } from './benchmarks/random-access.ts';
import { serveLoad } from './benchmarks/serve-load.ts';
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
  corpusSelect,
  corpusIndex,
  libraryIndex,
  libraryUpsert,
  librarySearch,
  libraryReaders,
  serveLoad,
];
