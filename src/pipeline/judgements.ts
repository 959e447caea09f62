// Judgements of answers: which images are good for which query, from a file that people wrote or from a log of searches.
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { PinakesError } from '../support/errors.ts';

/** Grades of images by query: 0 is wrong, larger is better. */
export type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The largest grade; what counts is how grades of one query differ. */
const MAX_GRADE = 10;
const MAX_LINE = 100_000;
const MAX_JUDGEMENTS = 1_000_000;
/** Grade of an image that somebody opened among the answers to a query. */
const OPENED_GRADE = 1;

/**
 * Reads a file of JSON lines: `{"query": "lighthouse", "id": "<id of the image>", "grade": 2}`, or what `serve --search-log` wrote, where an
 * image that was opened for a query has grade 1. Where a pair is judged several times, the best grade counts. Throws
 * `USAGE` for a line that is neither.
 */
export async function readJudgements(path: string): Promise<Judgements> {
  const judgements = new Map<string, Map<string, number>>();
  let number = 0;
  let count = 0;
  const file = await open(path).catch((cause: unknown) => {
    throw new PinakesError('INPUT_NOT_FOUND', { input: path }, { cause });
  });
  const input = file.createReadStream();
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++;
      if (line.trim() === '') continue;
      const read = line.length > MAX_LINE ? undefined : readLine(line);
      if (read === undefined) throw badLine(path, number);
      if (read === 'other') continue;
      const byId = judgements.get(read.query) ?? new Map<string, number>();
      judgements.set(read.query, byId);
      byId.set(read.id, Math.max(read.grade, byId.get(read.id) ?? 0));
      if (++count > MAX_JUDGEMENTS) throw badLine(path, number);
    }
  } finally {
    input.destroy();
  }
  return judgements;
}

interface Judgement {
  readonly query: string;
  readonly id: string;
  readonly grade: number;
}

/** `'other'`: a line of a log that judges nothing; `undefined`: no line of such a file. */
function readLine(line: string): Judgement | 'other' | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined; // told with its number
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, query, id, grade } = value as Readonly<Record<string, unknown>>;
  if (kind === 'search') return 'other';
  if (kind === 'open' && typeof id === 'string') {
    return typeof query === 'string' ? { query, id, grade: OPENED_GRADE } : 'other';
  }
  if (kind !== undefined || typeof query !== 'string' || typeof id !== 'string') return undefined;
  if (typeof grade !== 'number' || !(grade >= 0 && grade <= MAX_GRADE)) return undefined;
  return { query, id, grade };
}

function badLine(path: string, number: number): PinakesError {
  return new PinakesError('USAGE', {
    detail: `${path}, line ${number}: expected {"query", "id", "grade"} with a grade from 0 to ${MAX_GRADE}, or a line of a search log; at most ${MAX_JUDGEMENTS} of them.`,
    command: 'evaluate-ranking',
  });
}

/** nDCG among the first answers: gains of 2^grade - 1, discounted by the logarithm of the place, as a share of the best order. */
export function toNdcg(
  ids: readonly string[],
  grades: ReadonlyMap<string, number>,
  places: number,
): number {
  const best = [...grades.values()].sort((a, b) => b - a).slice(0, places);
  const ideal = toDcg(best);
  if (ideal === 0) return 0;
  return toDcg(ids.slice(0, places).map((id) => grades.get(id) ?? 0)) / ideal;
}

function toDcg(grades: readonly number[]): number {
  return grades.reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
}
