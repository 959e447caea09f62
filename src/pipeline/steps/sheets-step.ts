// The step `sheets`: pages get the images of the style sheets that they link.
import { MAX_SHEET_LEVELS, toSheetContent } from '../../index/index.ts';
import type { Timestamp } from '../../model/capture.ts';
import { nearestIndex } from '../../model/nearest.ts';
import { toMillis } from '../../model/timestamp.ts';
import type { LinkRow, ReferenceRow, SheetRow } from './rows.ts';
import { ASKS, KNOWN, type StepMaker } from './step.ts';

/** What a sheet said at a time. */
interface SheetTurn {
  readonly time: Timestamp;
  readonly text: string;
  readonly images: readonly string[];
  readonly imports: readonly string[];
}

/**
 * `sheet` and `link` by the SURT of the sheet. A page sees the capture nearest in time, of two in one second the one whose
 * content sorts first; what that imports becomes links again.
 */
export const sheetsStep: StepMaker = ({ emit }) => ({
  group(surt) {
    const byTime = new Map<string, SheetTurn>();
    let turns: readonly SheetTurn[] | undefined;
    let times: readonly number[] = [];
    return {
      add(rank, json) {
        if (rank === KNOWN) {
          addTurn(byTime, surt, JSON.parse(json) as SheetRow); // by its rank
          return;
        }
        if (turns === undefined) {
          turns = [...byTime.values()].sort((a, b) => (a.time < b.time ? -1 : 1));
          times = turns.map(({ time }) => toMillis(time));
        }
        if (turns.length === 0) return;
        const { way, ...link } = JSON.parse(json) as LinkRow; // by its rank
        const seen = turns[nearestIndex(times, toMillis(link.page.time))];
        if (seen === undefined) return;
        const shown: ReferenceRow = link;
        const text = JSON.stringify(shown);
        for (const image of seen.images) emit('reference', image, ASKS, text);
        const longer = [...way, surt];
        if (longer.length >= MAX_SHEET_LEVELS) return;
        const further = JSON.stringify({ ...link, way: longer } satisfies LinkRow);
        for (const imported of seen.imports) {
          // A circle shows nothing new.
          if (!longer.includes(imported)) emit('link', imported, ASKS, further);
        }
      },
      finish() {},
    };
  },
});

function addTurn(byTime: Map<string, SheetTurn>, surt: string, { time, ...says }: SheetRow): void {
  const { images, imports } = toSheetContent({ surt, ...says });
  const text = JSON.stringify([images, imports]);
  const known = byTime.get(time);
  if (known === undefined || text < known.text) byTime.set(time, { time, text, images, imports });
}
