// Figures for people: a table on the terminal and a section of the page on performance.
import { table } from '../../scripts/markdown.ts';
import { type Benchmark, type Figure, isMet, type Unit } from './benchmark.ts';

/** What a benchmark gave, and where and when. */
export interface Outcome {
  readonly benchmark: Benchmark;
  readonly figures: readonly Figure[];
  readonly circumstances: Circumstances;
}

/** What one must know to repeat a run. */
export interface Circumstances {
  /** Day of the run, `2025-01-31`. */
  readonly date: string;
  readonly node: string;
  readonly processor: string;
  readonly cores: number;
  /** Processes that wanted to run, on average: in the minute before the start, and before the end. */
  readonly load: readonly [number, number];
  readonly rounds: number;
  readonly command: string;
}

/** Figures and goals in columns, for the terminal. */
export function toText({ benchmark, figures }: Outcome): string {
  const rows = figures.map(toCells);
  const widths = HEAD.map((_, at) => Math.max(...rows.map((cells) => cells[at]!.length)));
  const lines = rows.map((cells) => cells.map((text, at) => text.padEnd(widths[at]!)).join('  '));
  return [benchmark.name, ...lines.map((line) => `  ${line.trimEnd()}`), ''].join('\n');
}

/** The page with the section of this outcome put in place of the older one, or added at its end. */
export function updatePage(page: string, outcome: Outcome): string {
  const { name } = outcome.benchmark;
  const [opening, closing] = [`<!-- bench ${name} -->`, `<!-- end of ${name} -->`];
  const section = `${opening}\n${toSection(outcome)}\n${closing}`;
  const start = page.indexOf(opening);
  const end = page.indexOf(closing, start);
  if (start < 0 || end < 0) return `${page.trimEnd()}\n\n${section}\n`;
  return page.slice(0, start) + section + page.slice(end + closing.length);
}

const HEAD = ['figure', 'result', 'goal', 'reached'];

function toSection({ benchmark, figures, circumstances }: Outcome): string {
  const { date, node, processor, cores, load, rounds, command } = circumstances;
  const [before, after] = load.map((value) => value.toFixed(1));
  return [
    `## ${benchmark.name}`,
    benchmark.about,
    table(HEAD, figures.map(toCells)),
    `${date}, Node ${node}, ${processor}, ${cores} cores, ${rounds} rounds, load ${before} before and ${after} after: \`${command}\``,
  ].join('\n\n');
}

function toCells({ name, value, unit, goal }: Figure): readonly string[] {
  if (goal === undefined) return [name, toAmount(value, unit), '', ''];
  const { bound, stretch } = goal;
  const wanted = `${bound} ${toAmount(goal.value, unit)}`;
  const isReached = isMet(value, bound, goal.value);
  if (stretch === undefined) return [name, toAmount(value, unit), wanted, isReached ? 'yes' : 'NO'];
  return [
    name,
    toAmount(value, unit),
    `${wanted}, stretch ${toAmount(stretch, unit)}`,
    isReached ? (isMet(value, bound, stretch) ? 'yes, both' : 'yes, stretch no') : 'NO',
  ];
}

function toAmount(value: number, unit: Unit): string {
  const maximumSignificantDigits = unit === 'bytes' ? 4 : 3; // so that 1,024 remains what it is
  const number = value.toLocaleString('en', { maximumSignificantDigits });
  if (unit === 'times') return `${number}x`;
  return `${number} ${unit === 'percent' ? '%' : unit}`;
}
