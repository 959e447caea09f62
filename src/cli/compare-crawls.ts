// `pinakes crawl compare`: the same web with several strategies, side by side.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrawlOutput, StrategyComparison, StrategyResult } from '../pipeline/crawl-compare.ts';
import { PinakesError } from '../support/errors.ts';
import type { ExitCode, Host } from './command.ts';
import { STRATEGIES } from './crawl-choices.ts';
import { CRAWL_FLAGS, type CrawlFlagValues } from './crawl-flags.ts';
import { libraryFolder } from './library-flags.ts';
import type { Log } from './log.ts';
import { toFlagName } from './names.ts';
import type { Output } from './output.ts';
import { formatSize } from './units.ts';

/** What is compared. */
export interface CompareOptions {
  readonly host: Host;
  readonly flags: CrawlFlagValues & {
    readonly maxPages: number;
    readonly json: boolean;
    readonly library: string | undefined;
  };
  readonly seeds: readonly string[];
  readonly output: Output;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Compares strategies and prints what came of it. */
export async function compareCrawls(options: CompareOptions): Promise<ExitCode> {
  const { host, flags, seeds, output, log, signal } = options;
  if (seeds.length === 0) throw usage('Say where to start: `pinakes crawl compare URL...`.');
  const { compareStrategies } = await import('../pipeline/crawl-compare.ts');
  const names = flags.strategy.includes(',')
    ? flags.strategy.split(',').map((name) => name.trim())
    : [...STRATEGIES];
  const { goal, maxPages } = flags;
  const comparison = await compareStrategies(names, { goal, maxPages }, async (strategy) => {
    log.note(`Crawling with ${strategy}.`);
    return crawlOnce(options, strategy);
  });
  if (signal.aborted) return 3;
  if (flags.library !== undefined)
    await keep(libraryFolder(host, flags.library, 'crawl'), comparison);
  if (flags.json) await output.json(comparison);
  else await output.lines(describe(comparison));
  return 0;
}

/** Crawls with one strategy in a process and a library of its own, so that time and memory are its own as well. */
async function crawlOnce(
  { flags, seeds, signal, host }: CompareOptions,
  strategy: string,
): Promise<CrawlOutput> {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-compare-'));
  try {
    const words = [
      ...['crawl', ...seeds, '--library', folder, '--max-pages', String(flags.maxPages)],
      ...toWords({ ...flags, strategy }),
      ...['--no-thumbnails', '--json', '--quiet'],
    ];
    const text = await runProgram(words, host, signal);
    return JSON.parse(text) as CrawlOutput; // printed by ourselves
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The flags of a crawl as they are typed. */
function toWords(flags: CrawlFlagValues): string[] {
  return Object.entries(CRAWL_FLAGS).flatMap(([name, { type }]) => {
    const value = flags[name as keyof CrawlFlagValues]; // a key of the same table
    const word = `--${toFlagName(name)}`;
    if (value === undefined || name === 'thumbnails') return [];
    if (typeof value === 'boolean') return [value ? word : `--no-${toFlagName(name)}`];
    const unit = type === 'duration' ? 'ms' : '';
    const values = Array.isArray(value) ? value : [value];
    return values.map((each) => `${word}=${each}${unit}`);
  });
}

function runProgram(words: readonly string[], { env }: Host, signal: AbortSignal): Promise<string> {
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    signal,
  });
  let printed = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, 4000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // 1 and 3: some or all addresses gave nothing, which is a result too.
    child.once('close', (code) => {
      if (printed !== '' && code !== 2) resolve(printed);
      else reject(usage(said.trim() || `The crawl ended with code ${code}.`));
    });
  });
}

async function keep(folder: string, comparison: StrategyComparison): Promise<void> {
  const { openCrawlBook } = await import('../crawl/crawl.ts');
  const book = openCrawlBook(folder);
  book.setComparison(JSON.stringify(comparison));
  book.close();
}

function describe({ strategies, goal, maxPages }: StrategyComparison): string[] {
  const best = Math.max(...strategies.map(({ area }) => area), 1e-9);
  const rows = strategies.map((each) => {
    const pages = Math.max(each.pages, 1);
    const steps = Object.entries(each.steps).map(
      ([step, ms]) => `${step} ${(ms / pages).toFixed(2)}`,
    );
    return [
      each.strategy.slice(-12).padEnd(12),
      ...[each.pages, each.images, each.wanted].map((count) => String(count).padStart(7)),
      each.area.toFixed(1).padStart(9),
      `${Math.round((each.area / best) * 100)} %`.padStart(6),
      `${each.seconds.toFixed(1)} s`.padStart(9),
      `${(each.cpuMs / 1000).toFixed(1)} s`.padStart(8),
      formatSize(each.peakMemoryBytes).padStart(9),
      ...[each.known, each.requests].map((count) => String(count).padStart(8)),
      formatSize(each.bytes).padStart(9),
      `  ${steps.join(', ')}`,
    ].join(' ');
  });
  return [
    `Goal ${goal}, at most ${maxPages} pages. Area: mean number of wanted images over the crawl. Known: links that were known already. Steps: ms for each page.`,
    'strategy       pages  images  wanted      area   best      time      CPU    memory    known requests     bytes   steps',
    ...rows,
    '',
    ...strategies.flatMap(describeSeeds),
  ];
}

/** Most starting addresses of a strategy that are shown; `--json` has all. */
const MAX_SEEDS = 20;

function describeSeeds({ strategy, seeds }: StrategyResult): string[] {
  const shown = seeds.slice(0, MAX_SEEDS).map(({ url, pages, images, wanted }) => {
    const counts = [pages, images, wanted].map((count) => String(count).padStart(7));
    return [strategy.slice(-12).padEnd(12), ...counts, `  ${url}`].join(' ');
  });
  const more = seeds.length - shown.length;
  return more > 0 ? [...shown, `${strategy}: ${more} more starting addresses`] : shown;
}

function usage(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'crawl', detail });
}
