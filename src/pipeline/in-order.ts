// Results of parts that are worked on side by side, handed on in the order of the parts.

/** Puts the results of parallel parts into order, holding back only so much of the later ones. */
export interface InOrder<T> {
  /**
   * Takes a result of a part. The promise settles when the part may go on: at once for the part
   * whose turn it is, else while little is held back for it.
   */
  add(part: number, item: T): Promise<void>;
  /** Tells that a part is complete. */
  finish(part: number): Promise<void>;
}

interface Held<T> {
  readonly items: T[];
  isFinished: boolean;
  release: (() => void) | undefined;
}

/**
 * Makes the order. `take` gets each item in turn and is awaited; `onFinished` is called when a part
 * and all before it are done. Parts are numbered from 0.
 */
export function createInOrder<T>(options: {
  readonly take: (item: T, part: number) => Promise<void>;
  readonly onFinished?: (part: number) => Promise<void>;
  /** Items held back for each later part before it must wait. Default 16. */
  readonly maxHeld?: number;
}): InOrder<T> {
  const { take, onFinished, maxHeld = 16 } = options;
  const held = new Map<number, Held<T>>();
  let turn = 0;
  let chain: Promise<void> = Promise.resolve();

  const heldOf = (part: number): Held<T> => {
    const found = held.get(part) ?? { items: [], isFinished: false, release: undefined };
    held.set(part, found);
    return found;
  };

  /** Hands on all that is due; one run at a time. */
  const drain = (): Promise<void> => {
    chain = chain.then(async () => {
      for (;;) {
        const current = heldOf(turn);
        for (let item = current.items.shift(); item !== undefined; item = current.items.shift()) {
          await take(item, turn);
        }
        current.release?.();
        current.release = undefined;
        if (!current.isFinished) return;
        held.delete(turn);
        await onFinished?.(turn);
        turn++;
      }
    });
    return chain;
  };

  return {
    async add(part, item) {
      const own = heldOf(part);
      own.items.push(item);
      if (part === turn) return drain();
      if (own.items.length < maxHeld) return;
      await new Promise<void>((resolve) => {
        own.release = resolve;
      });
    },
    async finish(part) {
      heldOf(part).isFinished = true;
      if (part === turn) await drain();
    },
  };
}
