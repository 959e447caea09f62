// Opening a library: one writer, any readers, and every kind of file that is no library.
import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/fixtures/image-bytes.ts';
import { inspectLibrary } from '../../test/fixtures/inspect-library.ts';
import {
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
  sheetRecord,
} from '../../test/fixtures/library-archives.ts';
import { dumpLibrary } from '../../test/fixtures/library-dump.ts';
import { openDatabase } from '../sqlite/sqlite.ts';
import { PinakesError } from '../support/errors.ts';
import { openLibrary } from './library.ts';
import { FORMAT_VERSION, PAGE_BYTES, TEXT_COLUMNS } from './schema.ts';

const WRITE = { access: 'write' } as const;
const CREATE = { access: 'write', create: {} } as const;

/** A library of some images, and the path of its database. */
async function makeLibrary(folder: LibraryFolder, count = 30): Promise<string> {
  await folder.ingest('library', [await makeArchive(folder, count)]);
  return join(folder.path, 'library', 'library.sqlite');
}

function makeArchive(folder: LibraryFolder, count: number): Promise<string> {
  const records = Array.from({ length: count }, (_, index) => {
    const src = `http://example.org/${index}.png`;
    const words = Array.from({ length: 30 }, (_, word) => `word${index}x${word}`).join(' ');
    return [
      imageRecord(src, '20100101', `image ${index}`),
      pageRecord(`http://example.org/${index}`, '20100101', { images: [{ src, alt: words }] }),
    ];
  });
  return folder.archive('a.warc.gz', ...records.flat());
}

describe('a text index of other fields', () => {
  /** Makes the text index anew with these columns. */
  async function openWith(columns: readonly string[]): Promise<unknown> {
    await using folder = await openLibraryFolder();
    const path = await makeLibrary(folder, 2);
    const database = openDatabase(path);
    database.exec('DROP TABLE vocabulary; DROP TABLE text');
    database.exec(`CREATE VIRTUAL TABLE text USING fts5(${columns.join(', ')}, content='')`);
    database.exec("UPDATE meta SET value = 'of before' WHERE name = 'index'");
    database.close();
    return openLibrary(join(folder.path, 'library')).catch((error: unknown) => error);
  }

  it('of before a field was added is refused with the way to make it anew', async () => {
    const error = await openWith(TEXT_COLUMNS.filter((name) => name !== 'imgAlt'));
    expect(error).toMatchObject({ code: 'LIBRARY_FIELDS' });
  });

  it('of a newer version is refused as such', async () => {
    expect(await openWith([...TEXT_COLUMNS, 'imgColour'])).toMatchObject({
      code: 'LIBRARY_TOO_NEW',
    });
  });
});

describe('settings', () => {
  it('are those the library was made with', async () => {
    await using folder = await openLibraryFolder();
    const made = await folder.open('library', {
      access: 'write',
      create: { name: 'Herbarium', mode: 'oldest', referencedOnly: true },
    });
    made.close();
    await folder.look('library', ({ settings }) => {
      expect(settings).toEqual({ name: 'Herbarium', mode: 'oldest', referencedOnly: true });
    });
    const notes = readFileSync(join(folder.path, 'library', 'library.json'), 'utf8');
    expect(JSON.parse(notes)).toEqual({
      name: 'Herbarium',
      format: FORMAT_VERSION,
      mode: 'oldest',
      referencedOnly: true,
    });
  });

  it.each(['007', '1e5', '0x10', ' '])('keep a name that looks like a number: %j', async (name) => {
    await using folder = await openLibraryFolder();
    const made = await folder.open('library', { access: 'write', create: { name } });
    made.close();
    await folder.look('library', ({ settings }) => expect(settings.name).toBe(name));
  });

  it('that do not fit are an error', async () => {
    await using folder = await openLibraryFolder();
    (await folder.open('library', CREATE)).close();
    await expect(
      folder.open('library', { access: 'write', create: { mode: 'full' } }),
    ).rejects.toMatchObject({ code: 'LIBRARY_SETTINGS' });
    // Nothing is left locked.
    (await folder.open('library', { access: 'write', create: { mode: 'compact' } })).close();
  });
});

describe('the lock', () => {
  it('lets one writer in at a time, and readers always', async () => {
    await using folder = await openLibraryFolder();
    const writer = await folder.open('library', CREATE);
    await expect(folder.open('library', WRITE)).rejects.toMatchObject({ code: 'LIBRARY_LOCKED' });
    writer.begin();
    writer.writeNote('seen', 'inside');
    await folder.look('library', (reader) => expect(reader.readNote('seen')).toBeUndefined());
    writer.commit();
    await folder.look('library', (reader) => expect(reader.readNote('seen')).toBe('inside'));
    writer.close();
    (await folder.open('library', WRITE)).close();
  });
});

