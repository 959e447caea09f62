// The frontier: every URL a crawl knows, those that wait in queues of their hosts, and which one is next.

import type { CrawlStore, Visit } from './crawl-store.ts';
import { HostHeap } from './host-heap.ts';
import { type HostMemory, HostQueue } from './host-queue.ts';
import { KnownUrls, keyOf } from './known-urls.ts';
import { type LinkKind, type PackedLink, scanLinks } from './link-codec.ts';
import type { PriorityHeap } from './priority-heap.ts';

/** A link to be added. */
export interface NewLink {
  readonly url: string;
  /** `keyOf` its URL, where it was worked out before. */
  readonly key?: string;
  readonly kind: LinkKind;
  readonly priority: number;
  /** Group of links that the strategy values together; default 0. */
  readonly group?: number;
  readonly depth: number;
  readonly hops?: number;
  readonly seed: number;
  readonly note?: string;
}

/** A link that is due. */
export interface DueLink extends PackedLink {
  readonly number: number;
  /** Number of the link to the page it was found on; 0 for seeds. */
  readonly via: number;
  readonly queue: HostQueue;
  /** Failed tries so far. */
  readonly tries: number;
}

/** How the frontier behaves. */
export interface FrontierOptions {
  /** Pause between two requests to a host. Milliseconds. */
  readonly delayMs: number;
  /** Value of the links of a group now; default the priority of its first link. */
  readonly valueGroup?: ((origin: string, group: number, top: number) => number) | undefined;
  /** Whether, of pages that are worth the same, the one that was found last is next. Default false. */
  readonly isNewestFirst?: boolean | undefined;
  /** Milliseconds since 1970; the system's clock by default. */
  readonly now?: () => number;
}

/** What there is to do. */
export type Next =
  | { readonly kind: 'link'; readonly link: DueLink }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'empty' };

/** How often a host is valued anew before the best so far is taken. */
const MAX_REVALUED = 64;

/**
 * Every URL is known by its key in memory, waiting ones by a number in the heap of their host; the texts are in the
 * store. `add`, `finish` and `retry` belong into a transaction of the store: what was in flight when the process dies is
 * due again when the frontier is opened, and nothing else is.
 */
export class Frontier {
  readonly #store: CrawlStore;
  readonly #options: FrontierOptions;
  readonly #now: () => number;
  readonly #known = new KnownUrls();
  readonly #hosts = new Map<string, HostQueue>();
  readonly #byId: HostQueue[] = [];
  readonly #waiting = new HostHeap();
  readonly #ready = new HostHeap();
  readonly #tries: Map<number, number>;
  #lastNumber = 0;
  #isPagesOpen = true;
  #queued = 0;

