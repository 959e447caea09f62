// The links of one host that wait, and when the host may be asked again.
import type { HeapPlace } from './host-heap.ts';
import { PriorityHeap } from './priority-heap.ts';

/** What is remembered of a host from one run to the next. */
export interface HostMemory {
  /** What its robots.txt said: the text, or that everything or nothing is allowed. */
  readonly robots?: {
    readonly kind: 'rules' | 'allow' | 'disallow';
    readonly text: string;
    readonly at: number;
  };
  /** Whether it answers range requests. */
  readonly hasRanges?: boolean;
  /** It must not be asked before this time. Milliseconds since 1970. */
  readonly pausedUntil?: number;
  /** Pause that its robots.txt asks for, milliseconds. */
  readonly delayMs?: number | undefined;
}

/** One host. */
export class HostQueue {
  readonly id: number;
  /** Scheme, name and port. */
  readonly origin: string;
  memory: HostMemory;
  /** Pages and listings that wait, by the group that a strategy has put them into. */
  readonly pages = new Map<number, PriorityHeap>();
  /** Images that wait; most hosts of a crawl have none. */
  images: PriorityHeap | undefined;
  pageCount = 0;
  /** Requests under way. */
  busy = 0;
  /** It may be asked from this time on. */
  readyAt = 0;
  /** Captured from it in this run. */
  readonly found = { pages: 0, images: 0, wanted: 0 };
  /** Failed requests since the last that did not fail. */
  failures = 0;
  /** The batch of changes with which its last visit is committed. */
  changedIn = -1;
  /** It is given up in this run; what waits for it stays for the next one. */
  isDown = false;
  /** Where it stands among the hosts that are ready, or that wait. */
  readonly place: HeapPlace = { heap: undefined, at: 0, key: 0, tie: 0 };

  readonly #isNewestFirst: boolean;

  /** `isNewestFirst`: of pages that are worth the same, the one that was found last. */
  constructor(
    id: number,
    origin: string,
    { memory, isNewestFirst }: { readonly memory: HostMemory; readonly isNewestFirst: boolean },
  ) {
    this.id = id;
    this.origin = origin;
    this.memory = memory;
    this.#isNewestFirst = isNewestFirst;
  }

  get imageCount(): number {
    return this.images?.size ?? 0;
  }

  pushImage(priority: number, number: number): void {
    this.images ??= new PriorityHeap();
    this.images.push(priority, number);
  }

  pushPage(group: number, priority: number, number: number): void {
    let heap = this.pages.get(group);
    if (heap === undefined) {
      heap = new PriorityHeap(this.#isNewestFirst);
      this.pages.set(group, heap);
    }
    heap.push(priority, number);
    this.pageCount += 1;
  }

  /** Takes the first page of a group. */
  popPage(group: number): number | undefined {
    const heap = this.pages.get(group);
    const number = heap?.pop();
    if (number === undefined) return undefined;
    this.pageCount -= 1;
    if (heap?.size === 0) this.pages.delete(group);
    return number;
  }
}
