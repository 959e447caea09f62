// Turns at the one thread that answers everybody: long readings work a little each, one after another.

/** A reading that works in turns with others. */
export interface Turn {
  /** Whether it has worked for so long that others should. */
  isOver(): boolean;
  /** Waits for the next turn. False when nobody waits for the answer any more: there is nothing left to do. */
  next(): Promise<boolean>;
}

/** Work goes on for so long before others get their turn, milliseconds. */
const TURN_MS = 10;

/**
 * Hands out turns in the order in which they were asked for. Between two of them the server does all else that waits,
 * so that others wait for one turn, however many readings there are. Who does not read his answer takes no turns.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** Readings that wait for a turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Starts a reading. `signal` is aborted when its client leaves. */
  start(signal?: AbortSignal): Turn {
    let startedAt = Number.NEGATIVE_INFINITY;
    return {
      isOver: () => performance.now() - startedAt >= TURN_MS,
      next: async () => {
        if (signal?.aborted) return false;
        await new Promise<void>((resolve) => {
          this.#waiting.push(resolve);
          if (this.#waiting.length === 1) setImmediate(() => this.#handOut());
        });
        startedAt = performance.now();
        return signal?.aborted !== true;
      },
    };
  }

  #handOut(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(() => this.#handOut());
  }
}
