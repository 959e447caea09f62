// Makes a large archive with its indexes for the benchmarks of corpora, the same bytes for the same seed:
//   npx tsx bench/corpus-archive.ts --out bench/data/corpus --captures 200000 --seed 42
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  type CdxEntry,
  formatCdxHeader,
  formatCdxLine,
  toTimestamp,
} from '../src/archive/archive.ts';
import { CorpusFiles } from './corpus-files.ts';
import { type CorpusPool, makePool } from './corpus-pool.ts';
import { DOMAIN, inventDomain, inventSites, type Site, type Thing } from './corpus-sites.ts';
import { loadImagePool, type PooledImage } from './image-pool.ts';
import { createRandom, type Random } from './random.ts';

/** Changes when the same options would make other bytes. */
export const CORPUS_ARCHIVE_VERSION = 1;

/** What to make. */
export interface CorpusArchiveOptions {
  /** Folder to write; what is in it goes. */
  readonly out: string;
  /** Captures at least, a few more are made. */
  readonly captures: number;
  readonly seed: number;
  /** An archive that has reached this size is followed by another. Bytes. */
  readonly fileBytes: number;
  /** Pictures to take; without any, bytes that only begin like one. */
  readonly pictures: readonly PooledImage[];
}

/** What was made, and what can be selected from it. */
export interface CorpusArchiveReport {
  readonly captures: number;
  readonly bytes: number;
  readonly files: readonly string[];
  /** A page with a handful of captures. */
  readonly url: string;
  readonly urlCaptures: number;
  readonly domain: string;
  /** Captures of the domain that are HTML. */
  readonly domainPages: number;
  /** Six digits. */
  readonly month: string;
  /** URLs with a successful capture in the month. */
  readonly monthUrls: number;
}

/** Twelve crawls, of which the last is the one that is asked for. */
const MONTHS = 12;
const YEAR = 2011;
/** Pages of the domain, and URLs of the month, among all captures. */
const DOMAIN_SHARE = 0.01;
const MONTH_SHARE = 0.08;
const CAPTURES_OF_URL = 5;
/** Days over which the captures of a month are spread. */
const CRAWL_DAYS = 24;

/**
 * Writes archives mixed like those of `generate-warc.ts`, with requests and metadata, of sites that are crawled in
 * several months of a year. 93 % of the responses are successful. There are no revisits: a scan could not tell what
 * they repeat without a second reading.
 */
