// Which documents a selection means: text by FTS5, everything else by attributes.
import type { IndexFilter, IndexSelection, WordForms } from '../model/index-query.ts';
import type { Database } from '../sqlite/sqlite.ts';
import type { Columns } from './columns.ts';
import { filterIds } from './filter-predicate.ts';
import { type FilterNames, toConditions } from './filters.ts';
import { type MatchExpression, toMatch, withKeywords } from './match-expression.ts';
import type { Pictures } from './pictures.ts';
import { type Condition, decodeIds } from './rank-plan.ts';
import { toKeyword } from './schema.ts';

/** A selection in terms of the tables. */
export interface Resolved {
  /** What the text must hold; absent: anything. */
  readonly expression?: MatchExpression;
  /** All must hold. */
  readonly conditions: readonly Condition[];
  /** Nothing can be meant. */
  readonly isEmpty: boolean;
}

/** Finds the documents of selections. */
export interface Selections {
  resolve(selection: IndexSelection, words?: readonly WordForms[]): Resolved;
  /** Ids of the documents, ascending; of variants that count as one the best. */
  ids(selection: IndexSelection): Uint32Array;
  /** The same with all variants. */
  allIds(selection: IndexSelection): Uint32Array;
  count(selection: IndexSelection): number;
  /** To be called when the generation has changed. */
  reset(): void;
}

/** What selections are resolved with. */
export interface SelectionParts {
  readonly columns: Columns;
  readonly names: FilterNames;
  readonly pictures: Pictures;
  /** Whether the connection has the native functions. */
  readonly isNative: boolean;
}

/** Opens the documents of a library for selection. */
export function openSelections(
  db: Database,
  { columns, names, pictures, isNative }: SelectionParts,
): Selections {
  const matchingIds = isNative ? prepareNativeIds(db) : prepareIds(db);
  const countMatching = db
    .prepare<[string], number>('SELECT count(*) FROM text WHERE text MATCH ?')
    .pluck();
  // Facets and totals of one search ask for the same documents, one after another.
  let last: { readonly key: string; readonly all: Uint32Array; best?: Uint32Array } | undefined;

  function resolve(selection: IndexSelection, words: readonly WordForms[] = []): Resolved {
    const match = toMatch(selection.match, words);
    if (match === 'none') return { conditions: [], isEmpty: true };
    const isPositive = match !== 'all' && !match.isNegated;
    const asKeywords = isPositive ? selection.filters.filter(isKeyword) : [];
    // The keyword of a domain says it all; that of a host also finds hosts below it.
    const left = selection.filters.filter((filter) => {
      return !(isPositive && isKeyword(filter) && filter.kind === 'site' && filter.withSubdomains);
    });
    const conditions = [...toConditions(left, names), ...toExceptions(selection)];
    if (match === 'all') return { conditions, isEmpty: false };
    const expression = withKeywords(match, asKeywords.map(keywordOf));
    return { expression, conditions, isEmpty: false };
  }

  /** That a document is no variant of a picture that was shown. */
  function toExceptions({ collapse }: IndexSelection): Condition[] {
    return (collapse?.except ?? []).flatMap((shown) => {
      const rows = pictures.variantsOf(find(shown));
      return rows.length === 0 ? [] : [{ kind: 'not', condition: { kind: 'rows', rows } }];
    });
  }

  function find(selection: IndexSelection): Uint32Array {
    const { expression, conditions, isEmpty } = resolve(selection);
    if (isEmpty) return new Uint32Array(0);
    if (expression === undefined) return filterIds(columns.ids(), conditions, columns);
    const matching = matchingIds(expression.text);
    const ids = expression.isNegated ? without(columns.ids(), matching) : matching;
    return filterIds(ids, conditions, columns);
  }

  function remember(selection: IndexSelection): NonNullable<typeof last> {
    const key = JSON.stringify([selection.match, selection.filters, selection.collapse?.except]);
    if (last?.key !== key) last = { key, all: find(selection) };
    return last;
  }

  function ids(selection: IndexSelection): Uint32Array {
    const found = remember(selection);
    if (selection.collapse === undefined) return found.all;
    found.best ??= pictures.best(found.all);
    return found.best;
  }

  return {
    resolve,
    ids,
    allIds: (selection) => remember(selection).all,
    count(selection) {
      if (selection.collapse !== undefined) return ids(selection).length;
      const { expression, conditions, isEmpty } = resolve(selection);
      if (isEmpty) return 0;
      if (conditions.length > 0) return ids(selection).length;
      if (expression === undefined) return columns.ids().length;
      const count = countMatching.get(expression.text) ?? 0;
      return expression.isNegated ? columns.ids().length - count : count;
    },
    reset() {
      last = undefined;
    },
  };
}

function prepareNativeIds(db: Database): (expression: string) => Uint32Array {
  const select = db
    .prepare<[string], Buffer>('SELECT pinakes_ids(rowid) FROM text WHERE text MATCH ?')
    .pluck();
  return (expression) => decodeIds(select.get(expression) ?? Buffer.alloc(0));
}

function prepareIds(db: Database): (expression: string) => Uint32Array {
  const select = db.prepare<[string], number>('SELECT rowid FROM text WHERE text MATCH ?').pluck();
  return (expression) => Uint32Array.from(select.all(expression));
}

type KeywordFilter = Extract<IndexFilter, { kind: 'site' | 'collection' }>;

/** Conditions that are words of the text index too, which narrows down what has to be looked at. */
function isKeyword(filter: IndexFilter): filter is KeywordFilter {
  if (filter.kind === 'site') return filter.host !== '' && !filter.host.includes('*');
  return filter.kind === 'collection';
}

function keywordOf(filter: KeywordFilter): string {
  return filter.kind === 'site'
    ? toKeyword('host', filter.host)
    : toKeyword('collection', filter.name);
}

/** Both ascending. */
function without(ids: Uint32Array, unwanted: Uint32Array): Uint32Array {
  const left = new Uint32Array(ids.length);
  let count = 0;
  let at = 0;
  for (let place = 0; place < ids.length; place++) {
    const id = ids[place] ?? 0;
    while (at < unwanted.length && (unwanted[at] ?? 0) < id) at++;
    if (unwanted[at] !== id) left[count++] = id;
  }
  return left.subarray(0, count);
}
