// Whether answers that go on by keys get anywhere: a server that repeats itself would be asked for ever.
import type { CdxEntry } from '../../archive/archive.ts';
import { compareCaptures } from './merge-captures.ts';

/** Answers without a capture that are taken in a row. */
const MAX_EMPTY = 100;

/** Follows the answers to one question. */
export class AnswerProgress {
  readonly #keys = new Set<string>();
  #last: CdxEntry | undefined;
  #hasCaptures = false;
  #isBehind = false;
  #empty = 0;

  /** Takes a capture of an answer. */
  add(capture: CdxEntry): void {
    this.#hasCaptures = true;
    if (this.#last !== undefined && compareCaptures(capture, this.#last) <= 0) return;
    this.#last = capture;
    this.#isBehind = true;
  }

  /**
   * Takes the key at the end of an answer; `undefined` when it has none. Gives `go on` or `end`, or what is wrong: the
   * answer brings nothing behind those before it.
   */
  end(
    key: string | undefined,
    asked: string | undefined,
  ): 'go on' | 'end' | { readonly fault: string } {
    const { hasCaptures, isBehind } = { hasCaptures: this.#hasCaptures, isBehind: this.#isBehind };
    this.#hasCaptures = false;
    this.#isBehind = false;
    if (key === undefined) return 'end';
    if (hasCaptures && !isBehind) {
      return { fault: 'it says that more follows, but gives the same captures again' };
    }
    this.#empty = hasCaptures ? 0 : this.#empty + 1;
    // Nothing, and where to go on has not changed: so some servers say that nothing follows.
    if (!hasCaptures && key === asked) return 'end';
    if (this.#empty > MAX_EMPTY || this.#keys.has(key)) {
      return { fault: 'it says again and again that more follows, but gives no captures' };
    }
    this.#keys.add(key);
    return 'go on';
  }
}