export async function makeCorpusArchive(
  options: CorpusArchiveOptions,
): Promise<CorpusArchiveReport> {
  const { out, captures, seed, fileBytes, pictures } = options;
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const files = new CorpusFiles(out, fileBytes);
  const pool = makePool({ seed, pages: Math.min(600, Math.ceil(captures / 20)), pictures });
  const crawl = new Crawl({ captures, random: createRandom(seed + 1), pool, files });
  crawl.captureYear();
  files.close();
  await writeIndexes(out, files.entries);
  const report = describe(files, crawl.monthUrls.size);
  await writeFile(join(out, REPORT), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

const DATA = fileURLToPath(new URL('./data', import.meta.url));

/** Name of the report, which is written when all else is. */
export const REPORT = 'corpus.json';

interface CrawlOptions {
  readonly captures: number;
  readonly random: Random;
  readonly pool: CorpusPool;
  readonly files: CorpusFiles;
}

/** An imagined crawl: months pass, sites are visited again. */
class Crawl {
  /** SURTs with a successful capture in the last month. */
  readonly monthUrls = new Set<string>();
  readonly #options: CrawlOptions;
  readonly #sites: readonly Site[];
  readonly #domain: readonly Site[];
  readonly #stepMs: number;
  #month = 0;
  #nowMs = 0;
  #serial = 0;

  constructor(options: CrawlOptions) {
    const { captures, random } = options;
    this.#options = options;
    // About three captures of each URL.
    this.#sites = inventSites(random, Math.ceil(captures / 225));
    // What is passed over in a month is made up for by errors of other things, which are HTML too.
    this.#domain = inventDomain(random, (DOMAIN_SHARE * captures) / MONTHS);
    // Small crawls meet the same few sites again and need more captures for their share of a month.
    this.#stepMs = (CRAWL_DAYS * 24 * 3600 * 1000) / (Math.max(captures, 5_000) / 11);
  }

  captureYear(): void {
    const { captures } = this.#options;
    // The last month has a tenth of all: some of its captures are errors, and some URLs come twice.
    for (this.#month = 1; this.#month < MONTHS; this.#month++) {
      this.#captureMonth(() => this.#serial >= (0.912 * captures * this.#month) / (MONTHS - 1));
    }
    this.#captureMonth(
      () => this.monthUrls.size >= MONTH_SHARE * this.#serial && this.#serial >= captures,
    );
  }

  #captureMonth(isDone: () => boolean): void {
    this.#nowMs = Date.UTC(YEAR, this.#month - 1, 1);
    for (const site of this.#domain) this.#captureSite(site, () => false);
    while (!isDone()) this.#captureSite(this.#options.random.pick(this.#sites), isDone);
  }

  #captureSite({ host, things }: Site, isDone: () => boolean): void {
    const { random } = this.#options;
    for (const thing of things) {
      if (random.chance(0.04)) continue; // not linked to this time
      if (isDone()) return;
      this.#nowMs += Math.round(random.next() * 2 * this.#stepMs);
      this.#capture(host, thing);
    }
  }

  #capture(host: string, thing: Thing): void {
    const { random, pool, files } = this.#options;
    this.#serial++;
    const status = drawStatus(random);
    const kind = status === 200 ? thing.kind : 'page';
    const body = random.pick(pool[kind]);
    const coding = kind === 'image' ? 1 : random.next();
    files.write({
      serial: this.#serial,
      time: toTimestamp(new Date(this.#nowMs)),
      host,
      url: thing.url,
      surt: thing.surt,
      status,
      body,
      travel: {
        coding: coding < 0.22 ? 'gzip' : coding < 0.3 ? 'brotli' : 'plain',
        isChunked: random.chance(kind === 'image' ? 0.03 : 0.3),
      },
      tail: Buffer.from(
        kind === 'image' ? toTail(this.#serial) : `<!-- ${toTail(this.#serial)} -->\n`,
      ),
      links: kind === 'page' ? random.pick(pool.links) : undefined,
    });
    if (this.#month === MONTHS && status === 200) this.monthUrls.add(thing.surt);
  }
}

function toTail(serial: number): string {
  return `capture ${String(serial).padStart(8, '0')}`;
}

function drawStatus(random: Random): number {
  const draw = random.next();
  if (draw < 0.93) return 200;
  return draw < 0.97 ? 404 : draw < 0.99 ? 403 : 500;
}

async function writeIndexes(folder: string, entries: readonly CdxEntry[]): Promise<void> {
  for (const [format, name] of [
    ['cdx11', 'corpus.cdx'],
    ['cdxj', 'corpus.cdxj'],
  ] as const) {
    const header = formatCdxHeader(format);
    // All is ASCII: the order of texts is that of bytes.
    const lines = entries.map((entry) => `${formatCdxLine(entry, format)}\n`).sort();
    await writeFile(
      join(folder, name),
      [...(header === undefined ? [] : [`${header}\n`]), ...lines].join(''),
    );
  }
}

function describe(files: CorpusFiles, monthUrls: number): CorpusArchiveReport {
  const counts = new Map<string, number>();
  let domainPages = 0;
  for (const { url, mime } of files.entries) {
    counts.set(url, (counts.get(url) ?? 0) + 1);
    if (mime === 'text/html' && new URL(url).hostname.endsWith(`.${DOMAIN}`)) domainPages++;
  }
  const candidates = [...counts].filter(
    ([url, count]) => count === CAPTURES_OF_URL && url.endsWith('.html'),
  );
  const [url] = candidates[candidates.length >> 1] ?? [''];
  return {
    captures: files.entries.length,
    bytes: files.bytes,
    files: files.names,
    url,
    urlCaptures: CAPTURES_OF_URL,
    domain: DOMAIN,
    domainPages,
    month: `${YEAR}${MONTHS}`,
    monthUrls,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join(DATA, 'corpus') },
      captures: { type: 'string', default: '200000' },
      seed: { type: 'string', default: '42' },
    },
  });
  const [captures, seed] = [Number(values.captures), Number(values.seed)];
  const pictures = await loadImagePool(DATA, seed);
  console.log(
    await makeCorpusArchive({ out: values.out, captures, seed, fileBytes: 250e6, pictures }),
  );
}
