// What a saved crawl is saved with: its addresses and the values of its flags.
import { resolve } from 'node:path';
import { PinakesError } from '../support/errors.ts';
import type { Host } from './command.ts';
import type { CrawlFlagValues } from './crawl-flags.ts';

/** A crawl to be run again and again. */
export interface CrawlPlan {
  readonly seeds: readonly string[];
  readonly flags: CrawlFlagValues;
  /** Pages of each task. */
  readonly taskPages: number;
  /** Pages over all tasks; any number by default. */
  readonly maxPages?: number | undefined;
  /** Whether all that is known is asked for again once nothing is left. */
  readonly recrawl: boolean;
}

/** A plan as text. Modules of the user are found from any working folder. */
export function printPlan(host: Host, plan: CrawlPlan): string {
  const toPath = (choice: string) =>
    /\.[cm]?js$/.test(choice) ? resolve(host.cwd, choice) : choice;
  const { strategy, goal } = plan.flags;
  return JSON.stringify({
    ...plan,
    flags: { ...plan.flags, strategy: toPath(strategy), goal: toPath(goal) },
  });
}

/** Reads a plan; flags that it does not know get the values of the command line. */
export function readPlan(name: string, text: string, defaults: CrawlFlagValues): CrawlPlan {
  const plan = JSON.parse(text) as Partial<CrawlPlan>; // printed above, perhaps by an earlier version
  const { seeds, flags, taskPages, recrawl = false, maxPages } = plan;
  if (seeds === undefined || flags === undefined || taskPages === undefined) {
    throw new PinakesError('USAGE', {
      command: 'crawls',
      detail: `What the crawl ${name} was saved with cannot be read: remove it and add it again.`,
    });
  }
  return { seeds, flags: { ...defaults, ...flags }, taskPages, recrawl, maxPages };
}
