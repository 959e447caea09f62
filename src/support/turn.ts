// One at a time, across the threads of a process: for what is too large to be done twice at once.

/** What threads share to take turns; it can be sent along with a task. */
export type Turn = Int32Array<SharedArrayBuffer>;

const PAUSE_MS = 20;
/** A thread that was ended in its turn never gives it back: whoever waits that long goes on. */
const PATIENCE_MS = 30_000;

/** A turn that nobody has. */
export function createTurn(): Turn {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Does something when no other thread is at it, or after half a minute. */
export async function inTurn<T>(
  turn: Turn,
  work: () => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const until = performance.now() + patienceMs;
  while (Atomics.compareExchange(turn, 0, 0, 1) !== 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  try {
    return await work();
  } finally {
    Atomics.store(turn, 0, 0);
  }
}
