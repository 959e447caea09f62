// Loops over records that stay stoppable however busy they are.
import { setImmediate as nextTurn } from 'node:timers/promises';

const TURN_MS = 50;

/** Items at hand or still to come. */
export type Items<T> = Iterable<T> | AsyncIterable<T>;

/**
 * The same items, until `signal` is aborted. Every 50 ms signals and timers get their turn, which a
 * producer that never waits for anything (a file read synchronously) would keep from them: Ctrl-C
 * would do nothing. Use it for loops that do not end in `context.output`, which does the same.
 */
export async function* paced<T>(items: Items<T>, signal: AbortSignal): AsyncGenerator<T> {
  let turnEnds = performance.now() + TURN_MS;
  for await (const item of items) {
    yield item;
    if (performance.now() > turnEnds) {
      await nextTurn();
      turnEnds = performance.now() + TURN_MS;
    }
    if (signal.aborted) return;
  }
}
