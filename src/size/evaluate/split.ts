// Which rows are learnt from and which are told: at random, or so that no site is on both sides.
import { createRandom, shuffle } from '../../support/random.ts';

/** Rows to learn from and rows to tell. */
export interface Fold {
  readonly train: Int32Array;
  readonly test: Int32Array;
}

/** `random` is what the paper did; with `host` neither the page's site nor the image's was seen before. */
export type SplitKind = 'random' | 'host';

/** Where rows come from. */
export interface RowSites {
  readonly page: readonly string[];
  readonly image: readonly string[];
}

/** Folds of the given rows. By host, rows of a test whose image comes from a site of the training are left out. */
export function toFolds(
  rows: Int32Array,
  sites: RowSites,
  {
    kind,
    folds,
    seed,
  }: { readonly kind: SplitKind; readonly folds: number; readonly seed: number },
): Fold[] {
  const random = createRandom(seed);
  const numbers = new Map<number | string, number>();
  const keyOf = (row: number) => (kind === 'random' ? row : (sites.page[row] ?? ''));
  const keys = shuffle([...new Set(Array.from(rows, keyOf))], random);
  for (const [at, key] of keys.entries()) numbers.set(key, at % folds);
  return Array.from({ length: folds }, (_, fold) => {
    const train = rows.filter((row) => numbers.get(keyOf(row)) !== fold);
    const test = rows.filter((row) => numbers.get(keyOf(row)) === fold);
    if (kind === 'random') return { train, test };
    const seen = new Set(Array.from(train, (row) => sites.image[row]));
    return { train, test: test.filter((row) => !seen.has(sites.image[row])) };
  });
}
