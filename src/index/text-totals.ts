// Numbers over all documents: how many have each field with how many words, and in how many each word stands.
import { Vocabulary } from '../model/analysis/analysis.ts';
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

/** Opens `field_total` and `word` for writing. */
export function openTextTotals(db: Database): TextTotals {
  const changeField = db.prepare<[number, number, number]>(
    'INSERT INTO field_total VALUES(?, ?, ?) ON CONFLICT(field) DO UPDATE SET documents = documents + excluded.documents, words = words + excluded.words',
  );
  const deleteFields = db.prepare('DELETE FROM field_total WHERE documents <= 0');
  const changeWord = db.prepare(changeWords(1));
  const changeSome = db.prepare(changeWords(WORDS_TOGETHER));
  const deleteWord = db.prepare<[string]>('DELETE FROM word WHERE word = ? AND documents <= 0');
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
        for (const number of counted.numbers) words.count(number, change);
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
    const fewer: string[] = [];
    let values: (string | number)[] = [];
    words.forEachChange((word, change) => {
      if (change < 0) fewer.push(word);
      values.push(word, change);
      if (values.length < WORDS_TOGETHER * 2) return;
      changeSome.run(...values);
      values = [];
    });
    for (let at = 0; at < values.length; at += 2) changeWord.run(values[at], values[at + 1]);
    for (const word of fewer) deleteWord.run(word);
    words.clear();
  }

  function discard(): void {
    words.clear();
    for (const total of totals) Object.assign(total, { documents: 0, words: 0 });
  }
}

/** Words that are stored by one statement: a call for each would take longer than what it does. */
const WORDS_TOGETHER = 16;

/** A statement that changes the counts of so many words. */
function changeWords(count: number): string {
  const values = Array.from({ length: count }, () => '(?, ?)').join(', ');
  return `INSERT INTO word VALUES ${values} ON CONFLICT(word) DO UPDATE SET documents = documents + excluded.documents`;
}
