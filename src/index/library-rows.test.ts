// Rows of captures and references: more of them than are read at once, replaced, removed and marked.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectLibrary } from '../../test/fixtures/inspect-library.ts';
import { addEmptyFile, imageId, openLibraryFolder } from '../../test/fixtures/library-archives.ts';
import type { Timestamp } from '../model/capture.ts';
import { NOTHING_SAID, toSaid } from '../model/said.ts';
import { deriveDocuments } from '../pipeline/derive.ts';
import { hashKey } from '../support/hash-key.ts';
import type { Library } from './library.ts';
import type { GroupRow } from './library-rows.ts';
import type { CaptureRow, ReferenceRow } from './row-codec.ts';

const URL = 'http://example.org/photo.png';
const SURT = 'org,example)/photo.png';
const KEY = hashKey(SURT);
const ROWS = 700;

const timeOf = (index: number) => String(20100101000000 + index) as Timestamp;

const captureAt = (index: number, name = 'photo'): CaptureRow => ({
  url: URL,
  time: timeOf(index),
  digest: imageId(name),
  mime: 'image/png',
  width: 100,
  height: 100,
  frames: 1,
  bytes: 80,
  offset: index,
});

const referenceFrom = (page: number, alt: string): ReferenceRow => ({
  page,
  tag: 'img',
  said: { ...NOTHING_SAID, alt },
});

function addFile(library: Library, name: string): number {
  const id = addEmptyFile(library, name);
  library.files.addToCollection(id, 'default');
  return id;
}

/** A library with one SURT in many parts of two files; each part has a capture and a reference. */
async function withRows(look: (library: Library, files: number[]) => void | Promise<void>) {
  await using folder = await openLibraryFolder();
  const library = await folder.open('library', { access: 'write', create: {} });
  const files = library.transaction(() =>
    ['a.warc', 'b.warc'].map((name) => addFile(library, name)),
  );
  library.transaction(() => {
    for (let index = 0; index < ROWS; index++) {
      const file = files[index % 2] ?? 0;
      const page = library.pages.add(file, {
        url: `http://example.org/${index}`,
        surt: `org,example)/${index}`,
        title: 'A page',
        time: timeOf(index),
        language: 'en',
        images: 1,
      });
      const reference = referenceFrom(page, `text ${index % 60}`);
      library.rows.addRow({ file, part: index }, SURT, [captureAt(index)], [reference]);
    }
  });
  try {
    await look(library, files);
  } finally {
    library.close();
  }
}

describe('rows of one key', () => {
  it('come back all, in order of files and parts, though few are read at a time', async () => {
    await withRows((library) => {
      const rows = [...library.rows.group(KEY)];
      expect(rows).toHaveLength(ROWS);
      const places = rows.map(({ file, part }) => file * 10_000 + part);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(rows[1]?.captures[0]).toMatchObject({ surt: SURT, file: 'a.warc', offset: 2 });
      expect(rows[1]?.references[0]).toMatchObject({ surt: SURT, said: { alt: 'text 2' } });
    });
  });

  it('come back all by file', async () => {
    await withRows((library, [first = 0]) => {
      const rows = [...library.rows.rowsOf(first)];
      expect(rows).toHaveLength(ROWS / 2);
      expect(new Set(rows.map(({ part }) => part)).size).toBe(ROWS / 2);
    });
  });

  it('make one document with exact counters', async () => {
    await withRows(async (library) => {
      expect(await deriveDocuments(library)).toBe(1);
      const [document] = await library.index.documents([imageId('photo')]);
      expect(document).toMatchObject({
        matchingImages: ROWS,
        matchingPages: ROWS,
        imageMetadataChanges: 59,
        lastCapture: timeOf(ROWS - 1),
      });
      expect(document?.alts).toHaveLength(50);
      expect(await deriveDocuments(library)).toBe(0);
    });
  });

  it('go with their file', async () => {
    await withRows(async (library, [first = 0, second = 0]) => {
      await deriveDocuments(library);
      library.transaction(() => library.rows.removeFile(first));
      await deriveDocuments(library);
      const [document] = await library.index.documents([imageId('photo')]);
      expect(document).toMatchObject({ matchingImages: ROWS / 2, matchingPages: ROWS / 2 });
      expect(document?.oldest.file).toBe('b.warc');
      library.transaction(() => library.rows.removeFile(second));
      expect(await deriveDocuments(library)).toBe(1);
      expect(await library.index.documentCount()).toBe(0);
    });
  });

  it('lose the references of pages that have gone', async () => {
    await withRows((library) => {
      library.transaction(() => library.pages.remove(2));
      const references = [...library.rows.group(KEY)].flatMap((row) => row.references);
      expect(references).toHaveLength(ROWS - 1);
    });
  });

  it('can be replaced, or dropped when nothing is left', async () => {
    await withRows(async (library, [first = 0]) => {
      await deriveDocuments(library);
      const place = { key: KEY, file: first, part: 0 };
      library.transaction(() => {
        library.rows.replaceRow(place, {
          surt: SURT,
          captures: [captureAt(1, 'other')],
          references: [],
        });
      });
      await deriveDocuments(library);
      expect((await library.index.documents([imageId('other')]))[0]?.matchingImages).toBe(1);
      library.transaction(() => {
        library.rows.replaceRow(place, { surt: SURT, captures: [], references: [] });
      });
      await deriveDocuments(library);
      expect(await library.index.documents([imageId('other')])).toEqual([undefined]);
      expect([...library.rows.group(KEY)]).toHaveLength(ROWS - 1);
    });
  });
});

