// Hosts in an order: by the time they may be asked, or by the value of what waits for them.
import type { HostQueue } from './host-queue.ts';

/** Where a host stands in a heap; kept by the host, so that it can be moved and taken out. */
export interface HeapPlace {
  heap: HostHeap | undefined;
  at: number;
  key: number;
  /** Of equal keys the smaller one comes first. */
  tie: number;
}

/** A heap of hosts, highest key first. A host is in one heap at most, and once. */
export class HostHeap {
  readonly #hosts: HostQueue[] = [];

  /** Key of the first host; -Infinity when there is none. */
  get topKey(): number {
    return this.#hosts[0]?.place.key ?? Number.NEGATIVE_INFINITY;
  }

  /** Enters a host, or moves it to where it belongs by now; takes it out of any other heap. */
  push(host: HostQueue, key: number, tie: number): void {
    const { place } = host;
    if (place.heap !== this) {
      place.heap?.remove(host);
      place.heap = this;
      place.at = this.#hosts.length;
      this.#hosts.push(host);
    } else if (place.key === key && place.tie === tie) return;
    place.key = key;
    place.tie = tie;
    this.#rise(host);
    this.#sink(host);
  }

  /** Takes the first host out. */
  pop(): HostQueue | undefined {
    const first = this.#hosts[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  /** Takes a host out. */
  remove(host: HostQueue): void {
    const { place } = host;
    if (place.heap !== this) return;
    place.heap = undefined;
    const last = this.#hosts.pop();
    if (last === undefined || last === host) return;
    this.#put(last, place.at);
    this.#rise(last);
    this.#sink(last);
  }

  #put(host: HostQueue, at: number): void {
    this.#hosts[at] = host;
    host.place.at = at;
  }

  #rise(host: HostQueue): void {
    let { at } = host.place;
    while (at > 0) {
      const above = this.#hosts[(at - 1) >> 1];
      if (above === undefined || !isBefore(host, above)) break;
      this.#put(above, at);
      at = (at - 1) >> 1;
    }
    this.#put(host, at);
  }

  #sink(host: HostQueue): void {
    let { at } = host.place;
    for (;;) {
      let child = 2 * at + 1;
      let best = this.#hosts[child];
      if (best === undefined) break;
      const right = this.#hosts[child + 1];
      if (right !== undefined && isBefore(right, best)) {
        best = right;
        child += 1;
      }
      if (!isBefore(best, host)) break;
      this.#put(best, at);
      at = child;
    }
    this.#put(host, at);
  }
}

function isBefore({ place: a }: HostQueue, { place: b }: HostQueue): boolean {
  return a.key > b.key || (a.key === b.key && a.tie < b.tie);
}
