// The step `kin`: which contents are variants of one picture, by their names and their looks.
import { MAX_NAMESAKES } from '../../index/index.ts';
import { NEAR_BITS, parseLook, pictureDistance } from '../../model/look.ts';
import type { KinRow } from './rows.ts';
import { ASKS, type StepMaker } from './step.ts';
import type { EmitRow } from './step-row.ts';

/** Contents that share a piece of their looks and are compared; there are so many of very simple pictures alone. */
const MAX_COMPARED = 5000;

/** `kin` by what contents may share. Gives `edge`. */
export const kinStep: StepMaker = ({ emit }) => ({
  group(key) {
    const rows: KinRow[] = [];
    return {
      add(_rank, json) {
        if (rows.length < MAX_COMPARED) rows.push(JSON.parse(json) as KinRow); // by its table
      },
      finish() {
        if (key.startsWith('n:')) joinNamesakes(rows, emit);
        else joinAlike(rows, emit);
      },
    };
  },
});

/** Notes that two contents are variants, where either of them can find it. */
function join(a: string, b: string, emit: EmitRow): void {
  emit('edge', a, ASKS, JSON.stringify(b));
  emit('edge', b, ASKS, JSON.stringify(a));
}

/** A name that too many share says nothing, nor does one where an address has shown several of them. */
function joinNamesakes(rows: readonly KinRow[], emit: EmitRow): void {
  const [first, ...others] = rows;
  if (first === undefined || rows.length > MAX_NAMESAKES) return;
  const places = rows.flatMap(({ contested = [] }) => contested);
  if (new Set(places).size < places.length) return;
  for (const { digest } of others) join(first.digest, digest, emit);
}

function joinAlike(rows: readonly KinRow[], emit: EmitRow): void {
  const looks = rows.flatMap((row) => {
    const look = parseLook(row.look);
    return look === undefined ? [] : [{ row, look }];
  });
  for (const [at, a] of looks.entries()) {
    for (let other = at + 1; other < looks.length; other++) {
      const b = looks[other];
      if (b === undefined || b.row.digest === a.row.digest) continue;
      // One of them stands here as it is.
      if (a.row.isMirrored === true && b.row.isMirrored === true) continue;
      if (pictureDistance(a.look, b.look) <= NEAR_BITS) join(a.row.digest, b.row.digest, emit);
    }
  }
}