describe('rows that are stored on another', () => {
  const numberOf = ({ folder }: Library, sql: string) =>
    inspectLibrary(folder, (database) => Number(database.prepare(sql).pluck().get()));
  const bytesOf = (library: Library) =>
    numberOf(library, 'SELECT sum(length(data)) FROM observation');
  const dump = (library: Library) => [...library.rows.group(KEY)].map(toComparable);
  /** Without what tells nothing of the row itself. */
  const toComparable = ({ captures, references, ...row }: GroupRow) =>
    JSON.stringify([row, captures, references]);

  it('say the same when the other one goes, file by file', async () => {
    await withRows((library, [first = 0, second = 0]) => {
      const before = dump(library);
      expect(bytesOf(library)).toBeLessThan(ROWS * 60);
      library.transaction(() => library.rows.remove({ key: KEY, file: first, part: 0 }));
      expect(dump(library)).toEqual(before.slice(1));
      library.transaction(() => library.rows.removeFile(first));
      expect(dump(library)).toEqual(before.slice(ROWS / 2));
      expect(bytesOf(library)).toBeLessThan((ROWS / 2) * 60);
      library.transaction(() => library.rows.removeFile(second));
      expect(dump(library)).toEqual([]);
      expect(numberOf(library, 'SELECT count(*) FROM part')).toBe(0);
    });
  });

  it('follow what is said now: a caption that stays different is stored once more', async () => {
    await withRows((library, [, last = 0]) => {
      const before = bytesOf(library);
      const caption = 'Boats that nobody has spoken of before, in a caption of some length';
      library.transaction(() => {
        for (let part = ROWS; part < ROWS + 20; part++) {
          const said = toSaid({ alt: 'text 0', caption });
          const reference = { ...referenceFrom(1, 'text 0'), said };
          library.rows.addRow({ file: last, part }, SURT, [captureAt(part)], [reference]);
        }
      });
      const told = dump(library).filter((row) => row.includes(caption));
      expect(told).toHaveLength(20);
      expect(bytesOf(library) - before).toBeLessThan(20 * 25 + 400);
    });
  });

  it('come and go at random, and always say what was stored', async () => {
    const step = fc.record({
      file: fc.nat(2),
      part: fc.nat(3),
      isRemoved: fc.boolean(),
      alt: fc.constantFrom('boats', 'ships', ''),
      name: fc.constantFrom('photo', 'other'),
    });
    await using folder = await openLibraryFolder();
    const library = await folder.open('library', { access: 'write', create: {} });
    const files = library.transaction(() => ['a', 'b', 'c'].map((name) => addFile(library, name)));
    const page = library.transaction(() => {
      const facts = { url: 'http://example.org/', surt: 'org,example)/', title: 'A page' };
      return library.pages.add(files[0] ?? 0, {
        ...facts,
        time: timeOf(0),
        language: 'en',
        images: 1,
      });
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const model = new Map<string, string>();
        library.transaction(() => {
          for (const file of files) library.rows.removeFile(file);
          for (const [at, { file: chosen, part, isRemoved, alt, name }] of steps.entries()) {
            const file = files[chosen] ?? 0;
            const place = { key: KEY, file, part };
            const row = {
              surt: SURT,
              captures: isRemoved ? [] : [captureAt(at, name)],
              references: isRemoved ? [] : [referenceFrom(page, alt)],
            };
            library.rows.replaceRow(place, row);
            if (isRemoved) model.delete(`${file} ${part}`);
            else model.set(`${file} ${part}`, `${timeOf(at)} ${imageId(name)} ${alt}`);
          }
        });
        const told = [...library.rows.group(KEY)].map(({ file, part, captures, references }) => {
          const [capture] = captures;
          return [
            `${file} ${part}`,
            `${capture?.time} ${capture?.digest} ${references[0]?.said.alt}`,
          ];
        });
        expect(told).toEqual([...model].sort(([a], [b]) => (a < b ? -1 : 1)));
        const places = files.flatMap((file) => [...library.rows.placesOf(file)]);
        expect(places).toHaveLength(model.size);
      }),
      { numRuns: 60 },
    );
    library.close();
  });
});

