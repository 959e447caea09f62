// Fills the frontier of a crawl: pages of 60 links, a third of them known, over 20,000 hosts; then opens it again.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createRandom } from '../random.ts';
import { importBuilt } from './built.ts';

const { CrawlStore } = await importBuilt<typeof import('../../dist/crawl/frontier/crawl-store.js')>(
  'crawl/frontier/crawl-store.js',
);
const { Frontier } = await importBuilt<typeof import('../../dist/crawl/frontier/frontier.js')>(
  'crawl/frontier/frontier.js',
);

const HOSTS = 20_000;
const LINKS = 60;
const KNOWN_SHARE = 0.35;
/** Pages whose links are made beforehand, so that making them is not measured. */
const BATCH = 200;

/** Adds pages until so many URLs are known. Gives CPU-ms for each page, bytes for each URL, CPU-s of a restart. */
export async function prepare({ urls }: { readonly urls: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'pinakes-frontier-'));
  const path = join(folder, 'crawl.sqlite');
  return () => {
    try {
      return measure(path, folder, urls);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

function measure(path: string, folder: string, urls: number) {
  const random = createRandom(42);
  let made = 0;
  const toLink = () => {
    const n = random.next() < KNOWN_SHARE && made > 0 ? Math.floor(random.next() * made) : made++;
    const host = (Math.imul(n, 2_654_435_761) >>> 0) % HOSTS;
    const url = `http://www.host-${host}.example/section/gallery/item-${n}.html`;
    return { url, kind: 'page', priority: ((n * 7919) % 1000) / 1000, depth: 3, seed: 0 } as const;
  };
  const before = memory();
  let now = 1e12;
  const options = { delayMs: 1000, now: () => now };
  const store = new CrawlStore(path);
  const frontier = new Frontier(store, options);
  let pages = 0;
  let cpuMs = 0;
  while (frontier.knownCount < urls) {
    const batch = Array.from({ length: BATCH }, () => Array.from({ length: LINKS }, toLink));
    cpuMs += cpuMsOf(() => {
      for (const links of batch) {
        const next = frontier.next();
        now += 2;
        store.transaction(() => {
          frontier.add(next.kind === 'link' ? next.link.number : 0, links);
          if (next.kind === 'link') frontier.finish(next.link, VISIT);
        });
        if (next.kind === 'link') frontier.release(next.link.queue);
      }
    });
    pages += BATCH;
  }
  const known = frontier.knownCount;
  const memoryBytes = (memory() - before) / known;
  store.close();
  const diskBytes =
    readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / known;
  const again = new CrawlStore(path);
  let queued = 0;
  const restartMs = cpuMsOf(() => {
    queued = new Frontier(again, options).queuedCount;
  });
  again.close();
  const isWhole = queued === frontier.queuedCount;
  return { pageMs: cpuMs / pages, memoryBytes, diskBytes, restartMs: restartMs / known, isWhole };
}

const VISIT = { outcome: 'captured', file: 'crawl-20260101000000-00000.warc.gz', offset: 123_456 };

function cpuMsOf(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // what the flag makes

/** What is held after a collection, typed arrays included. */
function memory(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
