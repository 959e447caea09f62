// Numbers over all documents: how many have each field with how many words, and in how many each word stands.
import { STEMMED_LANGUAGES, Vocabulary } from '../model/analysis/analysis.ts';
import { TEXT_FIELDS } from '../model/ranking.ts';
import type { Database } from '../sqlite/sqlite.ts';
import type { IndexedField } from './text-fields.ts';
import { WordCounter } from './word-counter.ts';

/** Gathers changes of the totals in memory, and stores them once per transaction. */
export interface TextTotals {
  /** Where the words of fields have their numbers. */
  readonly vocabulary: Vocabulary;
  /**
   * The fields of a document that comes (1) or goes (-1): how long they are, and once each of their words that may be
   * suggested. The next fields are to be made after it, since it may forget all numbers.
   */
  count(fields: readonly IndexedField[], change: 1 | -1): void;
  flush(): void;
  discard(): void;
}

/** Opens `field_total`, `word` and `stem` for writing. */
export function openTextTotals(db: Database): TextTotals {
  const changeField = db.prepare<[number, number, number]>(
    'INSERT INTO field_total VALUES(?, ?, ?) ON CONFLICT(field) DO UPDATE SET documents = documents + excluded.documents, words = words + excluded.words',
  );
  const deleteFields = db.prepare('DELETE FROM field_total WHERE documents <= 0');
  const wordRows = openCounts(db, 'word', ['word']);
  const stemRows = openCounts(db, 'stem', ['language', 'stem', 'word']);
  const vocabulary = new Vocabulary();
  const words = new WordCounter(vocabulary);
  const totals = TEXT_FIELDS.map(() => ({ documents: 0, words: 0 }));
  return {
    vocabulary,
    count(fields, change) {
      words.startDocument();
      for (let field = 0; field < totals.length; field++) {
        const total = totals[field];
        const counted = fields[field];
        if (total === undefined || counted === undefined || counted.length === 0) continue;
        total.documents += change;
        total.words += change * counted.length;
        for (const text of counted.spoken) words.count(text, change);
      }
      if (words.isFull) storeWords();
    },
    flush() {
      for (const [field, total] of totals.entries()) {
        changeField.run(field, total.documents, total.words);
      }
      deleteFields.run();
      storeWords();
      discard();
    },
    discard,
  };

  /** Stores the counts of words so far. */
  function storeWords(): void {
    words.forEachChange((word, change) => wordRows.change([word], change));
    wordRows.flush();
    for (const number of words.languages) {
      const language = STEMMED_LANGUAGES[number - 1];
      if (language === undefined) continue;
      words.forEachChange((word, change, stem) => {
        stemRows.change([language, stem, word], change);
      }, number);
    }
    stemRows.flush();
    words.clear();
  }

  function discard(): void {
    words.clear();
    for (const total of totals) Object.assign(total, { documents: 0, words: 0 });
  }
}

/** Words that are stored by one statement: a call for each would take longer than what it does. */
const WORDS_TOGETHER = 16;

/** Changes of a table that counts documents by some columns. */
interface Counts {
  change(key: readonly string[], change: number): void;
  /** Stores the last changes, and takes out rows without documents. */
  flush(): void;
}

function openCounts(db: Database, table: string, columns: readonly string[]): Counts {
  const change = (count: number) => {
    const row = `(${[...columns, 'documents'].map(() => '?').join(', ')})`;
    const rows = Array.from({ length: count }, () => row).join(', ');
    return db.prepare(
      `INSERT INTO ${table} VALUES ${rows} ON CONFLICT(${columns.join(', ')}) DO UPDATE SET documents = documents + excluded.documents`,
    );
  };
  const changeOne = change(1);
  const changeSome = change(WORDS_TOGETHER);
  const isKey = columns.map((column) => `${column} = ?`).join(' AND ');
  const remove = db.prepare(`DELETE FROM ${table} WHERE ${isKey} AND documents <= 0`);
  const width = columns.length + 1;
  let values: (string | number)[] = [];
  let fewer: (readonly string[])[] = [];
  return {
    change(key, by) {
      if (by < 0) fewer.push(key);
      values.push(...key, by);
      if (values.length < WORDS_TOGETHER * width) return;
      changeSome.run(...values);
      values = [];
    },
    flush() {
      for (let at = 0; at < values.length; at += width) {
        changeOne.run(...values.slice(at, at + width));
      }
      for (const key of fewer) remove.run(...key);
      values = [];
      fewer = [];
    },
  };
}
