// The database of thumbnails: what is put is found, what is removed is gone from the bytes of its files.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../sqlite/sqlite.ts';
import { openThumbnails, type PictureEntry, pictureMark, THUMBNAILS_FILE } from './thumbnails.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinakes-thumbnails-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const digestOf = (name: string) => createHash('sha256').update(name).digest('hex');

const MARK = pictureMark({ name: 'x', version: '1', settings: {} });

/** Two thumbnails of an image: one of so many bytes, and a larger one. */
function entry(name: string, length = 5000, mark = MARK): PictureEntry {
  const pictures = [240, 600].map((side) => ({
    side,
    bytes: Buffer.alloc((length * side) / 240, name),
  }));
  return { digest: digestOf(name), mark, pictures };
}

describe('thumbnails', () => {
  it('come back as they were put, also by another reader', () => {
    const writer = openThumbnails(folder, { access: 'write' });
    writer.putAll([entry('a')]);
    const reader = openThumbnails(folder);
    for (const store of [writer, reader]) {
      expect(store.all(digestOf('a'))).toEqual(entry('a').pictures);
      expect(store.get(digestOf('b'), 240)).toBeUndefined();
      expect(store.all(digestOf('b'))).toEqual([]);
      expect(store.count).toBe(1);
      expect(store.bytes).toBeGreaterThan(17_500);
    }
    reader.close();
    writer.close();
  });

  it('are found by the size that is wanted', () => {
    const store = openThumbnails(folder, { access: 'write' });
    store.putAll([entry('a')]);
    const sideFor = (side: number) => store.get(digestOf('a'), side)?.side;
    expect([1, 200, 240, 241, 600, 5000].map(sideFor)).toEqual([240, 240, 240, 600, 600, 600]);
    store.close();
  });

  it('take the place of those before, with their mark', () => {
    const store = openThumbnails(folder, { access: 'write' });
    store.putAll([entry('a'), entry('b')]);
    const pictures = [{ side: 100, bytes: Buffer.from('new') }];
    store.putAll([{ digest: digestOf('a'), mark: 7, pictures }]);
    expect(store.all(digestOf('a'))).toEqual(pictures);
    expect(new Map(store.listAfter('', 10).map(({ digest, mark }) => [digest, mark]))).toEqual(
      new Map([
        [digestOf('a'), 7],
        [digestOf('b'), MARK],
      ]),
    );
    store.putAll([{ digest: digestOf('a'), mark: 8, pictures: [] }]);
    expect(store.count).toBe(1);
    store.close();
  });

  it('that fail in the middle of a batch leave nothing of it', () => {
    const store = openThumbnails(folder, { access: 'write' });
    const entries = function* () {
      yield entry('a');
      throw new Error('no more');
    };
    expect(() => store.putAll(entries())).toThrow('no more');
    expect(store.count).toBe(0);
    store.close();
  });

  it('are listed in the order of their digests', () => {
    const store = openThumbnails(folder, { access: 'write' });
    const names = Array.from({ length: 25 }, (_, index) => `${index}`);
    store.putAll(names.map((name) => entry(name, 10)));
    const listed: string[] = [];
    for (let page = store.listAfter('', 10); page.length > 0; ) {
      listed.push(...page.map(({ digest }) => digest));
      page = store.listAfter(page.at(-1)?.digest ?? '', 10);
    }
    expect(listed).toEqual(names.map(digestOf).sort());
    store.close();
  });
});

describe('a database that is not there', () => {
  it('reads as empty, and is seen as soon as it is made', () => {
    const reader = openThumbnails(folder);
    expect(reader.get(digestOf('a'), 240)).toBeUndefined();
    expect(reader.all(digestOf('a'))).toEqual([]);
    expect(reader.listAfter('', 10)).toEqual([]);
    expect(reader.count).toBe(0);
    const writer = openThumbnails(folder, { access: 'write' });
    writer.putAll([entry('a')]);
    expect(reader.count).toBe(1);
    writer.close();
    reader.close();
  });

  it('reads as empty while somebody is making it', async () => {
    await writeFile(join(folder, THUMBNAILS_FILE), '');
    const reader = openThumbnails(folder);
    expect(reader.count).toBe(0);
    reader.close();
  });
});

describe('removal', () => {
  it('leaves no byte of what was removed, and all of the rest', async () => {
    const store = openThumbnails(folder, { access: 'write' });
    const names = Array.from({ length: 40 }, (_, index) => `secret-number-${index}!`);
    store.putAll(names.map((name) => entry(name)));
    const gone = names.filter((_, index) => index % 2 === 0);
    expect(store.remove(gone.map(digestOf))).toBe(20);
    expect(store.remove(gone.map(digestOf))).toBe(0);
    expect(store.count).toBe(20);
    for (const name of gone) expect(store.all(digestOf(name))).toEqual([]);
    // While it is open, and after it was closed: in none of the files.
    for (const moment of ['open', 'closed']) {
      if (moment === 'closed') store.close();
      for (const file of await readdir(folder)) {
        const bytes = await readFile(join(folder, file));
        for (const name of gone) {
          expect(bytes.includes(name), `${name} in ${file}, ${moment}`).toBe(false);
          expect(bytes.includes(Buffer.from(digestOf(name), 'hex'))).toBe(false);
        }
      }
    }
    const bytes = await readFile(join(folder, THUMBNAILS_FILE));
    expect(bytes.includes(names[1] ?? '')).toBe(true);
  });

  it('goes on while others read', () => {
    const store = openThumbnails(folder, { access: 'write' });
    const reader = openThumbnails(folder);
    store.putAll([entry('a')]);
    expect(reader.count).toBe(1);
    store.remove([digestOf('a')]);
    expect(reader.count).toBe(0);
    reader.close();
    store.close();
  });
});

describe('a file that is no such database', () => {
  it.each([
    [
      'text',
      (path: string) => writeFile(path, 'no database at all'.repeat(100)),
      'LIBRARY_DAMAGED',
    ],
    [
      'another database',
      async (path: string) => alter(path, 'CREATE TABLE t(a)'),
      'LIBRARY_DAMAGED',
    ],
    ['a newer one', async (path: string) => makeNewer(path), 'LIBRARY_TOO_NEW'],
  ])('is refused and not changed: %s', async (_name, make, code) => {
    const path = join(folder, THUMBNAILS_FILE);
    await make(path);
    const before = await readFile(path);
    for (const access of ['read', 'write'] as const) {
      expect(() => openThumbnails(folder, { access })).toThrow(expect.objectContaining({ code }));
    }
    expect(await readFile(path)).toEqual(before);
  });

  function alter(path: string, sql: string): void {
    const database = openDatabase(path);
    database.exec(sql);
    database.close();
  }

  function makeNewer(path: string): void {
    openThumbnails(folder, { access: 'write' }).close();
    alter(path, 'PRAGMA user_version = 99');
  }
});

it('refuses to write what was opened for reading, and to be used when closed', () => {
  const reader = openThumbnails(folder);
  expect(() => reader.putAll([entry('a')])).toThrow('for reading');
  reader.close();
  expect(() => reader.count).toThrow('closed');
});
