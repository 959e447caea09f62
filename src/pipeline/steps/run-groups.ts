// Hands sorted rows to a step, key by key.
import { messageOf } from '../../support/errors.ts';
import type { KeyGroup, OpenStep } from './step.ts';

/** Hands rows to a step; made by `openGroups`. */
export interface GroupRunner {
  /** Takes the next row, `key rank json` with tabs between. Gives a promise where the step needs time. */
  add(line: string): void | Promise<void>;
  /** To be called after the last row. */
  finish(): Promise<void>;
}

/**
 * Opens a step for rows that come sorted by key and rank. A row that the step cannot use is told to `poison`, and the others of its
 * key are used.
 */
export function openGroups(
  step: OpenStep,
  poison: (what: string, reason: string) => void,
): GroupRunner {
  let key: string | undefined;
  let group: KeyGroup | undefined;
  const end = async (): Promise<void> => {
    const last = group;
    group = undefined;
    if (last === undefined) return;
    try {
      await last.finish();
    } catch (thrown) {
      if (!isData(thrown)) throw thrown;
      poison(`the key ${key}`, messageOf(thrown));
    }
  };
  const put = (line: string, first: number): void => {
    const second = line.indexOf('\t', first + 1);
    if (second < 0) {
      poison(`the key ${key}`, 'a row is not whole');
      return;
    }
    try {
      group?.add(line.slice(first + 1, second), line.slice(second + 1));
    } catch (thrown) {
      if (!isData(thrown)) throw thrown;
      poison(`a row of the key ${key}`, messageOf(thrown));
    }
  };
  return {
    add(line) {
      const first = line.indexOf('\t');
      const own = line.slice(0, Math.max(0, first));
      if (own === key && group !== undefined) {
        put(line, first);
        return;
      }
      return end().then(() => {
        key = own;
        group = step.group(own);
        put(line, first);
      });
    },
    finish: end,
  };
}

/** Rows that do not say what they should, and not mistakes of the program or a disk that is full. */
function isData(thrown: unknown): boolean {
  return (
    thrown instanceof SyntaxError || thrown instanceof RangeError || thrown instanceof TypeError
  );
}
