// An evaluation of image sizes, for people.
import type { Bounded, DataTables, MethodResult, OnlineGain, StrongTerms } from '../size/size.ts';
import { printable } from './terminal.ts';

/** Milliseconds for fetching an image and for predicting one: paper 004, section III. */
const FETCH_MS = 300;

/** The lines of an evaluation. */
export function describeEvaluation(
  data: DataTables,
  results: readonly MethodResult[],
  keep: number,
): string[] {
  const share = `${(100 * keep).toFixed(keep > 0.99 ? 1 : 0)} %`;
  return [
    ...describeData(data),
    '',
    `${'method'.padEnd(12)} ${'trees'.padStart(5)} ${'feat.'.padStart(5)} ${'adv'.padStart(5)} split   ${'F1 small'.padEnd(21)} ${'F1 big'.padEnd(21)} ${'F1 average'.padEnd(21)} ${`SMALL skipped at ${share}`.padEnd(22)} precision of BIG`,
    ...results.map(toLine),
    ...results.flatMap(({ online }) =>
      online === undefined ? [] : ['', ...describeOnline(online)],
    ),
    ...results.flatMap((result) => describeOwn(result, data, keep)),
  ];
}

function describeData({
  images,
  pageSites,
  imageSites,
  classes,
  sources,
  ...terms
}: DataTables): string[] {
  const percent = (count: number) =>
    `${count} (${((100 * count) / Math.max(1, images)).toFixed(1)} %)`;
  return [
    `${images} images of ${pageSites} sites, from ${imageSites} sites of images`,
    `SMALL ${percent(classes.small)}, BIG ${percent(classes.big)}, between ${percent(classes.middle)}, without size ${percent(classes.unknown)}`,
    `sizes from ${sources.file} files and ${sources.declared} attributes`,
    `most frequent n-grams: ${terms.frequent.map(({ term, score }) => `${printable(term)} ${score}`).join(', ')}`,
    ...describeTerms('n-grams', terms.ngrams),
    ...describeTerms('tokens', terms.tokens),
  ];
}

function describeTerms(kind: string, { small, big }: StrongTerms): string[] {
  const list = (terms: StrongTerms['small']) =>
    terms.map(({ term, score }) => `${printable(term)} ${score}`).join(', ');
  return [`${kind} of SMALL: ${list(small)}`, `${kind} of BIG: ${list(big)}`];
}

function toLine(result: MethodResult): string {
  const { method, trees, features, adv, split } = result;
  const cell = (value: number | undefined) =>
    (value === undefined ? '' : String(value)).padStart(5);
  return [
    method.padEnd(12),
    ...[cell(trees), cell(features), cell(adv), split.padEnd(7)],
    ...[result.f1Small, result.f1Big, result.f1].map((figure) => format(figure).padEnd(21)),
    format(result.skipped).padEnd(22),
    format(result.precisionBig),
  ].join(' ');
}

function describeOnline(online: OnlineGain): string[] {
  const { after, sites, images } = online;
  return [
    `Learning on the way, unseen sites, after ${after} images of a site (${images} images of ${sites} sites):`,
    `  F1 average ${format(online.without.f1)} without, ${format(online.with.f1)} with; SMALL skipped ${format(online.without.skipped)} without, ${format(online.with.skipped)} with`,
  ];
}

/** What only our model tells, and the time that skipping saves. */
function describeOwn(result: MethodResult, { classes }: DataTables, keep: number): string[] {
  const { calibrationError, microseconds, split, skipped } = result;
  if (calibrationError === undefined || microseconds === undefined) return [];
  const all = classes.small + classes.big;
  const saved = (classes.small * skipped.value + classes.big * (1 - keep)) / Math.max(1, all);
  return [
    `joint, ${split}: probabilities are off by ${calibrationError.toFixed(3)} on average; ${microseconds.toFixed(1)} CPU microseconds an image; ${(100 * saved).toFixed(0)} % of the time of fetching all is saved (at ${FETCH_MS} ms a fetch)`,
  ];
}

function format({ value, low, high }: Bounded): string {
  return `${value.toFixed(3)} (${low.toFixed(3)}-${high.toFixed(3)})`;
}
