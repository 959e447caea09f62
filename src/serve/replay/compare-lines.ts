// Which lines of a text came, went and stayed: the shortest script of changes (Myers 1986), within a bound of work.

/** A line of either text. */
export interface LineChange {
  readonly kind: 'same' | 'came' | 'went';
  readonly text: string;
}

/** More changes than this are told as two texts that have lines in common, in whatever order. */
const MAX_CHANGES = 1200;

/** Compares two texts line by line. Work is bounded by lines times `MAX_CHANGES`. */
export function compareLines(
  before: readonly string[],
  after: readonly string[],
): readonly LineChange[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  const a = before.slice(start, before.length - end);
  const b = after.slice(start, after.length - end);
  const same = (texts: readonly string[]) =>
    texts.map((text): LineChange => ({ kind: 'same', text }));
  return [
    ...same(before.slice(0, start)),
    ...(shortestScript(a, b) ?? bySets(a, b)),
    ...same(before.slice(before.length - end)),
  ];
}

/** `undefined` when there are too many changes. */
function shortestScript(a: readonly string[], b: readonly string[]): LineChange[] | undefined {
  const limit = Math.min(a.length + b.length, MAX_CHANGES);
  const offset = limit + 1;
  // How far each diagonal was followed after so many changes; kept for the way back.
  let reached = new Int32Array(2 * limit + 3);
  const steps: Int32Array[] = [];
  for (let changes = 0; changes <= limit; changes++) {
    steps.push(reached.slice());
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = isDown(reached, diagonal, changes, offset)
        ? (reached[offset + diagonal + 1] ?? 0)
        : (reached[offset + diagonal - 1] ?? 0) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      reached[offset + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) return wayBack(steps, a, b, offset);
    }
    reached = reached.slice();
  }
  return undefined;
}

function isDown(reached: Int32Array, diagonal: number, changes: number, offset: number): boolean {
  if (diagonal === -changes) return true;
  if (diagonal === changes) return false;
  return (reached[offset + diagonal - 1] ?? 0) < (reached[offset + diagonal + 1] ?? 0);
}

function wayBack(
  steps: readonly Int32Array[],
  a: readonly string[],
  b: readonly string[],
  offset: number,
): LineChange[] {
  const found: LineChange[] = [];
  let [x, y] = [a.length, b.length];
  for (let changes = steps.length - 1; changes >= 0; changes--) {
    const reached = steps[changes] ?? new Int32Array();
    const diagonal = x - y;
    const before = isDown(reached, diagonal, changes, offset) ? diagonal + 1 : diagonal - 1;
    const fromX = changes === 0 ? 0 : (reached[offset + before] ?? 0);
    const fromY = changes === 0 ? 0 : fromX - before;
    while (x > fromX && y > fromY) {
      found.push({ kind: 'same', text: a[--x] ?? '' });
      y--;
    }
    if (changes === 0) break;
    if (x === fromX) found.push({ kind: 'came', text: b[--y] ?? '' });
    else found.push({ kind: 'went', text: a[--x] ?? '' });
  }
  return found.reverse();
}

/** Texts that have little in common: what is only in the first, then the second as it is. */
function bySets(a: readonly string[], b: readonly string[]): LineChange[] {
  const [inA, inB] = [new Set(a), new Set(b)];
  return [
    ...a.filter((text) => !inB.has(text)).map((text): LineChange => ({ kind: 'went', text })),
    ...b.map((text): LineChange => ({ kind: inA.has(text) ? 'same' : 'came', text })),
  ];
}
