// A share of many inputs, so that several machines can each do a part of a job.
import { hash } from 'node:crypto';

/** Part `number` (from 1) of `count`. */
export interface InputPart {
  readonly number: number;
  readonly count: number;
}

/** More machines than anybody has. */
const MAX_PARTS = 100_000;

/** Reads `K/N`; `undefined` when it is not that, or K is not from 1 to N. */
export function parsePart(text: string): InputPart | undefined {
  const [, number, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const part = { number: Number(number), count: Number(count) };
  const isPart = part.number >= 1 && part.number <= part.count && part.count <= MAX_PARTS;
  return isPart ? part : undefined;
}

/**
 * Whether an input belongs to a part: by a hash of the last piece of its path or address, so that it does not matter
 * where a machine has its files, nor which others there are. Each input is in exactly one of the parts.
 */
export function isInPart(name: string, { number, count }: InputPart): boolean {
  const [path = ''] = name.split(/[?#]/, 1);
  const last = path.split(/[/\\]/).findLast((piece) => piece !== '') ?? '';
  const bits = Number.parseInt(hash('sha256', last, 'hex').slice(0, 12), 16);
  return bits % count === number - 1;
}
