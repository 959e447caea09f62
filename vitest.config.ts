// Which tests there are and how they run: two workers on two cores, and one process for many files where files leave nothing behind.
import { statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './scripts/browser.ts';
import { hasEngines } from './scripts/cluster-engines.ts';
import { splitCatalogues } from './scripts/split-catalogues.ts';

/** Vitest itself would leave one core idle. */
const WORKERS = Math.max(2, availableParallelism());

/** What waits for programs, browsers and clocks gets a second try on shared machines, whose neighbours can stop it for seconds; logic never does. */
const RETRIES = process.env['CI'] === 'true' ? 1 : 0;

/** Where temporary files live in memory, and the room that has to be free there. */
const MEMORY = { folder: '/dev/shm', leastBytes: 4e9 } as const;

// Half of the time of a test with a small library would be spent waiting for the disk.
if (process.env['TMPDIR'] === undefined && hasRoomInMemory()) process.env['TMPDIR'] = MEMORY.folder;

const hasBrowser = process.env['CI'] === 'true' || findBrowser() !== undefined;

export default defineConfig({
  plugins: [splitCatalogues],
  test: {
    setupFiles: ['test/seed.ts'],
    projects: [
      project('unit', {
        include: ['src/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
        timeoutMs: 20_000,
      }),
      project('e2e', { include: ['test/e2e/**/*.test.ts'], retries: RETRIES }),
      project('fuzz', { include: ['test/fuzz/**/*.test.ts'] }),
      project('quality', { include: ['test/quality/**/*.test.ts'] }),
      // From here on one file at a time: a browser takes both cores, and the others measure time.
      ...(hasBrowser
        ? [
            project('browser', {
              include: ['test/browser/**/*.test.ts'],
              globalSetup: ['test/browser/shared-site.ts'],
              groupOrder: 1,
              workers: 1,
              retries: RETRIES,
            }),
          ]
        : []),
      project('bench', {
        include: ['test/bench/**/*.test.ts'],
        groupOrder: 2,
        workers: 1,
        retries: RETRIES,
      }),
      // Real engines, which take both cores: where they are installed (`npm run test:cluster`).
      ...(hasEngines()
        ? [
            project('cluster', {
              include: ['test/cluster/**/*.test.ts'],
              groupOrder: 3,
              workers: 1,
              timeoutMs: 300_000,
            }),
          ]
        : []),
    ],
  },
});

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY.folder);
    return bavail * bsize >= MEMORY.leastBytes;
  } catch {
    return false; // not Linux
  }
}

interface Project {
  readonly include: string[];
  /** Run once before the first file. */
  readonly globalSetup?: string[];
  /** Longest time of a test and of a hook. Default two minutes. */
  readonly timeoutMs?: number;
  readonly workers?: number;
  /** Projects run one group after another. Default 0. */
  readonly groupOrder?: number;
  /** Further tries of a test that failed. Default none. */
  readonly retries?: number;
}

function project(
  name: string,
  {
    include,
    globalSetup = [],
    timeoutMs = 120_000,
    workers = WORKERS,
    groupOrder = 0,
    retries = 0,
  }: Project,
) {
  return {
    extends: true as const,
    test: {
      name,
      include,
      globalSetup,
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      retry: retries,
      // Files of a worker share its modules: loading them anew for each took more than half of the time.
      isolate: false,
      maxWorkers: workers,
      sequence: { groupOrder },
    },
  };
}