  /** Opens the frontier that a store holds. */
  constructor(store: CrawlStore, options: FrontierOptions) {
    this.#store = store;
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#tries = store.tries();
    for (const { id, origin, state } of store.hosts()) this.#restoreHost(id, origin, state);
    this.#restoreLinks();
    for (const host of this.#byId) this.#schedule(host);
  }

  /** URLs that are known. */
  get knownCount(): number {
    return this.#known.size;
  }

  /** Links that wait. */
  get queuedCount(): number {
    return this.#queued;
  }

  get hostCount(): number {
    return this.#byId.length;
  }

  /** All hosts, in the order they were met. */
  get hosts(): readonly HostQueue[] {
    return this.#byId;
  }

  /** Whether the URL with this key (`keyOf`) is known. */
  isKnown(key: string): boolean {
    return this.#known.has(key);
  }

  /** Adds links found on the page of link `via` (0: seeds). Gives the number of those that were known already. */
  add(via: number, links: readonly NewLink[]): number {
    const added: PackedLink[] = [];
    for (const link of links) {
      const { key = keyOf(link.url) } = link;
      if (!this.#known.add(key)) continue;
      const { url, kind, priority, depth, seed, group = 0, hops = 0, note = '' } = link;
      const host = this.hostOf(originOf(url)).id;
      added.push({ key, url, kind, priority, depth, seed, group, hops, note, host });
    }
    if (added.length === 0) return links.length;
    const first = this.#lastNumber + 1;
    this.#store.addLinks(first, via, added);
    this.#lastNumber += added.length;
    const touched = new Set<HostQueue>();
    for (const [index, link] of added.entries()) {
      const host = this.#byId[link.host - 1];
      if (host === undefined) continue;
      this.#enqueue(host, link, first + index);
      touched.add(host);
    }
    for (const host of touched) this.#schedule(host);
    return links.length - added.length;
  }

  /** A link that is due now, how long to wait for one, or that there is none. */
  next(): Next {
    const now = this.#now();
    while (-this.#waiting.topKey <= now) {
      const due = this.#waiting.pop();
      if (due !== undefined) this.#schedule(due);
    }
    const host = this.#bestHost();
    if (host !== undefined) return { kind: 'link', link: this.#take(host) };
    const at = -this.#waiting.topKey;
    return Number.isFinite(at) ? { kind: 'wait', ms: Math.max(at - now, 1) } : { kind: 'empty' };
  }

  /** The link is done. */
  finish(link: DueLink, visit: Visit): void {
    this.#store.setVisit(link.number, visit);
    this.#tries.delete(link.number);
  }

  /** The link is to be tried again, when its host may be asked. */
  retry(link: DueLink): void {
    this.#tries.set(link.number, link.tries + 1);
    this.#store.setTries(link.number, link.tries + 1);
    this.putBack(link);
  }

  /** The link was not tried. */
  putBack(link: DueLink): void {
    this.#enqueue(link.queue, link, link.number);
    this.#schedule(link.queue);
  }

  /** A request to the host has ended: the next one may start after the pause. */
  release(host: HostQueue, pauseMs: number = this.#options.delayMs): void {
    host.busy -= 1;
    host.readyAt = Math.max(host.readyAt, this.#now() + pauseMs);
    this.#schedule(host);
  }

  /** The host must not be asked for a while. */
  pause(host: HostQueue, ms: number): void {
    host.readyAt = Math.max(host.readyAt, this.#now() + ms);
    this.remember(host, { pausedUntil: host.readyAt });
    this.#schedule(host);
  }

  /** Gives up a host in this run. */
  giveUp(host: HostQueue): void {
    host.isDown = true;
    this.#schedule(host);
  }

  /** Keeps something about a host. */
  remember(host: HostQueue, change: Partial<HostMemory>): void {
    host.memory = { ...host.memory, ...change };
    this.#store.setHost(host.id, host.origin, JSON.stringify(host.memory));
  }

  /** From now on only images are due, or pages as well. */
  openPages(isOpen: boolean): void {
    if (this.#isPagesOpen === isOpen) return;
    this.#isPagesOpen = isOpen;
    for (const host of this.#byId) this.#schedule(host);
  }

  /** The host with this origin; a new one is entered. */
  hostOf(origin: string): HostQueue {
    const known = this.#hosts.get(origin);
    if (known !== undefined) return known;
    const host = this.#newHost(this.#byId.length + 1, origin, {});
    this.#store.setHost(host.id, origin, '{}');
    this.#enter(host);
    return host;
  }

  #newHost(id: number, origin: string, memory: HostMemory): HostQueue {
    const { isNewestFirst = false } = this.#options;
    return new HostQueue(id, origin, { memory, isNewestFirst });
  }

  #enter(host: HostQueue): void {
    this.#byId[host.id - 1] = host;
    this.#hosts.set(host.origin, host);
  }

  #restoreHost(id: number, origin: string, state: string): void {
    const memory = JSON.parse(state) as HostMemory; // as `remember` wrote it
    const host = this.#newHost(id, origin, memory);
    // It may have been asked the moment before the last run ended.
    const delayMs = Math.max(this.#options.delayMs, memory.delayMs ?? 0);
    host.readyAt = Math.max(memory.pausedUntil ?? 0, this.#now() + delayMs);
    this.#enter(host);
  }

  #restoreLinks(): void {
    const last = this.#store.lastNumber();
    this.#known.reserve(last);
    const done = new Uint8Array((last >> 3) + 1); // a bit for each link
    for (const number of this.#store.iterateVisited())
      done[number >> 3] = (done[number >> 3] ?? 0) | (1 << (number & 7));
    for (const { first, packed } of this.#store.iterateLinks()) {
      let number = first;
      scanLinks(packed, (keyAt, link) => {
        this.#known.addAt(packed, keyAt);
        const host = this.#byId[link.host - 1];
        const isDone = ((done[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
        if (host !== undefined && !isDone) this.#enqueue(host, link, number);
        number += 1;
      });
    }
    this.#lastNumber = last;
  }

  #enqueue(
    host: HostQueue,
    { kind, group, priority }: Pick<PackedLink, 'kind' | 'group' | 'priority'>,
    number: number,
  ): void {
    this.#queued += 1;
    if (kind === 'image') host.pushImage(priority, number);
    else host.pushPage(group, priority, number);
  }

  /** Enters a host where it belongs: among those that wait, those that are ready, or nowhere. */
  #schedule(host: HostQueue): void {
    const hasWork = host.imageCount > 0 || (this.#isPagesOpen && host.pageCount > 0);
    if (!hasWork || host.busy > 0 || host.isDown) host.place.heap?.remove(host);
    else if (host.readyAt > this.#now()) this.#waiting.push(host, -host.readyAt, host.id);
    else {
      const { value, tie } = this.#valueOf(host);
      this.#ready.push(host, value, tie);
    }
  }

  #bestHost(): HostQueue | undefined {
    const isFixed = this.#options.valueGroup === undefined;
    for (let valued = 0; ; valued += 1) {
      const best = this.#ready.pop();
      if (best === undefined || isFixed || valued >= MAX_REVALUED) return best;
      // What was learnt since it was entered counts.
      const { value, tie } = this.#valueOf(best);
      if (value >= this.#ready.topKey) return best;
      this.#ready.push(best, value, tie);
    }
  }

  /** Images come first: they are what the pages were fetched for. */
  #valueOf(host: HostQueue): { readonly value: number; readonly tie: number } {
    if (host.imageCount > 0)
      return { value: Number.POSITIVE_INFINITY, tie: host.images?.topNumber ?? 0 };
    const { value, heap } = this.#bestGroup(host);
    return { value, tie: this.#ageOf(heap) };
  }

  #bestGroup(host: HostQueue): { value: number; group: number; heap: PriorityHeap | undefined } {
    const { valueGroup } = this.#options;
    let best: { value: number; group: number; heap: PriorityHeap | undefined } = {
      value: Number.NEGATIVE_INFINITY,
      group: 0,
      heap: undefined,
    };
    for (const [group, heap] of host.pages) {
      const value = valueGroup?.(host.origin, group, heap.topPriority) ?? heap.topPriority;
      const isBetter =
        best.heap === undefined ||
        value > best.value ||
        (value === best.value && this.#ageOf(heap) < this.#ageOf(best.heap));
      if (isBetter) best = { value, group, heap };
    }
    return best;
  }

  /** Of equal values the smaller one comes first. */
  #ageOf(heap: PriorityHeap | undefined): number {
    const number = heap?.topNumber ?? 0;
    return this.#options.isNewestFirst === true ? -number : number;
  }

  #take(host: HostQueue): DueLink {
    const number = host.images?.pop() ?? host.popPage(this.#bestGroup(host).group);
    const link = number === undefined ? undefined : this.#store.getLink(number);
    if (number === undefined || link === undefined)
      throw new Error('pinakes: a queued link is gone');
    this.#queued -= 1;
    host.busy += 1;
    return Object.assign(link, { number, queue: host, tries: this.#tries.get(number) ?? 0 });
  }
}

/** Scheme, name and port of a canonical URL. */
function originOf(url: string): string {
  const path = url.indexOf('/', 8);
  return path < 0 ? url : url.slice(0, path);
}
