import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImageDocument } from '../../test/fixtures/memory-index.ts';
import { storedDocuments } from '../../test/fixtures/search-arbitraries.ts';
import { createSearchLibrary, type SearchLibrary } from '../../test/fixtures/search-library.ts';
import { toShownPlace } from '../model/place.ts';
import { openColumns } from './columns.ts';

describe('the text writer', () => {
  let library: SearchLibrary;
  beforeEach(() => {
    library = createSearchLibrary();
  });
  afterEach(() => library.close());

  /** Everything that `add` writes, as far as it can be compared. */
  function dump() {
    const all = (sql: string) => library.db.prepare(sql).all();
    return {
      fields: all('SELECT * FROM field_total ORDER BY field'),
      hosts: all('SELECT name, documents FROM host ORDER BY name'),
      languages: all('SELECT name, texts FROM language ORDER BY name'),
      words: all('SELECT * FROM word ORDER BY word'),
      vocabulary: all('SELECT * FROM vocabulary ORDER BY term, col'),
      chunks: all('SELECT id, hex(data) AS data FROM column_chunk ORDER BY id'),
    };
  }

  it('takes back exactly what a document gave', () => {
    fc.assert(
      fc.property(
        storedDocuments(8),
        fc.subarray([5, 6, 7, 8], { minLength: 1 }),
        (stored, gone) => {
          library.close();
          library = createSearchLibrary();
          const rows = library.add(stored.slice(0, 4));
          const before = dump();
          const more = library.add(stored.slice(4));
          library.remove(more.filter((row) => gone.includes(row)));
          library.remove(more.filter((row) => !gone.includes(row)));
          expect(dump()).toEqual(before);
          library.remove(rows);
          const { fields, hosts, languages, words, vocabulary, chunks } = dump();
          expect([fields, hosts, languages, words, vocabulary, chunks]).toEqual([
            [],
            [],
            [],
            [],
            [],
            [],
          ]);
        },
      ),
      { numRuns: 8 },
    );
  });

  it('gives the same for documents in one transaction and in many', () => {
    const stored = fc.sample(storedDocuments(10), { seed: 3, numRuns: 1 })[0] ?? [];
    library.add(stored);
    const together = dump();
    library.close();
    library = createSearchLibrary();
    for (const each of stored) library.add([each]);
    expect(dump()).toEqual(together);
  });

  it('replaces a document in its row', () => {
    const before = createImageDocument({ name: 'a', titles: ['rio'], host: 'a.test' });
    const after = createImageDocument({ name: 'a', titles: ['praia'], host: 'b.test' });
    library.add([{ document: before }]);
    library.add([{ document: createImageDocument({ name: 'z' }) }]);
    library.db.transaction(() => {
      library.writer.remove(1, before);
      library.writer.add(1, after);
      library.writer.flush();
    })();
    const find = library.db.prepare('SELECT rowid FROM text WHERE text MATCH ?').pluck();
    expect(find.all('rio')).toEqual([]);
    expect(find.all('praia')).toEqual([1]);
    expect(dump().hosts).toEqual([
      { name: 'b.test', documents: 1 },
      { name: 'www.example.org', documents: 1 },
    ]);
  });

  it('leaves nothing behind when a document comes and goes in one transaction', () => {
    const document = createImageDocument({ titles: ['rio'] });
    library.db.transaction(() => {
      library.writer.add(1, document);
      library.writer.remove(1, document);
      library.writer.flush();
    })();
    expect(Object.values(dump())).toEqual([[], [], [], [], [], []]);
  });

  it('goes on after a transaction that was rolled back', () => {
    const document = createImageDocument({ titles: ['rio'] });
    library.db.exec('BEGIN');
    library.writer.add(1, document);
    library.db.exec('ROLLBACK');
    library.writer.discard();
    library.add([{ document }]);
    const once = dump();
    library.close();
    library = createSearchLibrary();
    library.add([{ document }]);
    expect(dump()).toEqual(once);
  });

  it('counts words without what stands between texts', () => {
    library.add([{ document: createImageDocument({ alts: ['rio sol', 'praia'], titles: ['x'] }) }]);
    const columns = openColumns(library.db);
    expect([columns.values('length.imgTitle')[1], columns.values('length.imgAlt')[1]]).toEqual([
      1, 3,
    ]);
    expect(dump().fields.slice(0, 2)).toEqual([
      { field: 0, documents: 1, words: 1 },
      { field: 1, documents: 1, words: 3 },
    ]);
  });

  it('keeps attributes at the ends of what they can hold', () => {
    const place = toShownPlace(90, -180);
    const wide = createImageDocument({ name: 'a', width: 70_000, height: 60, place });
    const odd = { ...wide, place: { ...place, latitude: Number.NaN } };
    library.add([
      { document: { ...wide, nsfw: 0.501 } },
      { document: { ...odd, nsfw: 'unknown' } },
    ]);
    const columns = openColumns(library.db);
    const value = (name: Parameters<typeof columns.values>[0]) =>
      [...columns.values(name)].slice(1);
    expect(value('width')).toEqual([65_535, 65_535]);
    expect(value('latitude')).toEqual([1_800_000_000, 0xffffffff]);
    expect(value('longitude')).toEqual([0, 0xffffffff]);
    expect(value('nsfw')).toEqual([101, 254]);
  });

  it('keeps words as people write them: letters only, folded, once for each document', () => {
    const titles = ['Eleições eleições 2004 É à', 'x'.repeat(31)];
    library.add([{ document: createImageDocument({ titles, alts: ['ELEIÇÕES'] }) }]);
    expect(dump().words).toEqual([{ word: 'eleicoes', documents: 1 }]);
  });

  it('counts the words of very many documents, each once for a document', () => {
    const words = Array.from(
      { length: 50 },
      (_, at) => `palavra${'abcdefghij'.charAt(at % 10)}${'xyzuv'.charAt(at / 10)}`,
    );
    const stored = Array.from({ length: 450 }, (_, at) => {
      const own = words.filter((_, place) => at % (place + 1) === 0);
      const name = `${at}`;
      return { document: createImageDocument({ name, titles: [own.join(' ')], alts: own }) };
    });
    const rows = library.add(stored);
    const expected = words.map((word, place) => ({
      word,
      documents: Math.ceil(450 / (place + 1)),
    }));
    const counted = () => dump().words.filter((row) => JSON.stringify(row).includes('palavra'));
    expect(counted()).toEqual(expected.sort((a, b) => (a.word < b.word ? -1 : 1)));
    library.remove(rows);
    expect(dump().words).toEqual([]);
  });
});
