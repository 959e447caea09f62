// Prints how well and how fast images are found on the sites of the data folder, in the tables of paper 003:
//
//   npx tsx test/quality/find-table.ts                  precision at 10, 25 and 50 for each profile, over all judged queries
//   npx tsx test/quality/find-table.ts bands            Tables 4 and 5: precision of each hundred images, with and without the gate
//   npx tsx test/quality/find-table.ts 30,60,120        Table 3: what searches of so many seconds see, keep and leave out
import {
  type Box,
  bandsOf,
  createJudge,
  type Finding,
  findInBox,
  openBox,
  precisionAt,
} from './find-evaluation.ts';
import { BROADER, JUDGEMENTS, type Judgement } from './find-judgements.ts';

const DEPTHS = [10, 25, 50];
/** Pages are bounded, not time, so that a busy machine gives the same figures. */
const BOUNDS = { budgetMs: 120_000, maxPages: 120, delayMs: 0, imagesPerHost: 16 };
/** Queries with many images, and one of two unlike words, as the paper's `amber insect` is. */
const BANDED = ['antenna', 'high voltage', 'Portugal', 'Deportivo Cali', 'musée Berlin'];
const ROWS = ['paper', 'paper without gate', 'pinakes on the pages of paper', 'pinakes'] as const;

const data = process.env['PINAKES_DATA'] ?? '../shared/data';
const isRelevant = await createJudge(data);
const [what = 'precision'] = process.argv.slice(2);

/** The same query in all ways. */
async function findInAllWays(box: Box, query: string, maxPages: number) {
  const bounds = { ...BOUNDS, maxPages };
  const paper = await findInBox(box, query, { ...bounds, profile: 'paper' });
  const open = await findInBox(box, query, { ...bounds, profile: 'paper', hasGate: false });
  const own = await findInBox(box, query, { ...bounds, profile: 'pinakes' });
  const ranked: Record<(typeof ROWS)[number], Finding['ranked']['paper']> = {
    paper: paper.ranked.paper,
    'paper without gate': open.ranked.paper,
    'pinakes on the pages of paper': paper.ranked.pinakes,
    pinakes: own.ranked.pinakes,
  };
  return { ranked, pages: [paper, open, own].map(({ status }) => status.pages) };
}

/** Precision at some depths, for each query, each set and all queries. */
async function printPrecision(): Promise<void> {
  await using box = await openBox(data, '0-0');
  const all: number[][][] = [];
  for (const [name, judgements] of [
    ['first set', JUDGEMENTS],
    ['broader set', BROADER],
  ] as const) {
    const ofSet: number[][][] = [];
    for (const judgement of judgements) {
      const { ranked, pages } = await findInAllWays(box, judgement.query, BOUNDS.maxPages);
      const values = ROWS.map((row) =>
        DEPTHS.map((depth) => precisionAt(depth, ranked[row], (url) => isRelevant(judgement, url))),
      );
      ofSet.push(values);
      const figures = ROWS.map(
        (row, at) => `${row} ${values[at]?.map((each) => each.toFixed(2)).join(' ')}`,
      );
      console.log(`${judgement.query}: ${figures.join('; ')} (${pages.join(', ')} pages)`);
    }
    printMeans(name, ofSet);
    all.push(...ofSet);
  }
  const means = printMeans('all', all);
  const [paper = 0, , , own = 0] = means.map((row) => row[1] ?? 0);
  console.log(`pinakes at 25 against paper: ${((own / paper - 1) * 100).toFixed(1)} %`);
}

function printMeans(name: string, values: readonly (readonly (readonly number[])[])[]) {
  return ROWS.map((row, at) => {
    const means = DEPTHS.map(
      (_, depth) =>
        values.reduce((sum, query) => sum + (query[at]?.[depth] ?? 0), 0) / values.length,
    );
    const figures = means.map((mean) => mean.toFixed(3)).join(' ');
    console.log(`${name}, ${row}: ${figures} at ${DEPTHS.join(', ')}`);
    return means;
  });
}

/** Tables 4 and 5 of the paper: how good each further hundred of images is. */
async function printBands(): Promise<void> {
  await using box = await openBox(data, '0-0');
  const judged = new Map<string, Judgement>(
    [...JUDGEMENTS, ...BROADER].map((judgement) => [judgement.query, judgement]),
  );
  for (const query of BANDED) {
    const judgement = judged.get(query);
    if (judgement === undefined) continue;
    const { ranked } = await findInAllWays(box, query, 400);
    for (const row of ROWS) {
      const bands = bandsOf(ranked[row], (url) => isRelevant(judgement, url));
      const figures = bands.map(
        ({ right, images }, at) =>
          `${at * 100 + 1}-${at * 100 + images}: ${Math.round((100 * right) / images)} %`,
      );
      console.log(`${query}, ${row}: ${figures.join(', ') || 'none'}`);
    }
  }
}

/** Table 3 of the paper, for a query that one site answers and one that three do. */
async function printTimes(seconds: readonly number[]): Promise<void> {
  await using box = await openBox(data, '20-120');
  for (const query of ['Cali', 'contact']) {
    for (const [name, politeness] of [
      ['polite', {}],
      ['no pauses', { delayMs: 0, imagesPerHost: 16 }],
    ] as const) {
      for (const budget of seconds) {
        const finding = await findInBox(box, query, {
          ...{ budgetMs: budget * 1000, profile: 'paper', hasGate: false },
          ...politeness,
        });
        console.log(`${query}, ${name}, ${budget} s: ${describe(finding)}`);
      }
    }
  }
}

function describe({ status, firstMs, cpuSeconds }: Finding): string {
  const { pages, imagesSeen, kept, repeated, probed, discarded, failed } = status;
  const { thumbnail = 0, external = 0, small = 0, aspect = 0, ...others } = discarded;
  const { unreachable = 0, robots = 0 } = others;
  const unread = Object.values(failed).reduce((sum, count) => sum + count, 0);
  const share = (100 * status.imageBytes) / Math.max(1, status.wholeBytes);
  return [
    `${pages} pages read and ${unread} not, ${imagesSeen} images, ${kept} kept, ${repeated} repeated`,
    `${thumbnail} thumbnails, ${external} external, ${small + aspect} small or of odd shape`,
    `${robots} forbidden, ${unreachable} unreachable; ${probed} looked at, ${share.toFixed(1)} % of their bytes`,
    `first after ${Math.round(firstMs)} ms; ${cpuSeconds.toFixed(1)} CPU-s`,
  ].join(', ');
}

if (what === 'precision') await printPrecision();
else if (what === 'bands') await printBands();
else await printTimes(what.split(',').map(Number).filter(Boolean));
process.exit(0);
