// What a page costs a crawl, all in, against Crawlee where it can be installed.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openCrawlSite } from '../crawl-site.ts';
import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { median } from '../harness/sample.ts';
import { runSubject } from '../harness/subject.ts';

type CrawlPages = typeof import('../subjects/crawl-pages.ts');
type Crawlee = typeof import('../subjects/crawl-crawlee.ts');

/** The versions that are compared with; they are installed into a temporary folder, never into the package. */
const PEERS = { '@crawlee/cheerio': '3.18.1', undici: '7.30.0', htmlparser2: '10.0.0' };

/** Cost of a page. */
export const crawlPages: Benchmark = {
  name: 'crawl-pages',
  about: `A crawl of 6,000 pages of 27 KB with 60 links and 12 images, on 200 hosts on loopback, without pauses: robots.txt, scoring (\`learned\`), frontier, looks at images and the images that
are kept (0.7 requests for each page), WARC and CDXJ. The start of the program is not counted; what Crawlee does with as many pages is less: no robots.txt, no images, no archive. CheerioCrawler follows links
by \`enqueueLinks\`, BasicCrawler fetches with undici and reads with htmlparser2. Crawlee is installed into a temporary folder; where that fails its rows are left out. Pages for each second are those of a
web whose answers take 20 to 200 ms and fail once in twenty times, with one connection to each host.`,
  mostRounds: 1,
  async run({ isQuick, rounds }) {
    const pages = isQuick ? 300 : 6000;
    const site = await openCrawlSite(32);
    const troubledSite = await openCrawlSite(32, { isTroubled: true });
    const peer = await mkdtemp(join(tmpdir(), 'pinakes-crawlee-'));
    try {
      const { port } = site;
      const own: number[] = [];
      const paces: number[] = [];
      let probed = { probes: 1, probeBytes: 0 };
      const peers = { cheerio: [] as number[], basic: [] as number[] };
      const hasCrawlee = await install(peer);
      for (let round = 0; round < rounds; round += 1) {
        const sample = await runSubject<CrawlPages>('crawl-pages', { port, pages });
        own.push((sample.cpuSeconds / sample.result.pages) * 1000);
        probed = sample.result;
        const troubled = { port: troubledSite.port, pages, concurrency: 200 };
        const { result } = await runSubject<CrawlPages>('crawl-pages', troubled);
        paces.push(result.pages / result.seconds);
        for (const kind of hasCrawlee ? (['cheerio', 'basic'] as const) : []) {
          const args = { folder: peer, port, kind, pages };
          const { cpuSeconds, result } = await runSubject<Crawlee>('crawl-crawlee', args);
          peers[kind].push((cpuSeconds / result.pages) * 1000);
        }
      }
      const pageMs = median(own);
      return [
        { name: 'Page', value: pageMs, unit: 'CPU-ms', goal: { bound: 'at most', value: 1.6 } },
        ...against('CheerioCrawler', peers.cheerio, pageMs, 5),
        ...against('BasicCrawler with undici', peers.basic, pageMs, 1.3),
        {
          name: 'Pages of a slow and faulty web',
          value: median(paces),
          unit: 'pages/s',
          goal: { bound: 'at least', value: 600 },
        },
        {
          name: 'Look at an image',
          value: probed.probeBytes / probed.probes,
          unit: 'bytes',
          goal: { bound: 'at most', value: 20_000 },
        },
      ];
    } finally {
      await Promise.all([site.close(), troubledSite.close()]);
      await rm(peer, { recursive: true, force: true });
    }
  },
};

function against(name: string, samples: readonly number[], own: number, goal: number): Figure[] {
  if (samples.length === 0) return [];
  const value = median(samples);
  return [
    { name: `Page, ${name}`, value, unit: 'CPU-ms' },
    {
      name: `Against ${name}`,
      value: value / own,
      unit: 'times',
      goal: { bound: 'at least', value: goal },
    },
  ];
}

async function install(folder: string): Promise<boolean> {
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: PEERS }),
  );
  try {
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', words, { cwd: folder, timeout: 300_000 });
    return true;
  } catch {
    return false; // no registry: the rows are left out
  }
}
