// A search of the live web as the page sees it: what was found so far, how far it is, and its stop button.
import { batch, signal } from '@preact/signals';
import { fetchJson } from '../api/client.ts';
import { iterateText, readEvents } from '../api/events.ts';
import { NO_ANSWER, type Problem, readProblem } from '../api/problem.ts';
import { orderToShow } from './live-order.ts';

/** A find. */
export interface LiveItem {
  readonly key: number;
  /** Once it is stored whole. */
  readonly id: string | null;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly titles: readonly string[];
  readonly alts: readonly string[];
  readonly captions: readonly string[];
  readonly page: { readonly url: string; readonly title: string; readonly time: string };
  readonly score: number;
}

/** How far a search is. */
export interface LiveStatus {
  readonly seconds: number;
  readonly budget: number;
  readonly pages: number;
  readonly imagesSeen: number;
  readonly kept: number;
  readonly discarded: Readonly<Record<string, number>>;
  readonly bytes: number;
}

/** What a search does: nothing yet, searching, fetching what it keeps, or it is done. */
export type LivePhase = 'idle' | 'running' | 'storing' | 'done';

/** A search. */
export interface LiveState {
  readonly phase: LivePhase;
  readonly query: string;
  readonly id: string | undefined;
  readonly status: LiveStatus | undefined;
  /** Seconds that earlier runs of this search took. */
  readonly before: number;
  readonly items: ReadonlyMap<number, LiveItem>;
  readonly order: readonly number[];
  /** Why it ended. */
  readonly end: string | undefined;
  /** Why nothing was found, in words; absent when something was. */
  readonly nothing: string | undefined;
  /** Images that are in the library now. */
  readonly stored: number | undefined;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly problem: Problem | undefined;
}

const NOTHING: LiveState = {
  ...{ phase: 'idle', query: '', id: undefined, status: undefined, before: 0 },
  ...{ items: new Map(), order: [], end: undefined, nothing: undefined, stored: undefined },
  ...{ warnings: [], problem: undefined },
};

/** The search that was started last. */
export const live = signal<LiveState>(NOTHING);

/** What the server says of its live mode. */
export interface LiveMode {
  readonly isOn: boolean;
  readonly maxSeconds: number;
  /** Names of those that are asked where to start. */
  readonly asks: readonly string[];
}

/** Whether this server searches the live web, and for how long at most. */
export const liveMode = signal<LiveMode>({ isOn: false, maxSeconds: 0, asks: [] });

/** Whether what is shown stays where it is: somebody points at it, is in it with the keyboard, or reads further down. */
export const isOrderHeld = signal(false);

let best: readonly number[] = [];
let running: AbortController | undefined;

/** Asks the server whether it searches the live web. */
export async function loadLiveMode(): Promise<void> {
  const found = await fetchJson<LiveMode>('/api/v1/live').catch(
    () => undefined, // then it does not
  );
  if (found !== undefined) liveMode.value = found;
}

/** Starts a search. */
export function startLive(
  query: string,
  seconds: number,
  seeds: readonly string[] = [],
): Promise<void> {
  best = [];
  return run({ query, seconds, seeds }, { ...NOTHING, phase: 'running', query });
}

/** Goes on with the search that has ended. */
export function continueLive(seconds: number): Promise<void> {
  const { id, status } = live.peek();
  if (id === undefined) return Promise.resolve();
  return run(
    { search: id, seconds },
    {
      ...{
        ...live.peek(),
        phase: 'running',
        end: undefined,
        nothing: undefined,
        stored: undefined,
      },
      ...{ problem: undefined, before: status?.seconds ?? 0 },
    },
  );
}

/** Stops the search; what was found stays, and is stored. */
export async function stopLive(): Promise<void> {
  const { id } = live.peek();
  if (id !== undefined) await fetch(`/api/v1/live/${id}/stop`, { method: 'POST' }).catch(() => {});
}

/** Forgets the search: the server ends it when nobody listens. */
export function leaveLive(): void {
  running?.abort();
  running = undefined;
  live.value = NOTHING;
}

/** Shows the best first again. */
export function releaseOrder(): void {
  isOrderHeld.value = false;
  live.value = { ...live.peek(), order: orderToShow(live.peek().order, best, false) };
}

/** The address of the bytes of a find. */
export function liveImageAddress(id: string, key: number): string {
  return `/api/v1/live/${id}/images/${key}`;
}

async function run(body: object, first: LiveState): Promise<void> {
  running?.abort();
  const abort = new AbortController();
  running = abort;
  live.value = first;
  try {
    const answer = await fetch('/api/v1/live', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(body),
      signal: abort.signal,
    });
    if (!answer.ok || answer.body === null) {
      const problem: unknown = await answer.json().catch(() => undefined);
      live.value = {
        ...live.peek(),
        phase: 'done',
        problem: readProblem(answer.status, problem, answer.headers),
      };
      return;
    }
    for await (const { name, data } of readEvents(iterateText(answer.body))) {
      if (running !== abort) return;
      take(name, data);
    }
    if (running === abort && live.peek().phase !== 'done')
      live.value = { ...live.peek(), phase: 'done' };
  } catch {
    if (running === abort && !abort.signal.aborted) {
      live.value = { ...live.peek(), phase: 'done', problem: { ...NO_ANSWER } };
    }
  }
}

/** Takes an event. Its shape is the server's word, as with all its answers. */
function take(name: string, data: unknown): void {
  const state = live.peek();
  switch (name) {
    case 'search': {
      const { id, query, warnings } = data as Pick<LiveState, 'query' | 'warnings'> & {
        id: string;
      };
      live.value = { ...state, id, query, warnings };
      return;
    }
    case 'status':
      live.value = { ...state, status: data as LiveStatus };
      return;
    case 'images': {
      const { items, order } = data as { items: readonly LiveItem[]; order: readonly number[] };
      best = order;
      const known = new Map(state.items);
      for (const item of items) known.set(item.key, item);
      batch(() => {
        live.value = {
          ...state,
          items: known,
          order: orderToShow(state.order, order, isOrderHeld.peek()),
        };
      });
      return;
    }
    case 'end':
      live.value = { ...state, phase: 'storing', ...(data as Pick<LiveState, 'end' | 'nothing'>) };
      return;
    case 'stored':
      live.value = { ...state, phase: 'done', stored: (data as { images: number }).images };
      return;
    case 'problem': {
      const { status } = data as { status: number };
      live.value = { ...state, phase: 'done', problem: readProblem(status, data, new Headers()) };
    }
  }
}
