// Damage is found and told, and a library made anew equals one that was never damaged.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rename, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  imageBytes,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
  revisitRecord,
} from '../../test/fixtures/library-archives.ts';
import { dumpLibrary } from '../../test/fixtures/library-dump.ts';
import { PAGE_BYTES } from '../index/schema.ts';
import { openDatabase } from '../sqlite/sqlite.ts';
import { checkLibrary, type LibraryFinding } from './library-check.ts';
import { removeFromLibrary } from './remove.ts';
import { repairLibrary } from './repair-library.ts';

const WRITE = { access: 'write' } as const;

async function makeLibrary(folder: LibraryFolder): Promise<string> {
  const records = Array.from({ length: 20 }, (_, index) => {
    const src = `http://example.org/${index}.png`;
    return [
      imageRecord(src, '20100101', `image ${index % 15}`),
      pageRecord(`http://example.org/${index}`, '20100101', {
        title: `Page ${index}`,
        images: [{ src, alt: `harbour ${index}`, caption: `lighthouse ${index}` }],
      }),
    ];
  });
  const one = await folder.archive('one.warc.gz', ...records.flat());
  const two = await folder.archive(
    'two.warc.gz',
    revisitRecord('http://example.org/0.png', '20110101', imageBytes('image 0')),
    revisitRecord('http://example.org/1.png', '20110101', imageBytes('unknown')),
  );
  await folder.ingest('library', [one], { collection: 'one' });
  await folder.ingest('library', [two], { collection: 'two' });
  const library = await folder.open('library', WRITE);
  await removeFromLibrary(library, { urlPrefixes: ['http://example.org/19'] });
  library.close();
  return join(folder.path, 'library', 'library.sqlite');
}

async function check(folder: LibraryFolder, isThorough = false): Promise<LibraryFinding[]> {
  const library = await folder.open('library', WRITE);
  try {
    const findings = [];
    for await (const finding of checkLibrary(library, { isThorough })) findings.push(finding);
    return findings;
  } finally {
    library.close();
  }
}

/** Where tables start in the file. */
function rootsOf(path: string, tables: readonly string[]) {
  const database = openDatabase(path, { isReadOnly: true });
  const select = database.prepare<[string], number>(
    'SELECT rootpage FROM sqlite_schema WHERE name = ?',
  );
  const roots = tables.map((table) => select.pluck().get(table));
  database.close();
  return { roots, pageBytes: PAGE_BYTES };
}

const sick = (findings: readonly LibraryFinding[]) =>
  findings.filter(({ isHealthy }) => !isHealthy).map(({ check: name }) => name);

const dumpOf = (folder: LibraryFolder) =>
  folder.look('library', async (library) => await dumpLibrary(library));

/** Changes the database behind the library's back. */
function tamper(path: string, statement: string): void {
  const database = openDatabase(path, { isUnsafe: true }); // the tables of the text index are protected
  database.pragma('writable_schema = ON');
  const { changes } = database.prepare(statement).run();
  expect(changes).toBeGreaterThan(0);
  database.close();
}

it('a sound library is told to be so, with numbers', async () => {
  await using folder = await openLibraryFolder();
  await makeLibrary(folder);
  const findings = await check(folder, true);
  expect(sick(findings)).toEqual([]);
  expect(findings.map(({ check: name }) => name)).toEqual([
    'database',
    'checksums',
    'text index',
    'documents',
    'rows',
    'counts',
    'captures',
    'links',
    'facts',
    'thumbnails',
    'waiting',
    'derivation',
    'archives',
  ]);
  expect(findings.at(-1)?.detail).toBe('2 files are in their places');
});

it('a reader can check too', async () => {
  await using folder = await openLibraryFolder();
  await makeLibrary(folder);
  const library = await folder.open('library');
  for await (const finding of checkLibrary(library)) expect(finding.isHealthy).toBe(true);
  library.close();
});

it('rows that are not listed with their file are found', async () => {
  await using folder = await openLibraryFolder();
  const path = await makeLibrary(folder);
  tamper(path, 'DELETE FROM observation WHERE key = (SELECT min(key) FROM observation)');
  expect(sick(await check(folder))).toEqual(['rows', 'counts']);
  tamper(path, 'DELETE FROM part');
  expect(sick(await check(folder))).toEqual(['rows', 'counts']);
});

