// Numbers over all documents: how many have each field with how many words, and in how many each word stands.
import type { Database } from 'better-sqlite3';
import { TEXT_FIELDS } from '../model/ranking.ts';
import { isSurfaceWord } from './text-words.ts';

/** Gathers changes of the totals in memory, and stores them once per transaction. */
export interface TextTotals {
  /** Words by field of a document that comes (1) or goes (-1). */
  countFields(lengths: readonly number[], change: 1 | -1): void;
  /** Folded words of a document that comes or goes, in any number of lists. Each counts once if it may be suggested. */
  countWords(lists: readonly (readonly string[])[], change: 1 | -1): void;
  flush(): void;
  discard(): void;
}

/** Documents whose words are counted together: the processor keeps the frequent words at hand then. */
const DOCUMENTS_TOGETHER = 200;

/** A document whose words are still to be counted. */
interface WaitingDocument {
  readonly lists: readonly (readonly string[])[];
  readonly change: 1 | -1;
}

/** A word met since the last flush. */
interface CountedWord {
  readonly word: string;
  readonly isCounted: boolean;
  change: number;
  /** Number of the last document that had it. */
  document: number;
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
  const words = new Map<string, CountedWord>();
  let waiting: WaitingDocument[] = [];
  let document = 0;
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
    countWords(lists, change) {
      waiting.push({ lists, change });
      if (waiting.length >= DOCUMENTS_TOGETHER) countWaiting();
    },
    flush() {
      for (const [field, total] of fields.entries()) {
        changeField.run(field, total.documents, total.words);
      }
      deleteFields.run();
      // In the order of the table: neighbours share pages.
      countWaiting();
      const changed = [...words.values()].filter(({ change }) => change !== 0).sort(byWord);
      for (let at = 0; at < changed.length; at += WORDS_TOGETHER) {
        const some = changed.slice(at, at + WORDS_TOGETHER);
        if (some.length === WORDS_TOGETHER) changeSome.run(...some.flatMap(toPair));
        else for (const each of some) changeWord.run(...toPair(each));
      }
      for (const { word, change } of changed) if (change < 0) deleteWord.run(word);
      discard();
    },
    discard,
  };

  function countWaiting(): void {
    for (const { lists, change } of waiting) {
      document++;
      for (const list of lists) for (const word of list) countWord(word, change);
    }
    waiting = [];
  }

  /** One look at the map for each word: a set for each document would be another. */
  function countWord(word: string, change: 1 | -1): void {
    let counted = words.get(word);
    if (counted === undefined) {
      counted = { word, isCounted: isSurfaceWord(word), change: 0, document: 0 };
      words.set(word, counted);
    }
    if (counted.document === document || !counted.isCounted) return;
    counted.document = document;
    counted.change += change;
  }

  function discard(): void {
    waiting = [];
    words.clear();
    for (const total of fields) Object.assign(total, { documents: 0, words: 0 });
  }
}

/** Words that are stored by one statement: a call for each would take longer than what it does. */
const WORDS_TOGETHER = 16;

/** A statement that changes the counts of so many words. */
function changeWords(count: number): string {
  const values = Array.from({ length: count }, () => '(?, ?)').join(', ');
  return `INSERT INTO word VALUES ${values} ON CONFLICT(word) DO UPDATE SET documents = documents + excluded.documents`;
}

function toPair({ word, change }: CountedWord): [string, number] {
  return [word, change];
}

function byWord({ word: a }: CountedWord, { word: b }: CountedWord): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
