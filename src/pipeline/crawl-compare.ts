// Crawls the same web with several strategies, each from the start and in a process of its own, and compares what they found.
import type { CrawlCounts, SeedCounts } from '../crawl/crawl.ts';
import type { Harvest } from './harvest.ts';

/** What one strategy did. */
export interface StrategyResult {
  readonly strategy: string;
  readonly pages: number;
  readonly images: number;
  readonly wanted: number;
  /** Mean number of wanted images over the pages: the area under the harvest curve. */
  readonly area: number;
  readonly seconds: number;
  readonly cpuMs: number;
  readonly peakMemoryBytes: number;
  /** Milliseconds of each step, all pages together. */
  readonly steps: Readonly<Record<string, number>>;
  /** Links that were known already: paper 001, table 5. */
  readonly known: number;
  readonly requests: number;
  /** Bytes received. */
  readonly bytes: number;
  /** What each starting address led to: paper 001, table 11. */
  readonly seeds: readonly SeedCounts[];
  readonly curve: Harvest['curve'];
}

/** Strategies side by side. */
export interface StrategyComparison {
  /** RFC 3339. */
  readonly time: string;
  readonly goal: string;
  readonly maxPages: number;
  readonly strategies: readonly StrategyResult[];
}

/** What `pinakes crawl --json` prints. */
export interface CrawlOutput extends CrawlCounts {
  readonly end: string;
  readonly seconds: number;
  readonly harvest: Harvest;
  readonly cpuMs: number;
  readonly peakMemoryBytes: number;
}

/** Runs every strategy, one after the other. `run` crawls with one of them and gives what was printed. */
export async function compareStrategies(
  strategies: readonly string[],
  { goal, maxPages }: Pick<StrategyComparison, 'goal' | 'maxPages'>,
  run: (strategy: string) => Promise<CrawlOutput>,
): Promise<StrategyComparison> {
  const results: StrategyResult[] = [];
  for (const strategy of strategies) {
    const output = await run(strategy);
    const { pages, images, wanted, seconds, steps, known, harvest } = output;
    const { cpuMs, peakMemoryBytes, requests, bytes, seeds } = output;
    results.push({
      ...{ strategy, pages, images, wanted, area: harvest.area, curve: harvest.curve },
      ...{ seconds, cpuMs, peakMemoryBytes, steps, known, requests, bytes, seeds },
    });
  }
  return { time: new Date().toISOString(), goal, maxPages, strategies: results };
}
