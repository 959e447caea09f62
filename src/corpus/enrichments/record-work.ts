// How much a page may ask of the enrichments that search it: what one record can cost is bounded.
import { perRecord } from './per-record.ts';

/**
 * Steps that one record may take. A step is a look at a node or at a few characters and takes about 10 ns; dearer work
 * counts as several. On pages made to be slow all of them took 0.2 to 0.9 s of processor time (Node 20, the selectors
 * of `select-elements.test.ts` on pages ten times as large as there).
 */
export const MAX_STEPS = 70_000_000;

/** The work that is left to one record. Counted in steps, not in time, so that every machine gives the same values. */
export class RecordWork {
  readonly #all: number;
  #left: number;

  constructor(steps = MAX_STEPS) {
    this.#all = steps;
    this.#left = steps;
  }

  /**
   * Takes steps, a whole number: with fractions counting takes twice as long. Throws when there are none left, which is
   * kept as the failure of the enrichment.
   */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) {
      throw new Error(
        `too much work: the enrichments that search this page took more than ${this.#all.toLocaleString('en')} steps`,
      );
    }
  }
}

/** The work that is left to the record of a context. */
export const workOf = perRecord(() => new RecordWork());
