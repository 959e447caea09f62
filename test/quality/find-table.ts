// Prints how well and how fast images are found on the sites of the data folder: `npx tsx test/quality/find-table.ts [SECONDS]`.
import { createJudge, findInBox, openBox, precisionAt } from './find-evaluation.ts';
import { BROADER, JUDGEMENTS } from './find-judgements.ts';

const DEPTHS = [10, 25, 50];
const data = process.env['PINAKES_DATA'] ?? '../shared/data';
const isRelevant = await createJudge(data);
const seconds = (process.argv[2] ?? '').split(',').map(Number).filter(Boolean);

/** Precision: pages are bounded, not time, so that a busy machine gives the same figures. */
async function printPrecision(): Promise<void> {
  await using box = await openBox(data, '0-0');
  const bounds = { budgetMs: 120_000, maxPages: 120, delayMs: 0, imagesPerHost: 16 };
  for (const [name, judgements] of [
    ['first set', JUDGEMENTS],
    ['broader set', BROADER],
  ] as const) {
    const sums = new Map<string, number[]>();
    for (const judgement of judgements) {
      const { query } = judgement;
      const paper = await findInBox(box, query, { ...bounds, profile: 'paper' });
      const open = await findInBox(box, query, { ...bounds, profile: 'paper', hasGate: false });
      const own = await findInBox(box, query, { ...bounds, profile: 'pinakes' });
      const rows = {
        paper: paper.ranked.paper,
        'paper without gate': open.ranked.paper,
        'pinakes on the pages of paper': paper.ranked.pinakes,
        pinakes: own.ranked.pinakes,
      };
      const figures = Object.entries(rows).map(([row, images]) => {
        const values = DEPTHS.map((depth) =>
          precisionAt(depth, images, (url) => isRelevant(judgement, url)),
        );
        const sum = sums.get(row) ?? DEPTHS.map(() => 0);
        sums.set(
          row,
          sum.map((value, at) => value + (values[at] ?? 0)),
        );
        return `${row} ${values.map((value) => value.toFixed(2)).join(' ')}`;
      });
      console.log(
        `${query}: ${figures.join('; ')} (${paper.status.pages}, ${open.status.pages}, ${own.status.pages} pages)`,
      );
    }
    for (const [row, sum] of sums) {
      const means = sum.map((value) => (value / judgements.length).toFixed(3));
      console.log(`${name}, ${row}: ${means.join(' ')} at ${DEPTHS.join(', ')}`);
    }
  }
}

/** Table 3 of the paper: what a search of a time sees, keeps and leaves out. */
async function printTimes(): Promise<void> {
  await using box = await openBox(data, '20-120');
  for (const [name, politeness] of [
    ['polite', {}],
    ['no pauses', { delayMs: 0, imagesPerHost: 16 }],
  ] as const) {
    for (const budget of seconds) {
      const { status, firstMs, cpuSeconds } = await findInBox(box, 'Cali', {
        ...{ budgetMs: budget * 1000, profile: 'paper', hasGate: false },
        ...politeness,
      });
      const { pages, imagesSeen, kept, repeated, probed, discarded, imageBytes, wholeBytes } =
        status;
      const { thumbnail = 0, external = 0, small = 0, aspect = 0, unreachable = 0 } = discarded;
      console.log(
        `${name}, ${budget} s: ${pages} pages, ${imagesSeen} images, ${kept} kept, ${repeated} repeated, ${thumbnail} thumbnails, ${external} external, ${small + aspect} small or of odd shape, ${unreachable} unreachable; ${probed} looked at, ${((100 * imageBytes) / Math.max(1, wholeBytes)).toFixed(1)} % of their bytes; first after ${Math.round(firstMs)} ms; ${cpuSeconds.toFixed(1)} CPU-s`,
      );
    }
  }
}

if (seconds.length > 0) await printTimes();
else await printPrecision();
process.exit(0);
