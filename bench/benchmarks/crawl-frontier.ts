// The frontier of a crawl: time, memory and disk for each URL, and how long it takes to open again.
import type { Benchmark } from '../harness/benchmark.ts';
import { runSubject } from '../harness/subject.ts';

type CrawlFrontier = typeof import('../subjects/crawl-frontier.ts');

/** Cost of knowing URLs. */
export const crawlFrontier: Benchmark = {
  name: 'crawl-frontier',
  about: `Pages of 60 links, a third of them known, over 20,000 hosts are added to the frontier of a crawl, each in a transaction that also notes a visit, until ten
million URLs are known (a million with \`--quick\`). Memory is what is held after a collection. Then the frontier is opened again, as after a power cut.`,
  mostRounds: 1,
  async run({ isQuick }) {
    const urls = isQuick ? 1e6 : 1e7;
    const { result } = await runSubject<CrawlFrontier>('crawl-frontier', { urls });
    if (!result.isWhole) throw new Error('Links were lost when the frontier was opened again.');
    const { pageMs, memoryBytes, diskBytes, restartMs } = result;
    return [
      { name: 'Page', value: pageMs, unit: 'CPU-ms', goal: { bound: 'at most', value: 0.25 } },
      {
        name: 'Memory for each URL',
        value: memoryBytes,
        unit: 'bytes',
        goal: { bound: 'at most', value: 45 },
      },
      {
        name: 'Disk for each URL',
        value: diskBytes,
        unit: 'bytes',
        goal: { bound: 'at most', value: 130 },
      },
      {
        name: 'Opening again, for each million URLs',
        value: restartMs * 1e6,
        unit: 'CPU-ms',
        goal: { bound: 'at most', value: 2500 },
      },
    ];
  },
};
