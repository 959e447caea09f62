// The database of thumbnails: what is put is found, what is removed is gone from the bytes of its files.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openThumbnails, type StoredThumbnail, THUMBNAILS_FILE } from './thumbnails.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinakes-thumbnails-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const digestOf = (name: string) => createHash('sha256').update(name).digest('hex');

function thumbnail(name: string, length = 5000): StoredThumbnail {
  const bytes = Buffer.alloc(length, name);
  return { bytes, width: 200, height: 150, thumbhash: Buffer.from(`hash of ${name}`) };
}

describe('thumbnails', () => {
  it('come back as they were put, also by another reader', () => {
    const writer = openThumbnails(folder, { access: 'write' });
    writer.put(digestOf('a'), thumbnail('a'));
    const reader = openThumbnails(folder);
    for (const store of [writer, reader]) {
      const { bytes, width, height, thumbhash } = store.get(digestOf('a')) as StoredThumbnail;
      const found = { bytes: Buffer.from(bytes), width, height, thumbhash: Buffer.from(thumbhash) };
      expect(found).toEqual(thumbnail('a'));
      expect(store.get(digestOf('b'))).toBeUndefined();
      expect(store.count).toBe(1);
    }
    reader.close();
    writer.close();
  });

  it('are kept in batches; problems are known, but have no hash', () => {
    const store = openThumbnails(folder, { access: 'write' });
    const [a, b, c] = ['a', 'b', 'c'].map(digestOf) as [string, string, string];
    store.putAll([
      [a, thumbnail('a')],
      [b, { problem: 'damaged' }],
    ]);
    expect(store.get(b)).toEqual({ problem: 'damaged' });
    expect([a, b, c].map((digest) => store.has(digest))).toEqual([true, true, false]);
    expect(store.missing([c, a, b])).toEqual([c]);
    const hashes = store.thumbhashes([a, b, c]);
    expect([...hashes.keys()]).toEqual([a]);
    expect(String(hashes.get(a))).toBe('hash of a');
    store.put(b, thumbnail('b'));
    expect(store.thumbhashes([b]).size).toBe(1);
    expect(store.count).toBe(2);
    store.close();
  });

  it('that fail in the middle of a batch leave nothing of it', () => {
    const store = openThumbnails(folder, { access: 'write' });
    const entries = function* () {
      yield [digestOf('a'), thumbnail('a')] as const;
      throw new Error('no more');
    };
    expect(() => store.putAll(entries())).toThrow('no more');
    expect(store.count).toBe(0);
    store.close();
  });

  it('are listed in the order of their digests', () => {
    const store = openThumbnails(folder, { access: 'write' });
    const digests = Array.from({ length: 25 }, (_, index) => digestOf(`${index}`)).sort();
    store.putAll(digests.map((digest) => [digest, thumbnail('x', 10)] as const));
    const listed: string[] = [];
    for (let page = store.digestsAfter('', 10); page.length > 0; ) {
      listed.push(...page);
      page = store.digestsAfter(page.at(-1) ?? '', 10);
    }
    expect(listed).toEqual(digests);
    store.close();
  });
});

describe('a database that is not there', () => {
  it('reads as empty, and is seen as soon as it is made', () => {
    const reader = openThumbnails(folder);
    expect(reader.get(digestOf('a'))).toBeUndefined();
    expect(reader.has(digestOf('a'))).toBe(false);
    expect(reader.missing([digestOf('a')])).toEqual([digestOf('a')]);
    expect(reader.thumbhashes([digestOf('a')]).size).toBe(0);
    expect(reader.digestsAfter('', 10)).toEqual([]);
    expect(reader.count).toBe(0);
    const writer = openThumbnails(folder, { access: 'write' });
    writer.put(digestOf('a'), thumbnail('a'));
    expect(reader.has(digestOf('a'))).toBe(true);
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
    store.putAll(names.map((name) => [digestOf(name), thumbnail(name)] as const));
    const gone = names.filter((_, index) => index % 2 === 0);
    expect(store.remove(gone.map(digestOf))).toBe(20);
    expect(store.remove(gone.map(digestOf))).toBe(0);
    expect(store.missing(names.map(digestOf))).toEqual(gone.map(digestOf));
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
    store.put(digestOf('a'), thumbnail('a'));
    expect(reader.has(digestOf('a'))).toBe(true);
    store.remove([digestOf('a')]);
    expect(reader.has(digestOf('a'))).toBe(false);
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
    const database = new Database(path);
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
  expect(() => reader.put(digestOf('a'), { problem: 'damaged' })).toThrow('for reading');
  reader.close();
  expect(() => reader.has(digestOf('a'))).toThrow('closed');
});
