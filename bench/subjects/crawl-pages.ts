// Crawls the web of the benchmark as `pinakes crawl` does, but for the library: robots, scoring, frontier, images, WARC.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importBuilt } from './built.ts';

const { crawl, createLearned, images, openHttpFetcher, parseResolveRule } =
  await importBuilt<typeof import('../../dist/crawl/crawl.js')>('crawl/crawl.js');
const { CRAWL_READERS } = await importBuilt<typeof import('../../dist/pipeline/crawl-readers.js')>(
  'pipeline/crawl-readers.js',
);

/** Visits so many pages. Gives their number, and requests and bytes of looks at images. */
export async function prepare({
  port,
  pages,
  concurrency = 100,
}: {
  readonly port: number;
  readonly pages: number;
  readonly concurrency?: number;
}) {
  const folder = mkdtempSync(join(tmpdir(), 'pinakes-crawl-'));
  const fetcher = openHttpFetcher({
    userAgent: 'Pinakes bench',
    resolve: [parseResolveRule(`*.bench=127.0.0.1:${port}`)],
  });
  return async () => {
    const started = performance.now();
    try {
      const { counts } = await crawl({
        ...{ seeds: ['http://h0.bench/p/0.html'], fetcher, readers: CRAWL_READERS },
        ...{ strategy: createLearned(1), goal: images, maxPages: pages, delayMs: 0 },
        ...{ statePath: join(folder, 'crawl.sqlite'), archiveFolder: join(folder, 'archive') },
        // A host that fails is asked again soon: it is the crawler that is measured, not its patience.
        ...{ concurrency, backOffMs: 100, tries: 10, traps: { maxPerPattern: 1e6 } },
      });
      const seconds = (performance.now() - started) / 1000;
      return { pages: counts.pages, seconds, probes: counts.probes, probeBytes: counts.probeBytes };
    } finally {
      await fetcher.close();
      rmSync(folder, { recursive: true });
    }
  };
}
