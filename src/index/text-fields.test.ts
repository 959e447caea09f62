import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createImageDocument } from '../../test/fixtures/memory-index.ts';
import {
  analyseText,
  MAX_TOKEN_LENGTH,
  MAX_TOKENS,
  Vocabulary,
} from '../model/analysis/analysis.ts';
import { toFieldValues } from '../model/document-words.ts';
import { toUrlTokens } from '../model/url-tokens.ts';
import { openDatabase } from '../sqlite/sqlite.ts';
import { toIndexedFields, toTitleField, toUrlField } from './text-fields.ts';
import { createTitleMemory, remembering } from './text-memory.ts';

/** The words that the text index makes of a field, in order. */
const splitAsIndex = openTokenizer();

function openTokenizer(): (text: string) => string[] {
  const database = openDatabase(':memory:');
  database.exec(`
    CREATE VIRTUAL TABLE field USING fts5(text, content='', tokenize='ascii');
    CREATE VIRTUAL TABLE word USING fts5vocab(field, 'instance');
  `);
  const insert = database.prepare('INSERT INTO field(rowid, text) VALUES(1, ?)');
  const words = database.prepare<[], string>('SELECT term FROM word ORDER BY offset').pluck();
  return (text) => {
    insert.run(text);
    const found = words.all();
    database.exec("INSERT INTO field(field) VALUES('delete-all')");
    return found;
  };
}

describe('words of URLs', () => {
  const wordsOf = (url: string) => analyseText(toUrlTokens(url).join(' '), '').stems;

  it('are those of its tokens, whatever the URL', () => {
    const parts = fc.constantFrom(
      ...[
        'http://a.pt/',
        'Caf%C3%A9',
        'fooBar',
        "o'neil's",
        'img_01',
        '?q=1&r=%',
        'é',
        '`',
        '.jpg',
        'x'.repeat(MAX_TOKEN_LENGTH),
        'x'.repeat(MAX_TOKEN_LENGTH + 1),
      ],
    );
    const urls = fc.oneof(
      fc.array(parts).map((all) => all.join('/')),
      fc.string({ unit: 'binary-ascii', maxLength: 60 }),
    );
    fc.assert(
      fc.property(urls, (url) => {
        const { text, length, spoken } = toUrlField(url);
        expect(splitAsIndex(text)).toEqual(wordsOf(url));
        expect(length).toBe(wordsOf(url).length);
        expect(spoken).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('end where tokens do in very long URLs', () => {
    for (const times of [MAX_TOKENS / 4, MAX_TOKENS]) {
      const url = `http://a.pt/${'ab/'.repeat(times)}`;
      expect(toUrlField(url).length).toBe(wordsOf(url).length);
    }
  });
});

describe('the fields of a document', () => {
  it('hold the words of its values, set apart', () => {
    const { page, ...other } = createImageDocument({ titles: ['rio', '...', 'as casas'] });
    const document = { ...other, ...(page && { page: { ...page, title: 'Eleições 1999' } }) };
    const vocabulary = new Vocabulary();
    const fields = toIndexedFields(document, vocabulary);
    const [titles] = fields;
    const read = titles?.spoken.map(({ numbers }) =>
      numbers.map((number) => vocabulary.wordAt(number)),
    );
    expect(read).toEqual([['rio'], ['as', 'casas']]);
    expect(titles?.length).toBe(3);
    const words = fields.map(({ text }) => splitAsIndex(text).filter((word) => word !== '¦'));
    expect(words).toEqual(toFieldValues(document).map((values) => values.flat()));
    expect(fields.map(({ length }) => length)).toEqual(words.map(({ length }) => length));
  });

  it('are the same with a memory of titles', () => {
    const document = createImageDocument({ titles: ['rio'], host: 'a.test' });
    const vocabulary = new Vocabulary();
    const fields = toIndexedFields(document, vocabulary, createTitleMemory(vocabulary));
    expect(fields).toEqual(toIndexedFields(document, vocabulary));
  });
});

describe('a memory of titles', () => {
  it('gives the same as no memory, also for one title in two languages', () => {
    const vocabulary = new Vocabulary();
    const ofTitle = createTitleMemory(vocabulary);
    const title = 'casas eleições';
    for (let round = 0; round < 2; round++) {
      for (const language of ['pt', 'en', '']) {
        expect(ofTitle(title, language)).toEqual(toTitleField(title, language, vocabulary));
      }
    }
    expect(ofTitle(title, 'pt')).toBe(ofTitle(title, 'pt'));
  });

  it('forgets when it has too much to remember', () => {
    const ofTitle = createTitleMemory(new Vocabulary(), 1000);
    const first = ofTitle('uma casa', 'pt');
    for (let at = 0; at < 90; at++) ofTitle(`${at} uma casa e outra`, 'pt');
    expect(ofTitle('uma casa', 'pt')).not.toBe(first);
    expect(ofTitle('uma casa', 'pt')).toEqual(first);
  });

  it('forgets fields whose numbers have become those of other words', () => {
    const vocabulary = new Vocabulary();
    const ofTitle = createTitleMemory(vocabulary);
    expect(ofTitle('casa', 'pt').spoken).toEqual([{ language: 1, numbers: [0] }]);
    vocabulary.forget();
    vocabulary.numberOf('rio');
    expect(ofTitle('casa', 'pt').spoken).toEqual([{ language: 1, numbers: [1] }]);
  });

  it('makes names once, and anew when there were very many', () => {
    let made = 0;
    const make = remembering((text) => `${text} ${++made}`);
    expect([make('a'), make('b'), make('a')]).toEqual(['a 1', 'b 2', 'a 1']);
    for (let at = 0; at < 10_000; at++) make(`${at}`);
    expect(make('a')).not.toBe('a 1');
  });
});
