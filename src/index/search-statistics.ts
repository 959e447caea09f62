// Numbers over all documents that the ranking needs, remembered for one generation.
import { TEXT_FIELDS } from '../model/ranking.ts';
import type { CollectionStatistics, FieldStatistics } from '../model/score.ts';
import type { Database } from '../sqlite/sqlite.ts';
import type { Columns } from './columns.ts';
import { toFieldPrefix } from './match-expression.ts';

/** Words whose numbers are remembered. */
const MAX_REMEMBERED = 20_000;

/** Statistics that can be told to forget what they know. */
export interface Statistics extends CollectionStatistics {
  /** Documents that hold a word, by field. `isPrefix`: that hold any word that starts so. */
  documentsByField(form: string, isPrefix: boolean): readonly number[];
  /** To be called when the generation has changed. */
  reset(): void;
}

interface VocabularyRow {
  readonly col: string;
  readonly doc: number;
}

/** Opens the statistics of a library. */
export function openStatistics(db: Database, columns: Columns): Statistics {
  const selectFields = db.prepare<[], FieldStatistics & { readonly field: number }>(
    'SELECT field, documents, words FROM field_total',
  );
  const selectWord = db.prepare<[string], VocabularyRow>(
    'SELECT col, doc FROM vocabulary WHERE term = ?',
  );
  const countMatching = db
    .prepare<[string], number>('SELECT count(*) FROM text WHERE text MATCH ?')
    .pluck();
  const known = new Map<string, readonly number[]>();
  let fields: FieldStatistics[] | undefined;

  /** Takes time in proportion to the number of documents that hold the word. */
  function documentsByField(form: string, isPrefix: boolean): readonly number[] {
    const key = isPrefix ? `${form} ` : form;
    let counts = known.get(key);
    if (counts === undefined) {
      counts = isPrefix
        ? TEXT_FIELDS.map((field) => countMatching.get(toFieldPrefix(field, form)) ?? 0)
        : toCounts(selectWord.all(form));
      if (known.size >= MAX_REMEMBERED) known.clear();
      known.set(key, counts);
    }
    return counts;
  }

  return {
    get documents() {
      return columns.ids().length;
    },
    get fields() {
      fields ??= toFields(selectFields.all());
      return fields;
    },
    documentsByField,
    documentsWith: (form, field, isPrefix) => documentsByField(form, isPrefix)[field] ?? 0,
    reset() {
      known.clear();
      fields = undefined;
    },
  };
}

function toFields(
  rows: readonly (FieldStatistics & { readonly field: number })[],
): FieldStatistics[] {
  return TEXT_FIELDS.map((_, field) => {
    return rows.find((row) => row.field === field) ?? { documents: 0, words: 0 };
  });
}

function toCounts(rows: readonly VocabularyRow[]): number[] {
  const counts = TEXT_FIELDS.map(() => 0);
  for (const { col, doc } of rows) {
    const field = FIELD_NUMBERS.get(col);
    if (field !== undefined) counts[field] = doc;
  }
  return counts;
}

const FIELD_NUMBERS = new Map<string, number>(TEXT_FIELDS.map((field, number) => [field, number]));
