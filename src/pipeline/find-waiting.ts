// Images whose first bytes are to be looked at, by host, the most promising first.

/** Images of one host that wait; more are forgotten. */
const MAX_WAITING = 50_000;

/** Images that wait. */
export class WaitingImages {
  readonly #byOrigin = new Map<string, { readonly url: string; readonly promise: number }[]>();

  get isEmpty(): boolean {
    return this.#byOrigin.size === 0;
  }

  /** Number of images. */
  get count(): number {
    let count = 0;
    for (const { length } of this.#byOrigin.values()) count += length;
    return count;
  }

  add(url: string, promise: number): void {
    const { origin } = new URL(url);
    const waiting = this.#byOrigin.get(origin) ?? [];
    if (waiting.length >= MAX_WAITING) return;
    const at = waiting.findIndex((other) => other.promise < promise);
    waiting.splice(at < 0 ? waiting.length : at, 0, { url, promise });
    this.#byOrigin.set(origin, waiting);
  }

  /** Takes out the first image of a host that may be asked; `undefined` when there is none. */
  take(isReady: (url: string) => boolean): string | undefined {
    for (const [origin, waiting] of this.#byOrigin) {
      const [first] = waiting;
      if (first === undefined || !isReady(first.url)) continue;
      waiting.shift();
      if (waiting.length === 0) this.#byOrigin.delete(origin);
      return first.url;
    }
    return undefined;
  }
}
