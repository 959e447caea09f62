// A sorted list that keeps the smallest few of any number of values, one for each identity.

/** What counts as one value, which one comes first, and how many are kept. */
export interface KeepRule<T> {
  readonly limit: number;
  /** Whether both stand for the same thing, of which only the smaller is kept. */
  isSame(a: T, b: T): boolean;
  /** A total order; 0 only for values that are equal in all that is shown. */
  compare(a: T, b: T): number;
}

/**
 * Puts a value into its place, unless the list holds as good a one already.
 *
 * The result is exact though values are forgotten: a value is pushed out only by `limit` smaller ones of other
 * identities, whose places only get better; one that comes again with a smaller value simply
 * enters again. So the list depends on the set of values alone, not on order, batches or repeats.
 */
export function keepSmallest<T>(list: T[], value: T, rule: KeepRule<T>): void {
  const last = list[list.length - 1];
  // Also right when the list holds a value of this identity: that one is smaller.
  if (last !== undefined && list.length >= rule.limit && rule.compare(value, last) >= 0) return;
  // The place that becomes free: that of the same thing, else the one after the last or the last.
  let at = 0;
  for (const kept of list) {
    if (rule.isSame(kept, value)) {
      if (rule.compare(value, kept) >= 0) return;
      break;
    }
    at++;
  }
  if (at >= rule.limit) at = rule.limit - 1;
  for (; at > 0; at--) {
    const before = list[at - 1];
    if (before === undefined || rule.compare(before, value) <= 0) break;
    list[at] = before;
  }
  list[at] = value;
}
