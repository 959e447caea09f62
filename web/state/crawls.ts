// Crawls of the library: which there are, one of them live, and what an operator wants of it.
import { signal } from '@preact/signals';
import { crawlAddress, crawlsAddress } from '../api/addresses.ts';
import { fetchEvents, fetchJson } from '../api/client.ts';
import { type Problem, toProblem } from '../api/problem.ts';
import type { CrawlDetail, CrawlsAnswer } from '../api/types.ts';
import { tokenOf } from './operator.ts';
import { createResource } from './resource.ts';

/** All crawls. */
export const crawls = createResource<CrawlsAnswer>({ keepsOld: true });

/** The crawl that is watched. */
export const watched = signal<CrawlDetail | undefined>(undefined);

/** What went wrong with watching it, or with the last wish. */
export const crawlProblem = signal<Problem | undefined>(undefined);

/** Pause before a stream that broke is opened again, milliseconds. */
const AGAIN_MS = 3000;

/** Asks which crawls there are. */
export function loadCrawls(): void {
  const operator = tokenOf();
  crawls.load(`${crawlsAddress()}#${Date.now()}`, (aborted) =>
    fetchJson<CrawlsAnswer>(crawlsAddress(), aborted, operator),
  );
}

/** Follows a crawl until the function it gives is called. */
export function watchCrawl(name: string): () => void {
  const stop = new AbortController();
  const { signal: stopped } = stop;
  const follow = async (): Promise<void> => {
    while (!stopped.aborted) {
      try {
        for await (const event of fetchEvents<CrawlDetail | null>(
          crawlAddress(name, 'events'),
          stopped,
          tokenOf(),
        )) {
          watched.value = event ?? undefined;
          crawlProblem.value = undefined;
        }
      } catch (error) {
        if (stopped.aborted) return;
        crawlProblem.value = toProblem(error);
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  };
  watched.value = undefined;
  void follow();
  return () => stop.abort();
}

/** Tells the server what an operator wants of a crawl. */
export async function wish(name: string, action: 'start' | 'pause' | 'stop'): Promise<void> {
  try {
    const operator = { ...tokenOf(), method: 'POST' } as const;
    watched.value = await fetchJson<CrawlDetail>(crawlAddress(name, action), undefined, operator);
    crawlProblem.value = undefined;
  } catch (error) {
    crawlProblem.value = toProblem(error);
  }
}
