// Learns, while it crawls, which hosts and which kinds of pages lead to wanted images.
import { toUrlTokens } from '../../model/url-tokens.ts';
import { createRandom } from '../../support/random.ts';
import { sampleGamma } from './random.ts';
import { remember } from './remember.ts';
import type { Strategy, VisitedPage } from './strategy.ts';
import { templateGroup } from './url-template.ts';

/** Visits of a kind, and wanted images that came of them. */
interface Yield {
  visits: number;
  wanted: number;
}

/** What the strategy knows, as it is kept. */
interface Memory {
  readonly hosts: Record<string, Yield>;
  readonly groups: Record<string, Yield>;
  readonly arms: Record<string, Yield>;
  readonly words: Record<string, Yield>;
}

/** As many visits as the expectation counts for that comes from the whole host, and from the whole crawl. */
const ARM_STRENGTH = 4;
const HOST_STRENGTH = 3;
const MAX_WORDS = 50_000;
const MAX_WORDS_OF_URL = 12;

/**
 * A bandit whose arms are the kinds of pages of each host. The yield of an arm (wanted images for each page) has a
 * gamma distribution; its prior is the yield of the host times what that kind of page is worth elsewhere. A sample of
 * it is the arm's value: arms that are good, or hardly tried, win. Within an arm links go by their words.
 * The same seed and the same answers give the same crawl.
 */
export function createLearned(seed = 1): Strategy {
  const random = createRandom(seed);
  const total: Yield = { visits: 0, wanted: 0 };
  const hosts = new Map<string, Yield>();
  const groups = new Map<number, Yield>();
  const arms = new Map<string, Yield>();
  const words = new Map<string, Yield>();

  const meanYield = () => (total.wanted + 0.5) / (total.visits + 5);
  const hostYield = (origin: string): number => {
    const { visits, wanted } = hosts.get(origin) ?? NOTHING;
    return (meanYield() * HOST_STRENGTH + wanted) / (HOST_STRENGTH + visits);
  };
  /** What pages of a kind give compared with all pages, over all hosts. */
  const groupRatio = (group: number): number => {
    const { visits, wanted } = groups.get(group) ?? NOTHING;
    const mean = meanYield();
    return Math.min(8, Math.max(0.05, (mean * 6 + wanted) / (6 + visits) / mean));
  };
  const wordScore = (url: string): number => {
    const mean = meanYield();
    let score = 0;
    for (const word of wordsOf(url)) {
      const { visits, wanted } = words.get(word) ?? NOTHING;
      score += Math.log((mean * 3 + wanted) / (3 + visits) / mean);
    }
    return score;
  };
  const count = (page: VisitedPage, visits: number, wanted: number): void => {
    total.visits += visits;
    total.wanted += wanted;
    addTo(hosts, page.origin, visits, wanted);
    addTo(groups, page.group, visits, wanted);
    addTo(arms, armOf(page.origin, page.group), visits, wanted);
    if (words.size > MAX_WORDS) words.clear();
    for (const word of wordsOf(page.url)) addTo(words, word, visits, wanted);
  };

  return {
    name: 'learned',
    score: ({ url }) => ({ priority: wordScore(url), group: templateGroup(url) }),
    value: (origin, group) => {
      const { visits, wanted } = arms.get(armOf(origin, group)) ?? NOTHING;
      const prior = hostYield(origin) * groupRatio(group);
      return sampleGamma(prior * ARM_STRENGTH + wanted, random) / (ARM_STRENGTH + visits);
    },
    visited: (page) => count(page, 1, 0),
    judged: (page, isWanted) => {
      if (isWanted) count(page, 0, 1);
    },
    save: (): Memory => ({
      hosts: Object.fromEntries(hosts),
      groups: Object.fromEntries(groups),
      arms: Object.fromEntries(arms),
      words: Object.fromEntries(words),
    }),
    restore: (state) => {
      const memory = state as Memory; // as `save` gave it
      for (const [origin, { visits, wanted }] of Object.entries(memory.hosts)) {
        addTo(hosts, origin, visits, wanted);
        total.visits += visits;
        total.wanted += wanted;
      }
      for (const [group, known] of Object.entries(memory.groups))
        addTo(groups, Number(group), known.visits, known.wanted);
      for (const [arm, known] of Object.entries(memory.arms))
        addTo(arms, arm, known.visits, known.wanted);
      for (const [word, known] of Object.entries(memory.words))
        addTo(words, word, known.visits, known.wanted);
    },
  };
}

const NOTHING: Readonly<Yield> = { visits: 0, wanted: 0 };

function addTo<Key>(yields: Map<Key, Yield>, key: Key, visits: number, wanted: number): void {
  const known = yields.get(key);
  if (known === undefined) yields.set(key, { visits, wanted });
  else {
    known.visits += visits;
    known.wanted += wanted;
  }
}

function armOf(origin: string, group: number): string {
  return `${group} ${origin}`;
}

/** The words of a path and query that may say what a page is about; numbers say nothing. */
function wordsOf(url: string): readonly string[] {
  const slash = url.indexOf('/', 8);
  const words =
    slash < 0
      ? []
      : url
          .slice(slash + 1)
          .split(/[/?&]/)
          .flatMap(wordsOfPart);
  return words.length < 2 ? words : [...new Set(words)].slice(0, MAX_WORDS_OF_URL);
}

const wordsOfPart = remember((part): readonly string[] =>
  toUrlTokens(part)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2 && /^\p{L}+$/u.test(word)),
);