describe('damage of what is derived', () => {
  it.each([
    ['lost parts of the text index', 'DELETE FROM text_data WHERE id > 10', 'text index'],
    [
      'other bytes in the text index',
      'UPDATE text_data SET block = randomblob(length(block)) WHERE id > 10',
      'text index',
    ],
    ['documents without words', 'DELETE FROM text_docsize WHERE id < 3', 'documents'],
    ['words without documents', 'DELETE FROM document WHERE id < 3', 'documents'],
    ['lost attributes', 'DELETE FROM column_chunk', 'documents'],
    ['documents that cannot be read', "UPDATE document SET data = x'2001'", 'documents'],
  ])('is found and repaired: %s', async (_what, statement, where) => {
    await using folder = await openLibraryFolder();
    const path = await makeLibrary(folder);
    const dump = await dumpOf(folder);
    tamper(path, statement);
    const damaged = readFileSync(path);
    expect(sick(await check(folder))).toContain(where);
    const { documents, kept, tables } = await repairLibrary(join(folder.path, 'library'));
    expect(documents).toBe(15);
    expect(tables.every(({ problem }) => problem === undefined)).toBe(true);
    expect(readFileSync(kept).equals(damaged)).toBe(true);
    expect(sick(await check(folder, true))).toEqual([]);
    expect(await dumpOf(folder)).toBe(dump);
  });

  it('that only a thorough look finds is found by it', async () => {
    await using folder = await openLibraryFolder();
    const path = await makeLibrary(folder);
    tamper(
      path,
      `UPDATE document SET (hash, data, sum) = (SELECT hash, data, sum FROM document WHERE id = 2)
       WHERE id = 1`,
    );
    expect(sick(await check(folder))).toEqual([]);
    expect(sick(await check(folder, true))).toEqual(['derivation']);
  });
});

