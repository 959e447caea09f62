// Numbers over all documents: how many have each field with how many words, and in how many each word stands.
import type { Database } from 'better-sqlite3';
import { TEXT_FIELDS } from '../model/ranking.ts';

/** Gathers changes of the totals in memory, and stores them once per transaction. */
export interface TextTotals {
  /** Words by field of a document that comes (1) or goes (-1). */
  countFields(lengths: readonly number[], change: 1 | -1): void;
  /** Distinct words, as people write them, of a document that comes or goes. */
  countWords(words: Iterable<string>, change: 1 | -1): void;
  flush(): void;
  discard(): void;
}

/** Opens `field_total` and `word` for writing. */
export function openTextTotals(db: Database): TextTotals {
  const changeField = db.prepare<[number, number, number]>(
    'INSERT INTO field_total VALUES(?, ?, ?) ON CONFLICT(field) DO UPDATE SET documents = documents + excluded.documents, words = words + excluded.words',
  );
  const deleteFields = db.prepare('DELETE FROM field_total WHERE documents <= 0');
  const changeWord = db.prepare<[string, number]>(
    'INSERT INTO word VALUES(?, ?) ON CONFLICT(word) DO UPDATE SET documents = documents + excluded.documents',
  );
  const deleteWord = db.prepare<[string]>('DELETE FROM word WHERE word = ? AND documents <= 0');
  const words = new Map<string, number>();
  const fields = TEXT_FIELDS.map(() => ({ documents: 0, words: 0 }));
  return {
    countFields(lengths, change) {
      for (const [field, total] of fields.entries()) {
        const length = lengths[field] ?? 0;
        if (length === 0) continue;
        total.documents += change;
        total.words += change * length;
      }
    },
    countWords(added, change) {
      for (const word of added) words.set(word, (words.get(word) ?? 0) + change);
    },
    flush() {
      for (const [field, total] of fields.entries()) {
        changeField.run(field, total.documents, total.words);
      }
      deleteFields.run();
      // In the order of the table: neighbours share pages.
      for (const [word, change] of [...words].sort(byWord)) {
        if (change !== 0) changeWord.run(word, change);
        if (change < 0) deleteWord.run(word);
      }
      discard();
    },
    discard,
  };

  function discard(): void {
    words.clear();
    for (const total of fields) Object.assign(total, { documents: 0, words: 0 });
  }
}

function byWord([a]: [string, number], [b]: [string, number]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