it('a transaction that fails leaves nothing behind', async () => {
  await withRows(async (library, [first = 0]) => {
    await deriveDocuments(library);
    const generation = await library.index.generation();
    expect(() =>
      library.transaction(() => {
        library.rows.removeFile(first);
        library.files.addToCollection(first, 'other');
        throw new Error('no more');
      }),
    ).toThrow('no more');
    expect([...library.rows.group(KEY)]).toHaveLength(ROWS);
    expect(library.files.collections()).toEqual(['default']);
    expect(await deriveDocuments(library)).toBe(0);
    expect(await library.index.generation()).toBeGreaterThanOrEqual(generation);
  });
});

it('rows are stored in any order, and of two with one key the later stays out', async () => {
  await withRows((library, [first = 0]) => {
    const rowOf = (name: string, offset: number) => {
      const surt = `org,example)/${name}`;
      const capture = { ...captureAt(offset), url: `http://example.org/${name}` };
      return { surt, captures: [capture], references: [] };
    };
    const rows = ['x', 'y', 'z', 'x'].map(rowOf);
    const place = { file: first, part: 5000 };
    library.transaction(() => {
      library.work.finishKeys(Number.MAX_SAFE_INTEGER);
      expect(library.rows.addRows(place, rows)).toEqual([rows[3]]);
      expect(library.rows.addRow(place, 'org,example)/x', [captureAt(9)], [])).toBe(false);
    });
    for (const [at, { surt }] of rows.slice(0, 3).entries()) {
      const [row, ...others] = library.rows.group(hashKey(surt));
      expect(row).toMatchObject({ surt, part: 5000, captures: [{ offset: at }] });
      expect(others).toEqual([]);
    }
    const keys = rows.slice(0, 3).map(({ surt }) => hashKey(surt));
    expect(library.work.keys(100)).toEqual(keys.sort((a, b) => a - b));
  });
});

it('a page is found by SURT and time, in the preferred file first', async () => {
  await withRows((library, [first = 0, second = 0]) => {
    const page = { surt: 'org,example)/0', title: '', language: '', images: 0 };
    library.transaction(() => {
      library.pages.add(second, { ...page, url: 'http://example.org/0', time: timeOf(0) });
    });
    expect(library.pages.find('org,example)/0', timeOf(0))?.file).toBe(first);
    expect(library.pages.find('org,example)/0', timeOf(0), second)?.file).toBe(second);
    expect(library.pages.find('org,example)/0', timeOf(5))).toBeUndefined();
  });
});
