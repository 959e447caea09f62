// What a crawl has done so far, in numbers.

/** Numbers of one seed. */
export interface SeedCounts {
  readonly url: string;
  pages: number;
  images: number;
  wanted: number;
}

/** Numbers of the sites of one top-level domain. */
export type DomainCounts = Omit<SeedCounts, 'url'>;

/** Where the time of a crawl goes: paper 001, figure 37. */
export const STEPS = ['fetch', 'read', 'score', 'look', 'write', 'queue'] as const;
/** One of them. */
export type Step = (typeof STEPS)[number];

/** Numbers of a crawl. They are kept with its frontier, so that they go on after an interruption. */
export interface CrawlCounts {
  /** Pages captured. */
  pages: number;
  /** Images captured. */
  images: number;
  /** Images that are what the crawl looks for. */
  wanted: number;
  /** Bytes received. */
  bytes: number;
  requests: number;
  /** Images whose first bytes were looked at, and the bytes that took. */
  probes: number;
  probeBytes: number;
  /** Captures that were the same as an earlier one. */
  unchanged: number;
  /** Images looked at that say where they were taken, that do not, and that name a place which cannot be. */
  located: number;
  unlocated: number;
  wrongPlaces: number;
  /** Bytes of the images captured. */
  imageBytes: number;
  /** Links found, and those that were known already. */
  links: number;
  known: number;
  /** What came of predicting sizes; nothing where sizes are not predicted. */
  sizes?: SizeCounts;
  /** Why links and images were not followed or not kept. */
  readonly refused: Record<string, number>;
  readonly seeds: SeedCounts[];
  /** By top-level domain, such as `pt`. */
  readonly domains: Record<string, DomainCounts>;
  /** Milliseconds by step. Answers, and their way to the disk, are waited for side by side: `fetch` and `write` may be longer than the crawl. */
  readonly steps: Record<Step, number>;
}

/** Numbers of images whose sizes were predicted. */
export interface SizeCounts {
  /** Images that were not asked for because they are most likely too small. */
  predictedSmall: number;
  /** Images whose first bytes settled what to do. */
  checkedByRange: number;
  /** Images that were asked for as a whole, and those of them that were not kept. */
  fetched: number;
  wasted: number;
  /** Images predicted to be small that were looked at all the same, and those of them that should be kept. */
  audited: number;
  auditedWanted: number;
  /** Images that skipping has cost, as the audit tells. */
  missedEstimate: number;
}

/** The numbers of predicted sizes, made on first use. */
export function sizeCounts(counts: CrawlCounts): SizeCounts {
  counts.sizes ??= {
    ...{ predictedSmall: 0, checkedByRange: 0, fetched: 0, wasted: 0 },
    ...{ audited: 0, auditedWanted: 0, missedEstimate: 0 },
  };
  return counts.sizes;
}

/** Notes what an audited image turned out to be. */
export function audit(counts: CrawlCounts, isWanted: boolean): void {
  const sizes = sizeCounts(counts);
  sizes.audited += 1;
  if (isWanted) sizes.auditedWanted += 1;
  sizes.missedEstimate = Math.round((sizes.predictedSmall * sizes.auditedWanted) / sizes.audited);
}

/** Nothing done yet. */
export function newCounts(seeds: readonly string[]): CrawlCounts {
  return {
    ...{ pages: 0, images: 0, wanted: 0, bytes: 0, requests: 0, probes: 0, probeBytes: 0 },
    ...{ unchanged: 0, links: 0, known: 0, refused: {}, domains: {} },
    ...{ located: 0, unlocated: 0, wrongPlaces: 0, imageBytes: 0 },
    seeds: seeds.map((url) => ({ url, pages: 0, images: 0, wanted: 0 })),
    steps: { fetch: 0, read: 0, score: 0, look: 0, write: 0, queue: 0 },
  };
}

/** Counts something that was found at a URL, on the way from a seed. */
export function countFound(
  counts: CrawlCounts,
  { url, seed }: { readonly url: string; readonly seed: number },
  kind: keyof DomainCounts,
): void {
  counts[kind] += 1;
  const start = counts.seeds[seed];
  if (start !== undefined) start[kind] += 1;
  const name = topLevelOf(url, counts.domains);
  const domain = counts.domains[name] ?? { pages: 0, images: 0, wanted: 0 };
  domain[kind] += 1;
  counts.domains[name] = domain;
}

/** Does work and counts its time. */
export function timed<T>({ steps }: CrawlCounts, step: Step, work: () => T): T {
  const started = performance.now();
  try {
    return work();
  } finally {
    steps[step] += performance.now() - started;
  }
}

/** The same for work that waits. */
export async function timedAsync<T>(
  { steps }: CrawlCounts,
  step: Step,
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    steps[step] += performance.now() - started;
  }
}

/** There are some 1,500 top-level domains; a web that makes up more must not make the numbers grow. */
const MAX_DOMAINS = 2000;

function topLevelOf(url: string, known: Readonly<Record<string, unknown>>): string {
  const host = /^https?:\/\/([^/?#:]*)/i.exec(url)?.[1] ?? '';
  const last = host.slice(host.lastIndexOf('.') + 1).toLowerCase();
  const name = /^[a-z0-9-]{2,63}$/.test(last) && !/^\d+$/.test(last) ? last : 'address';
  return name in known || Object.keys(known).length < MAX_DOMAINS ? name : 'other';
}

/** Counts a refusal. */
export function refuse(counts: CrawlCounts, reason: string, count = 1): void {
  counts.refused[reason] = (counts.refused[reason] ?? 0) + count;
}
