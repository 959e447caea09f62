// Measures finding images on the sites of the data folder: precision at several depths for each profile, and what a run costs.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openHttpFetcher, parseResolveRule } from '../../src/crawl/crawl.ts';
import { chooseProvider, toFindQuery } from '../../src/find/find.ts';
import { FindSession, type FindStatus } from '../../src/pipeline/find-session.ts';
import type { FoundImage } from '../../src/pipeline/find-table.ts';
import { DECORATION, type Judgement } from './find-judgements.ts';

/** Sites served on loopback, each as a host `NAME.box`, by the program that the data folder comes with. */
export interface Box extends AsyncDisposable {
  readonly resolve: string;
}

/** Starts the small web; `latency` as `20-120` milliseconds. */
export async function openBox(dataFolder: string, latency: string): Promise<Box> {
  const program = resolve(dataFolder, '..', 'tools', 'web-in-a-box.mjs');
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const parameters = [
    program,
    '--sites',
    join(dataFolder, 'sites'),
    '--port',
    String(port),
    '--latency',
    latency,
  ];
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((ready, fail) => {
    child.stdout.once('data', ready);
    child.once('exit', fail);
  });
  // Its first answer reads all pages.
  await new Promise<void>((done, fail) => {
    const headers = { host: 'search.box' };
    get({ host: '127.0.0.1', port, path: '/search?q=castle', headers }, (answer) => {
      answer.resume().once('end', done);
    }).once('error', fail);
  });
  return {
    resolve: `*.box=127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      child.kill();
    },
  };
}

/** What one search gave. */
export interface Finding {
  readonly status: FindStatus;
  readonly end: string;
  /** Until the first image was kept. Milliseconds. */
  readonly firstMs: number;
  readonly cpuSeconds: number;
  readonly ranked: Readonly<Record<'paper' | 'pinakes', readonly FoundImage[]>>;
}

/** Runs one search of the box. */
export async function findInBox(
  { resolve: rule }: Box,
  query: string,
  options: {
    readonly budgetMs: number;
    readonly maxPages?: number;
    readonly profile: 'paper' | 'pinakes';
    readonly hasGate?: boolean;
    readonly delayMs?: number;
    readonly imagesPerHost?: number;
  },
): Promise<Finding> {
  const archiveFolder = await mkdtemp(join(tmpdir(), 'pinakes-find-'));
  const fetcher = openHttpFetcher({ userAgent: 'Pinakes', resolve: [parseResolveRule(rule)] });
  const { provider } = chooseProvider('searxng=http://search.box/search', {});
  const { budgetMs, ...more } = options;
  const started = performance.now();
  const cpu = process.cpuUsage();
  let firstMs = Number.POSITIVE_INFINITY;
  const session: FindSession = new FindSession({
    ...{ query: toFindQuery(query), fetcher, archiveFolder, providers: [provider] },
    ...more,
    onChange: () => {
      if (firstMs > 1e9 && session.status.kept > 0) firstMs = performance.now() - started;
    },
  });
  try {
    const end = await session.run(budgetMs);
    const { user, system } = process.cpuUsage(cpu);
    return {
      ...{ status: session.status, end, firstMs, cpuSeconds: (user + system) / 1e6 },
      ranked: { paper: session.results('paper'), pinakes: session.results('pinakes') },
    };
  } finally {
    await session.closeArchive();
    await fetcher.close();
    await rm(archiveFolder, { recursive: true, force: true });
  }
}

/** Tells whether an image answers a query, by the rules of `find-judgements.ts`. */
export async function createJudge(
  dataFolder: string,
): Promise<(judgement: Judgement, url: string) => boolean> {
  const said = await readTexts(join(dataFolder, 'sites'));
  return ({ site, address, said: words, also }, url) => {
    const { hostname, pathname } = new URL(url);
    const host = hostname.replace(/\.box$/, '');
    if (!(typeof site === 'string' ? [site] : site).includes(host)) return false;
    const path = decodeURI(pathname);
    if (DECORATION.test(path)) return false;
    const texts = said.get(`${host} ${path.split('/').at(-1)?.toLowerCase()}`) ?? '';
    const isIt = address.test(path) || (words?.test(texts) ?? false);
    return isIt && (also === undefined || also.test(path) || also.test(texts));
  };
}

/** Share of relevant images among the first; where fewer were found, the places that stay empty count as wrong. */
export function precisionAt(
  depth: number,
  images: readonly FoundImage[],
  isRelevant: (url: string) => boolean,
): number {
  const seen = new Set<string>();
  const right = images.slice(0, depth).filter(({ url }) => {
    // Another size of a picture that was shown is no further find.
    const picture = url.replace(/-\d{2,4}x\d{2,4}(?:-\d{10})?(?=\.\w+$)/, '');
    const isNew = !seen.has(picture);
    seen.add(picture);
    return isNew && isRelevant(url);
  });
  return right.length / depth;
}

/** How many of each hundred images, in their order, are relevant; the paper's Tables 4 and 5. */
export function bandsOf(
  images: readonly FoundImage[],
  isRelevant: (url: string) => boolean,
): { readonly images: number; readonly right: number }[] {
  const bands: { readonly images: number; readonly right: number }[] = [];
  for (let from = 0; from < Math.min(500, images.length); from += 100) {
    const band = images.slice(from, from + 100);
    bands.push({
      images: band.length,
      right: band.filter(({ url }) => isRelevant(url)).length,
    });
  }
  return bands;
}

/** Alternative texts and captions of the images of all sites, by site and file name. */
async function readTexts(sites: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const name of await readdir(sites, { recursive: true })) {
    if (!/\.html?$/i.test(name)) continue;
    const site = name.split('/')[0]?.toLowerCase() ?? '';
    const html = await readFile(join(sites, name), 'latin1').catch(() => '');
    const page = Buffer.from(html, 'latin1').toString('utf8');
    for (const [figure] of page.matchAll(/<figure[\s\S]{0,5000}?<\/figure>|<img\b[^>]*>/gi)) {
      const caption = /<figcaption[^>]*>([\s\S]*?)<\/figcaption>/i.exec(figure)?.[1] ?? '';
      for (const [, source = ''] of figure.matchAll(/\s(?:data-)?src\s*=\s*["']?([^"'\s>]+)/gi)) {
        const file = decodeSafely(source.split(/[?#]/)[0]?.split('/').at(-1) ?? '').toLowerCase();
        const alt = /\balt\s*=\s*"([^"]*)"/i.exec(figure)?.[1] ?? '';
        const key = `${site} ${file}`;
        texts.set(key, `${texts.get(key) ?? ''} ${alt} ${caption}`.slice(0, 4000));
      }
    }
  }
  return texts;
}

function decodeSafely(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text; // not encoded
  }
}
