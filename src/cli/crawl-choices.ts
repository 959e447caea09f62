// The strategy, goal and end of a crawl, as they are written on the command line.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Goal, ImageSizes, Strategy, Until } from '../crawl/crawl.ts';
import { messageOf, PinakesError } from '../support/errors.ts';
import type { Host } from './command.ts';
import { didYouMean } from './suggest.ts';

/** Names of strategies and goals. */
export const STRATEGIES = ['breadth', 'depth', 'best', 'learned'] as const;
export const GOALS = ['images', 'geotagged', 'everything', 'topic WORDS'] as const;

/** The strategy of a name, or the one that a module exports. */
export async function chooseStrategy(host: Host, choice: string, seed: number): Promise<Strategy> {
  const { breadth, createBest, createLearned, depth } = await import('../crawl/crawl.ts');
  if (choice === 'breadth') return breadth;
  if (choice === 'depth') return depth;
  if (choice === 'best') return createBest();
  if (choice === 'learned') return createLearned(seed);
  const found = await loadModule(host, choice, 'strategy', STRATEGIES);
  // Checked as far as can be: the rest is the contract of its author.
  if (typeof found['name'] === 'string' && typeof found['score'] === 'function')
    return found as unknown as Strategy;
  throw usage(`The strategy in ${choice} needs a \`name\` and a function \`score\`.`);
}

/** The goal of a name, `topic` with its words, or the one that a module exports. */
export async function chooseGoal(host: Host, choice: string, minSize?: number): Promise<Goal> {
  const { createImages, createTopic, everything, geotagged } = await import('../crawl/crawl.ts');
  if (choice === 'images') return createImages(minSize);
  if (choice === 'geotagged') return geotagged;
  if (choice === 'everything') return everything;
  const [, words] = /^topic\s+(.*\S)\s*$/s.exec(choice) ?? [];
  if (words !== undefined) return createTopic(words);
  if (choice === 'topic')
    throw usage('The goal `topic` needs words: --goal "topic harbour lisbon".');
  const found = await loadModule(host, choice, 'goal', GOALS);
  // As above.
  if (typeof found['name'] === 'string' && typeof found['judge'] === 'function')
    return found as unknown as Goal;
  throw usage(`The goal in ${choice} needs a \`name\` and a function \`judge\`.`);
}

/** What `--keep` asks for: sizes are predicted, with the model that comes with the program or one of the user's. */
export async function chooseSizes(
  host: Host,
  flags: {
    readonly goal: string;
    readonly keep: string | undefined;
    readonly minSize: number;
    readonly model: string | undefined;
  },
): Promise<ImageSizes | undefined> {
  if (flags.keep === undefined) return undefined;
  const keep = Number(flags.keep);
  if (!(keep > 0 && keep <= 1)) throw usage('--keep takes a share of 1, such as 0.98.');
  if (flags.goal !== 'images')
    throw usage('--keep goes with the goal `images`: other goals keep images of any size.');
  const { openModel } = await import('../size/size.ts');
  const { createCrawlSizes } = await import('../pipeline/crawl-sizes.ts');
  const path = flags.model === undefined ? undefined : resolve(host.cwd, flags.model);
  return createCrawlSizes({ model: await openModel(path), keep, minSize: flags.minSize });
}

/** What `--until` says: a number of wanted images, or a URL. */
export function toUntil(text: string | undefined): Until {
  if (text === undefined) return {};
  if (/^\d{1,9}$/.test(text)) return { wanted: Number(text) };
  if (/^https?:\/\//i.test(text)) return { url: text };
  throw usage(
    `--until takes a number of wanted images or a web address, not ${JSON.stringify(text)}.`,
  );
}

async function loadModule(
  host: Host,
  choice: string,
  kind: string,
  names: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  if (!/\.[cm]?js$/.test(choice)) {
    const list = `${names.join(', ')}, or a module such as ./mine.mjs`;
    throw usage(
      `There is no ${kind} ${JSON.stringify(choice)}: ${list}.${didYouMean(choice, names)}`,
    );
  }
  try {
    const loaded: { readonly default?: unknown } = await import(
      pathToFileURL(resolve(host.cwd, choice)).href
    );
    const found = typeof loaded.default === 'function' ? loaded.default() : loaded.default;
    if (typeof found === 'object' && found !== null) return found as Record<string, unknown>; // checked by the caller
  } catch (cause) {
    throw usage(`${choice} cannot be loaded: ${messageOf(cause)}`);
  }
  throw usage(`${choice} has no default export that is a ${kind}.`);
}

function usage(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'crawl', detail });
}
