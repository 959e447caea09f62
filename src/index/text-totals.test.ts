import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeWords } from '../../test/fixtures/many-words.ts';
import { createSearchLibrary, type SearchLibrary } from '../../test/fixtures/search-library.ts';
import { NO_FIELD } from './text-fields.ts';
import { openTextTotals } from './text-totals.ts';

let library: SearchLibrary;
beforeEach(() => {
  library = createSearchLibrary();
});
afterEach(() => library.close());

it('counts more words in one transaction than it keeps in memory', () => {
  const totals = openTextTotals(library.db);
  const common = ['rio', 'mar'];
  for (const ending of 'klmn') {
    const words = [...common, ...makeWords(130_000, ending)];
    const numbers = words.map((word) => totals.vocabulary.numberOf(word));
    const spoken = [{ language: ending === 'k' ? 1 : 0, numbers }];
    totals.count([{ text: '', length: words.length, spoken }, NO_FIELD], 1);
  }
  totals.flush();
  const count = library.db.prepare('SELECT count(*) FROM word').pluck();
  const select = library.db.prepare('SELECT word, documents FROM word WHERE documents > 1').raw();
  expect(count.get()).toBe(4 * 130_000 + 2);
  const stems = library.db.prepare('SELECT language, documents, count(*) FROM stem').raw();
  expect(stems.all()).toEqual([['pt', 1, 130_002]]);
  expect(select.all()).toEqual([
    ['mar', 4],
    ['rio', 4],
  ]);
  expect(library.db.prepare('SELECT * FROM field_total').raw().all()).toEqual([
    [0, 4, 4 * 130_002],
  ]);
});