describe('a repair', () => {
  it('keeps what waits for its original, and what was taken down', async () => {
    await using folder = await openLibraryFolder();
    await makeLibrary(folder);
    await repairLibrary(join(folder.path, 'library'));
    const original = imageRecord('http://example.net/x.png', '20120101', 'unknown');
    const secret = imageRecord('http://example.org/19.png', '20120101', 'image 4');
    const three = await folder.archive('three.warc.gz', original, secret);
    await folder.ingest('library', [three]);
    await folder.look('library', async (library) => {
      const dump = await dumpLibrary(library);
      expect(dump).toContain('"com,example)/1.png"'.replace('com', 'org'));
      expect(dump).not.toContain('org,example)/19');
      expect(await library.index.documentCount()).toBe(16);
    });
  });

  it('keeps the captures, and doctor tells of those that belong to nothing', async () => {
    await using folder = await openLibraryFolder();
    const path = await makeLibrary(folder);
    const list = () =>
      folder.look('library', ({ captures }) => [
        ...captures.find({ surt: '', matchType: 'prefix' }),
      ]);
    const before = await list();
    expect(before.flat().length).toBeGreaterThan(10);
    await repairLibrary(join(folder.path, 'library'));
    expect(await list()).toEqual(before);
    const database = openDatabase(path);
    database.exec('DELETE FROM address WHERE id = 1');
    database.close();
    expect(sick(await check(folder))).toEqual(['captures']);
  });

  it('reads files again whose rows were lost', async () => {
    await using folder = await openLibraryFolder();
    const path = await makeLibrary(folder);
    const dump = await dumpOf(folder);
    // Overwrites the page at which the rows start.
    const database = openDatabase(path, { isReadOnly: true });
    const root = Number(
      database
        .prepare("SELECT rootpage FROM sqlite_master WHERE name = 'observation'")
        .pluck()
        .get(),
    );
    database.close();
    const bytes = readFileSync(path);
    bytes.fill(0xee, (root - 1) * 8192, root * 8192);
    writeFileSync(path, bytes);
    expect(sick(await check(folder))).toContain('database');
    const { tables, readAgain } = await repairLibrary(join(folder.path, 'library'));
    expect(tables.find(({ table }) => table === 'observation')?.problem).toBeDefined();
    expect(readAgain).toBe(2);
    expect(sick(await check(folder, true))).toEqual([]);
    expect(await dumpOf(folder)).toBe(dump);
  });

  it('drops rows that cannot be read, alone or for want of what they are stored on', async () => {
    await using folder = await openLibraryFolder();
    const path = await makeLibrary(folder);
    await folder.ingest('library', [
      await folder.archive(
        'again.warc',
        imageRecord('http://example.org/1.png', '2015', 'image 1'),
      ),
    ]);
    const dump = await dumpOf(folder);
    // One of two rows of an address, of which the later is stored on the earlier.
    tamper(
      path,
      `UPDATE observation SET data = x'0011' WHERE file = 1 AND key IN (
         SELECT key FROM observation WHERE file > 2)`,
    );
    expect(sick(await check(folder))).toContain('checksums');
    const there = join(folder.path, 'again.warc');
    await rename(there, `${there}.elsewhere`);
    const repaired = await repairLibrary(join(folder.path, 'library'));
    const { problem } = repaired.tables.find(({ table }) => table === 'observation') ?? {};
    expect(problem).toBe('1 rows have changed on disk');
    expect(repaired).toMatchObject({ readAgain: 1, notRead: [there] });
    await rename(`${there}.elsewhere`, there);
    expect(sick(await check(folder, true))).toEqual(['archives']); // not read to its end
    await folder.ingest('library', [there]);
    expect(await dumpOf(folder)).toBe(dump);
  });

  it('saves files, collections and takedowns of a database without its first page', async () => {
    await using folder = await openLibraryFolder();
    const path = await makeLibrary(folder);
    const dump = await dumpOf(folder);
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 0, PAGE_BYTES);
    writeFileSync(path, bytes);
    await expect(folder.open('library')).rejects.toMatchObject({ code: 'LIBRARY_DAMAGED' });
    expect(await repairLibrary(join(folder.path, 'library'))).toMatchObject({ readAgain: 2 });
    expect(sick(await check(folder, true))).toEqual([]);
    expect(await dumpOf(folder)).toBe(dump);
  });

  it.each([0.8, 0.6, 0.4])(
    'saves what it can of a file that was cut to %d of its size',
    async (part) => {
      await using folder = await openLibraryFolder();
      const path = await makeLibrary(folder);
      const dump = await dumpOf(folder);
      await truncate(path, Math.floor(readFileSync(path).length * part));
      await repairLibrary(join(folder.path, 'library'));
      expect(sick(await check(folder, true))).toEqual([]);
      expect(await dumpOf(folder)).toBe(dump);
    },
  );

  it('knows a file and a collection again of whose names a bit flipped', async () => {
    await using folder = await openLibraryFolder();
    const path = await makeLibrary(folder);
    const dump = await dumpOf(folder);
    const bytes = readFileSync(path);
    const { roots, pageBytes } = rootsOf(path, ['collection', 'file']);
    for (const [root, text] of [
      [roots[0], 'one'],
      [roots[1], 'one.warc.gz'],
    ] as const) {
      const start = ((root ?? 0) - 1) * pageBytes;
      const at = bytes.indexOf(text, start);
      expect(at).toBeLessThan(start + pageBytes);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    }
    writeFileSync(path, bytes);
    expect(sick(await check(folder))).toContain('checksums');
    const { tables } = await repairLibrary(join(folder.path, 'library'));
    expect(tables.every(({ problem }) => problem === undefined)).toBe(true);
    expect(sick(await check(folder, true))).toEqual([]);
    expect(await dumpOf(folder)).toBe(dump);
  });

  it('of a database that tells nothing is refused, and nothing is changed', async () => {
    await using folder = await openLibraryFolder();
    const path = await makeLibrary(folder);
    writeFileSync(path, 'nothing at all');
    await expect(repairLibrary(join(folder.path, 'library'))).rejects.toMatchObject({
      code: 'LIBRARY_LOST',
      hint: expect.stringContaining('Restore a backup'),
    });
    expect(readFileSync(path, 'utf8')).toBe('nothing at all');
    expect(existsSync(`${path}.repair`)).toBe(false);
    await expect(repairLibrary(join(folder.path, 'nowhere'))).rejects.toMatchObject({
      code: 'LIBRARY_NOT_FOUND',
    });
  });

  it('takes what was taken down from the plain file where the database has lost it', async () => {
    await using folder = await openLibraryFolder();
    const path = await makeLibrary(folder);
    const list = () => folder.look('library', ({ takedowns }) => takedowns.list());
    const before = await list();
    expect(before).toHaveLength(1);
    const database = openDatabase(path, { isReadOnly: true });
    const root = database
      .prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'takedown'")
      .pluck()
      .get();
    database.close();
    const bytes = readFileSync(path);
    bytes.fill(0xff, ((root ?? 0) - 1) * PAGE_BYTES, (root ?? 0) * PAGE_BYTES);
    writeFileSync(path, bytes);
    await repairLibrary(join(folder.path, 'library'));
    expect(await list()).toEqual(before);
  });

  it('waits for nobody: a writer that is at work keeps it out', async () => {
    await using folder = await openLibraryFolder();
    await makeLibrary(folder);
    const writer = await folder.open('library', WRITE);
    await expect(repairLibrary(join(folder.path, 'library'))).rejects.toMatchObject({
      code: 'LIBRARY_LOCKED',
    });
    writer.close();
  });
});

it('archives that went, changed or were cut off are told', async () => {
  await using folder = await openLibraryFolder();
  await makeLibrary(folder);
  await truncate(join(folder.path, 'one.warc.gz'), 100);
  await rename(join(folder.path, 'two.warc.gz'), join(folder.path, 'gone.warc.gz'));
  const [archives] = (await check(folder)).filter(({ check: name }) => name === 'archives');
  expect(archives?.isHealthy).toBe(false);
  expect(archives?.detail).toContain('one.warc.gz has changed');
  expect(archives?.detail).toContain('two.warc.gz is no longer there');
  await rm(join(folder.path, 'gone.warc.gz'));
});
