// Which record a revisit stands for, of all that have its payload: the rule of a library, on values.
import type { OriginalRow, RevisitRow } from './rows.ts';

/**
 * The original of a revisit: the capture it names, else one of the same address, else any; of these the latest that is not
 * later, else the earliest, and of several files the first by name. Depends on nothing but the originals.
 */
export function chooseOriginal<Original extends Omit<OriginalRow, 'holds'>>(
  { time, target }: Pick<RevisitRow, 'time' | 'target'>,
  originals: readonly Original[],
): Original | undefined {
  const ofAddress = originals.filter(({ key }) => key === target.key);
  const named = ofAddress.filter((one) => one.time === target.time);
  if (named.length > 0 || !target.hasDigest) return firstOf(named);
  const nearby = ofAddress.length > 0 ? ofAddress : originals;
  const before = nearby.filter((one) => one.time <= time);
  return before.length > 0
    ? firstOf(before, (a, b) => compare(b.time, a.time))
    : firstOf(nearby, (a, b) => compare(a.time, b.time));
}

type Order<T> = (a: T, b: T) => number;

function firstOf<Original extends Omit<OriginalRow, 'holds'>>(
  originals: readonly Original[],
  order: Order<Original> = () => 0,
): Original | undefined {
  return originals.reduce<Original | undefined>((first, next) => {
    if (first === undefined) return next;
    const difference =
      order(next, first) ||
      next.key - first.key ||
      compare(next.file, first.file) ||
      next.offset - first.offset;
    return difference < 0 ? next : first;
  }, undefined);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
