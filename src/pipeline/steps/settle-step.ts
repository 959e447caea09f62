// The step `settle`: revisits get the content of their originals, wherever these were read.

import type { RecordFindings } from '../../extract/record.ts';
import { contextOf, readPage, sayOfSheet, toSheet } from '../../extract/record.ts';
import { toSurt } from '../../model/surt.ts';
import { AccessPool } from '../settle.ts';
import type { Takedown } from '../takedown.ts';
import { chooseOriginal } from './choose-original.ts';
import type { GivenTurn, OriginalRow, RevisitRow } from './rows.ts';
import { KNOWN, type StepMaker } from './step.ts';
import { emitFindings } from './to-rows.ts';

/** Originals of one payload that are weighed: more would only be further copies. */
const MAX_ORIGINALS = 100_000;

/** `original` and `revisit` by payload; gives what records give that are no revisits. */
export const settleStep: StepMaker = ({ settings, emit, poison }) => {
  const { options, takedown, locate } = settings;
  const access = new AccessPool(locate, ({ file, offset, detail }) =>
    poison(`the record at offset ${offset} of ${file}`, detail ?? 'it cannot be read'),
  );

  async function settle(revisit: RevisitRow, original: OriginalRow): Promise<void> {
    const { url, time, file, offset, collection } = revisit;
    const { holds } = seenOriginal(original, takedown);
    const surt = toSurt(url);
    const give = (turn: GivenTurn) => emit('turn', surt, KNOWN, JSON.stringify(turn));
    if (holds.kind === 'hidden') {
      give({ kind: 'hidden', time, digest: holds.digest });
      return;
    }
    if (holds.kind === 'image') {
      const place = { url, time, file, offset, collections: [collection] };
      give({ kind: 'image', ...holds.image, ...place });
      return;
    }
    const record = await access.read(original);
    const body = await record?.loadBody();
    if (record === undefined || body === undefined) return;
    const context = { ...contextOf(record), url, surt, time, file, offset };
    const found: RecordFindings =
      holds.kind === 'page'
        ? readPage(body.bytes, context, options)
        : {
            observations: [],
            looseEnds: [{ ...toSheet(context), says: sayOfSheet(body.bytes, context, options) }],
          };
    emitFindings(found, { emit, takedown, collection });
  }

  return {
    group() {
      const originals: OriginalRow[] = [];
      const revisits: RevisitRow[] = [];
      return {
        add(rank, json) {
          const row: unknown = JSON.parse(json);
          // Of these types by their ranks.
          if (rank !== KNOWN) revisits.push(row as RevisitRow);
          else if (originals.length < MAX_ORIGINALS) originals.push(row as OriginalRow);
        },
        async finish() {
          for (const revisit of revisits) {
            const original = chooseOriginal(revisit, originals);
            if (original !== undefined) await settle(revisit, original);
          }
        },
      };
    },
    close: () => access.close(),
  };
};

/** An image may have been taken down after its archive was read. */
function seenOriginal({ holds }: OriginalRow, takedown: Takedown): Pick<OriginalRow, 'holds'> {
  if (holds.kind !== 'image' || !takedown.hidesImage(holds.image.digest)) return { holds };
  return { holds: { kind: 'hidden', digest: holds.image.digest } };
}
