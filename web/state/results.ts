// The results of the search on the page: asked for page by page, kept for going back.
import { signal } from '@preact/signals';
import { imagesAddress } from '../api/addresses.ts';
import { fetchJson } from '../api/client.ts';
import { type Problem, toProblem } from '../api/problem.ts';
import type { Correction, ImagesAnswer, Item, SearchWarning, Total } from '../api/types.ts';
import { takeInitialData } from './initial-data.ts';
import type { Sort } from './route.ts';
import { toServerQuery } from './sensitive.ts';
import { settings } from './settings.ts';

/** Results as far as they are loaded. */
export interface Results {
  /** The search they belong to. */
  readonly key: string;
  readonly q: string;
  readonly sort: Sort;
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly items: readonly Item[];
  readonly total?: Total;
  readonly next: string | null;
  /** Pages that are loaded. */
  readonly pages: number;
  readonly warnings: readonly SearchWarning[];
  /** Pictures that have all words, where others follow that have some. */
  readonly allWords?: number;
  readonly corrected?: Correction;
  readonly didYouMean?: string;
  /** Why the search, or its next page, could not be had. */
  readonly problem?: Problem;
  readonly isLoadingMore: boolean;
}

const NONE: Results = {
  key: '',
  q: '',
  sort: 'relevance',
  status: 'idle',
  items: [],
  next: null,
  pages: 0,
  warnings: [],
  isLoadingMore: false,
};

/** Searches that are kept, so that going back is instant and stays where it was. */
const MOST_KEPT = 10;
const kept = new Map<string, Results>();
let abort: AbortController | undefined;

/** The results on the page. */
export const results = signal<Results>(NONE);

/** The query whose answers are shown for one that was typed: what was meant, where nothing holds the words as they were typed. */
export function answeredQuery(q: string): string {
  const { q: typed, corrected } = results.value;
  return typed === q ? (corrected?.query ?? q) : q;
}

/** Searches, unless these results are there or on their way. */
export function search(q: string, sort: Sort): void {
  const key = imagesAddress(toServerQuery(q, settings.value.sensitive), sort);
  const now = results.peek();
  if (now.key === key && now.status !== 'failed') return;
  abort?.abort();
  const known = kept.get(key);
  if (known !== undefined) results.value = known;
  else void start(key, { q, sort });
}

/** Searches again after a failure. */
export function retrySearch(): void {
  const { key, q, sort } = results.peek();
  void start(key, { q, sort });
}

/** Loads the next page, if there is one and it is not on its way. */
export async function loadMore(): Promise<void> {
  const before = results.peek();
  if (before.status !== 'ready' || before.next === null || before.isLoadingMore) return;
  const { problem: _, ...rest } = before;
  results.value = { ...rest, isLoadingMore: true };
  const own = new AbortController();
  abort = own;
  const asked = toServerQuery(before.q, settings.peek().sensitive);
  try {
    const address = imagesAddress(asked, before.sort, before.next);
    keep(append(rest, await fetchJson<ImagesAnswer>(address, own.signal)));
  } catch (error) {
    const problem = toProblem(error);
    if (problem !== undefined && !own.signal.aborted) {
      results.value = { ...rest, problem, isLoadingMore: false };
    }
  }
}

async function start(key: string, { q, sort }: { q: string; sort: Sort }): Promise<void> {
  const fresh: Results = { ...NONE, key, q, sort };
  // What the server wrote into the page was found with sensitive pictures hidden.
  const written = takeInitialData('search')?.answer;
  if (written !== undefined && settings.peek().sensitive === 'hide') {
    keep(append(fresh, written));
    return;
  }
  results.value = { ...fresh, status: 'loading' };
  const own = new AbortController();
  abort = own;
  try {
    keep(append(fresh, await fetchJson<ImagesAnswer>(key, own.signal)));
  } catch (error) {
    const problem = toProblem(error);
    if (problem !== undefined && !own.signal.aborted) {
      results.value = { ...fresh, status: 'failed', problem };
    }
  }
}

/** Results with the next page behind them; a picture that moved in the meantime is not shown twice. */
export function append(before: Results, answer: ImagesAnswer): Results {
  const seen = new Set(before.items.map(({ id }) => id));
  const isFirst = before.pages === 0;
  return {
    ...before,
    status: 'ready',
    items: [...before.items, ...answer.items.filter(({ id }) => !seen.has(id))],
    total: answer.total,
    next: answer.next,
    pages: before.pages + 1,
    warnings: isFirst ? answer.warnings : before.warnings,
    ...(answer.parts[1] !== undefined && { allWords: answer.parts[0]?.total ?? 0 }),
    ...(isFirst && answer.corrected !== undefined && { corrected: answer.corrected }),
    ...(isFirst && answer.didYouMean !== undefined && { didYouMean: answer.didYouMean }),
    isLoadingMore: false,
  };
}

function keep(found: Results): void {
  kept.delete(found.key);
  kept.set(found.key, found);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  results.value = found;
}
