// Which documents are variants of one picture, and which of some documents stand for their pictures.
import type { Columns } from './columns.ts';

/** The pictures of a library, as its columns show them now. */
export interface Pictures {
  /** Of these documents (ascending) the best variant of each picture: those that no other of them comes before. */
  best(ids: Uint32Array): Uint32Array;
  /** The number of the picture that a document is one of several variants of; 0: it is the only one. */
  numberOf(id: number): number;
  /** All documents of the pictures that these are variants of, in no order; none for those that are the only one. */
  variantsOf(ids: Uint32Array): Uint32Array;
  /** To be called when the generation has changed. */
  reset(): void;
}

/** Opens the pictures of a library. */
export function openPictures(columns: Columns): Pictures {
  let known: Numbers | undefined;
  const numbers = (): Numbers => {
    known ??= toNumbers(columns);
    return known;
  };

  return {
    best(ids) {
      const { count, byRow } = numbers();
      if (count === 0) return ids;
      const places = columns.values('picturePlace');
      // By number of the picture: one more than the place in `ids` of the best variant so far.
      const leads = new Uint32Array(count + 1);
      for (let at = 0; at < ids.length; at++) {
        const id = ids[at] ?? 0;
        const number = byRow[id] ?? 0;
        if (number === 0) continue;
        const lead = leads[number] ?? 0;
        const isBetter = lead === 0 || (places[id] ?? 0) < (places[ids[lead - 1] ?? 0] ?? 0);
        if (isBetter) leads[number] = at + 1;
      }
      const kept = new Uint32Array(ids.length);
      let used = 0;
      for (let at = 0; at < ids.length; at++) {
        const id = ids[at] ?? 0;
        const number = byRow[id] ?? 0;
        if (number === 0 || leads[number] === at + 1) kept[used++] = id;
      }
      return kept.subarray(0, used);
    },
    numberOf: (id) => numbers().byRow[id] ?? 0,
    variantsOf(ids) {
      const { count, byRow } = numbers();
      const isMeant = new Uint8Array(count + 1);
      let some = 0;
      for (const id of ids) {
        const number = byRow[id] ?? 0;
        if (number > 0) isMeant[number] = 1;
        some |= number;
      }
      const rows: number[] = [];
      if (some === 0) return Uint32Array.from(rows);
      for (let id = 1; id < byRow.length; id++) {
        const number = byRow[id] ?? 0;
        if (number > 0 && isMeant[number] === 1) rows.push(id);
      }
      return Uint32Array.from(rows);
    },
    reset() {
      known = undefined;
    },
  };
}

/** Numbers of pictures by document, from 1. */
interface Numbers {
  readonly count: number;
  readonly byRow: Uint32Array;
}

function toNumbers(columns: Columns): Numbers {
  const low = columns.values('pictureLow');
  const high = columns.values('pictureHigh');
  const byRow = new Uint32Array(low.length);
  const seen = new Map<number, number>();
  for (let row = 1; row < low.length; row++) {
    if ((low[row] ?? 0) === 0 && (high[row] ?? 0) === 0) continue;
    // 53 of the 64 bits, which a number holds exactly: a million pictures share one by chance once in 10,000 libraries.
    const key = (low[row] ?? 0) * HIGH_STEPS + ((high[row] ?? 0) >>> HIGH_SHIFT);
    const number = seen.get(key) ?? seen.size + 1;
    seen.set(key, number);
    byRow[row] = number;
  }
  return { count: seen.size, byRow };
}

const HIGH_STEPS = 2 ** 21;
const HIGH_SHIFT = 11;