describe('what is no library', () => {
  it('is told as missing', async () => {
    await using folder = await openLibraryFolder();
    await expect(folder.open('nowhere')).rejects.toMatchObject({ code: 'LIBRARY_NOT_FOUND' });
    await expect(folder.open('nowhere', WRITE)).rejects.toMatchObject({
      code: 'LIBRARY_NOT_FOUND',
    });
  });

  it('is told when a file is where the folder should be', async () => {
    await using folder = await openLibraryFolder();
    writeFileSync(join(folder.path, 'file'), 'text');
    for (const name of ['file', 'file/below']) {
      await expect(folder.open(name, CREATE)).rejects.toMatchObject({ code: 'LIBRARY_UNREADABLE' });
    }
  });

  const foreign = (path: string) => {
    const database = openDatabase(path);
    database.exec('CREATE TABLE receipts(id INTEGER PRIMARY KEY); INSERT INTO receipts VALUES(7)');
    database.close();
  };
  it.each([
    ['text', (path: string) => writeFileSync(path, 'no database '.repeat(1000))],
    ['an empty file', (path: string) => writeFileSync(path, '')],
    ['the database of another program', foreign],
  ])('is told as damaged and left as it is: %s', async (_what, write) => {
    await using folder = await openLibraryFolder();
    const path = join(folder.path, 'library', 'library.sqlite');
    mkdirSync(join(folder.path, 'library'));
    write(path);
    const bytes = readFileSync(path);
    for (const options of [{}, WRITE]) {
      await expect(folder.open('library', options)).rejects.toMatchObject({
        code: 'LIBRARY_DAMAGED',
      });
      expect(readFileSync(path).equals(bytes)).toBe(true);
    }
    if (bytes.length === 0) return; // the next ingest makes a library of it
    await expect(folder.open('library', CREATE)).rejects.toMatchObject({ code: 'LIBRARY_DAMAGED' });
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('becomes one when its making was interrupted', async () => {
    await using folder = await openLibraryFolder();
    mkdirSync(join(folder.path, 'library'));
    writeFileSync(join(folder.path, 'library', 'library.sqlite'), '');
    const library = await folder.open('library', CREATE);
    library.close();
    const size = inspectLibrary(library.folder, (database) =>
      database.pragma('page_size', { simple: true }),
    );
    expect(size).toBe(PAGE_BYTES);
  });
});

describe('a damaged database', () => {
  /** Everything a user does for reading; gives the codes of the errors. */
  async function use(folder: string): Promise<string> {
    try {
      const library = await openLibrary(folder);
      try {
        await dumpLibrary(library);
        return 'fine';
      } finally {
        library.close();
      }
    } catch (thrown) {
      const { toLibraryError } = await import('./library-errors.ts');
      const error = toLibraryError(folder, thrown);
      return error instanceof PinakesError ? error.code : `unknown: ${error}`;
    }
  }

  it('gives a clear error and stays as it is, wherever the damage is', async () => {
    await using folder = await openLibraryFolder();
    const path = await makeLibrary(folder);
    const whole = readFileSync(path);
    const random = seededRandom(7);
    const pages = whole.length / PAGE_BYTES;
    const codes = [];
    for (let round = 0; round < 40; round++) {
      const bytes = Buffer.from(whole);
      for (let page = 0; page < 3; page++) {
        const at = Math.floor(random() * pages) * PAGE_BYTES;
        for (let byte = 0; byte < PAGE_BYTES; byte++) bytes[at + byte] = random() * 256;
      }
      writeFileSync(path, bytes);
      codes.push(await use(join(folder.path, 'library')));
      expect(readFileSync(path).equals(bytes)).toBe(true);
    }
    expect(new Set(codes)).toEqual(new Set(['LIBRARY_DAMAGED', 'fine']));
    expect(codes.filter((code) => code === 'fine').length).toBeLessThan(25);
  });

  it('gives a clear error when it is cut off', async () => {
    await using folder = await openLibraryFolder();
    const path = await makeLibrary(folder);
    const whole = readFileSync(path);
    for (const share of [0.9, 0.5, 0.1, 0.01]) {
      writeFileSync(path, whole);
      truncateSync(path, Math.floor(whole.length * share));
      expect(await use(join(folder.path, 'library'))).toBe('LIBRARY_DAMAGED');
    }
  });

  it.each([
    ["UPDATE column_chunk SET data = 'text'"],
    ["UPDATE collection_set SET members = '{'"],
    ["UPDATE collection_set SET members = 'null'"],
    ['UPDATE collection_set SET members = \'["a"]\''],
    ["UPDATE file SET report = 'null'"],
    ["UPDATE file SET report = '{'"],
    ["UPDATE document SET data = 'text'"],
    ["UPDATE observation SET data = 'text'"],
    ["UPDATE sheet_content SET data = 'text'"],
    ["UPDATE sheet_link SET data = 'text'"],
    ['UPDATE sheet SET content = 999'],
  ])('gives a clear error for values that are none: %s', async (change) => {
    await using folder = await openLibraryFolder();
    const shown = 'http://example.org/a.png';
    const path = await folder.archive(
      'a.warc',
      imageRecord(shown, '2010', 'a'),
      sheetRecord('http://example.org/a.css', '2010', 'p { background: url(a.png) }'),
      pageRecord('http://example.org/', '2010', { sheets: ['a.css'], images: [{ src: shown }] }),
    );
    await folder.ingest('library', [path]);
    expect(await use(join(folder.path, 'library'))).toBe('fine');
    const database = openDatabase(join(folder.path, 'library', 'library.sqlite'));
    expect(database.prepare(change).run().changes).toBeGreaterThan(0);
    database.close();
    expect(await use(join(folder.path, 'library'))).toBe('LIBRARY_DAMAGED');
  });

  it('lacks tables that the format has', async () => {
    await using folder = await openLibraryFolder();
    const path = await makeLibrary(folder, 1);
    const database = openDatabase(path);
    database.exec('DROP TABLE observation');
    database.close();
    await expect(folder.open('library')).rejects.toMatchObject({ code: 'LIBRARY_DAMAGED' });
  });

  it('does not keep a writer from closing', async () => {
    await using folder = await openLibraryFolder();
    const path = await makeLibrary(folder);
    const library = await folder.open('library', WRITE);
    library.transaction(() => library.writeNote('a', 'b'));
    copyFileSync(path, `${path}.copy`);
    truncateSync(path, PAGE_BYTES);
    library.close();
    copyFileSync(`${path}.copy`, path);
    (await folder.open('library', WRITE)).close();
  });
});

describe('a full disk', () => {
  it('stops an ingest, leaves the library readable, and is made good by the next', async () => {
    await using folder = await openLibraryFolder();
    const archive = await makeArchive(folder, 200);
    const small = await folder.archive(
      'small.warc',
      imageRecord('http://example.org/first.png', '2010', 'first'),
    );
    await folder.ingest('library', [small]);
    const used = await folder.look('library', ({ counts }) => counts.bytes() / PAGE_BYTES);
    for (const room of [1, 6, 20]) {
      const full = folder.ingest('library', [archive], {
        maxBytes: (used + room) * PAGE_BYTES,
      });
      await expect(full).rejects.toMatchObject({ code: 'DISK_FULL' });
      await folder.look('library', async (library) => {
        expect(await library.index.documentCount()).toBeGreaterThan(0);
        await dumpLibrary(library);
      });
    }
    await folder.ingest('library', [archive]);
    await folder.ingest('fresh', [small, archive]);
    const dump = await folder.look('fresh', async (library) => await dumpLibrary(library));
    expect(await folder.look('library', async (library) => await dumpLibrary(library))).toBe(dump);
  });
});

describe('formats', () => {
  async function makeFormat(folder: LibraryFolder, format: number): Promise<void> {
    const path = await makeLibrary(folder, 1);
    const database = openDatabase(path);
    database.pragma(`user_version = ${format}`);
    database.close();
  }

  it('of newer versions are refused', async () => {
    await using folder = await openLibraryFolder();
    await makeFormat(folder, FORMAT_VERSION + 1);
    for (const options of [{}, WRITE, CREATE]) {
      await expect(folder.open('library', options)).rejects.toMatchObject({
        code: 'LIBRARY_TOO_NEW',
        message: expect.stringContaining(`format ${FORMAT_VERSION + 1}`),
      });
    }
  });

  it('of older versions are refused', async () => {
    await using folder = await openLibraryFolder();
    await makeFormat(folder, FORMAT_VERSION - 1);
    for (const options of [{}, WRITE, CREATE]) {
      await expect(folder.open('library', options)).rejects.toMatchObject({ code: 'LIBRARY_OLD' });
    }
  });
});

it('a library opened by a relative path has the name of its folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-library-'));
  const library = await openLibrary(join(folder, 'herbarium'), CREATE);
  expect(library.settings.name).toBe('herbarium');
  library.close();
  await rm(folder, { recursive: true });
});
