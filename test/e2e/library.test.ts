// The library as a user meets it: ingest, search, stats, remove, relocate, backup and doctor on the command line.
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/sqlite/sqlite.ts';
import { gzipEach } from '../fixtures/archives.ts';
import { imageId, imageRecord, pageRecord } from '../fixtures/library-archives.ts';
import { buildZip } from '../fixtures/zip-builder.ts';
import { BIN, type CliFolder, type CliResult, openCliFolder } from './run-cli.ts';

const PHOTO = 'http://example.org/photo.png';

const harbour = () =>
  gzipEach([
    imageRecord(PHOTO, '20100101', 'photo'),
    imageRecord('http://example.org/lonely.png', '20110101', 'lonely'),
    imageRecord('http://example.org/dot.png', '20110101', 'dot', 20),
    pageRecord('http://example.org/', '20100102', {
      title: 'Harbour of Lisbon',
      images: [{ src: PHOTO, alt: 'fishing boats', caption: 'Boats in the evening' }],
    }),
  ]);

/** A folder with one archive, ingested. */
async function openHarbour(): Promise<CliFolder> {
  const folder = await openCliFolder();
  await folder.write('crawl/harbour.warc.gz', harbour());
  const { code, stderr } = await run(folder, 'ingest', 'crawl', '--library', 'lib');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return folder;
}

/** For tests that change nothing. */
let shared: CliFolder;
beforeAll(async () => {
  shared = await openHarbour();
});
afterAll(() => shared[Symbol.asyncDispose]());

/** Runs without notes and progress. */
const run = (folder: CliFolder, ...args: string[]): Promise<CliResult> =>
  folder.run([...args, '--quiet']);

const codeOf = ({ stderr }: CliResult): string =>
  JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error.code;

/** No trace of the program's inside may reach a user. */
function expectPlain({ stdout, stderr }: CliResult): void {
  expect(stdout + stderr).not.toMatch(/^\s+at |SqliteError|SQLITE_|fts5|INTERNAL|did not expect/m);
}

describe('ingest', () => {
  it('tells people and programs what came of it', async () => {
    await using folder = await openCliFolder();
    await folder.write('crawl/harbour.warc.gz', harbour());
    const text = await run(folder, 'ingest', 'crawl', '--library', 'lib');
    expect(text.code).toBe(0);
    expect(text.stdout).toContain('1 files');
    expect(text.stdout).toContain('4 records: 1 pages, 3 image captures, 1 references.');
    expect(text.stdout).toContain('2 images in the library.');
    await folder.write('crawl/second.warc.gz', gzipEach([pageRecord('http://a.org/', '2001')]));
    const json = await run(folder, 'ingest', 'crawl', '--library', 'lib', '--json');
    expect(json.stdout.trim()).not.toContain('\n');
    expect(JSON.parse(json.stdout)).toEqual({
      collection: 'default',
      files: 1,
      knownFiles: 1,
      failedFiles: 0,
      bytes: expect.any(Number),
      records: 1,
      pages: 1,
      imageCaptures: 0,
      references: 0,
      matched: { pairs: 1, bySurt: 2, byDigest: 2, indexed: 2 },
      metadata: { title: 0, alt: 1, altOrTitle: 1, caption: 1, any: 1 },
      enriched: { made: 0, failed: [], skipped: 0 },
      rejected: [],
      losses: 0,
      skippedBytes: 0,
      seconds: expect.any(Number),
    });
  });

  it('reads what it can, and says with code 3 what it could not', async () => {
    await using folder = await openCliFolder();
    await folder.write('good.warc.gz', harbour());
    await folder.write('bad.wacz', 'PK\x03\x04 no zip');
    const whole = harbour();
    await folder.write('cut.warc.gz', whole.subarray(0, whole.length - 30));
    const files = ['good.warc.gz', 'bad.wacz', 'cut.warc.gz'];
    const result = await run(folder, 'ingest', ...files, '--library', 'lib', '--json');
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('bad.wacz is passed over');
    expect(JSON.parse(result.stdout)).toMatchObject({ files: 2, losses: 1 });
    expectPlain(result);
  });

  it('takes WACZ files, and paths from any working folder', async () => {
    await using folder = await openCliFolder();
    const wacz = buildZip([
      { name: 'archive/a.warc.gz', content: harbour() },
      { name: 'datapackage.json', content: '{"profile":"data-package","resources":[]}' },
    ]);
    await folder.write('crawl/site.wacz', wacz);
    await mkdir(join(folder.path, 'elsewhere/deep'), { recursive: true });
    const cwd = join(folder.path, 'elsewhere/deep');
    const args = ['ingest', '../../crawl/site.wacz', '--library', '../lib', '--quiet'];
    const made = await folder.run(args, { cwd });
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const found = await run(folder, 'search', 'boats', '--library', 'elsewhere/lib', '--json');
    const [item] = JSON.parse(found.stdout).items;
    expect(item.source.file).toBe(join(folder.path, 'crawl/site.wacz#archive/a.warc.gz'));
    const again = await run(folder, 'ingest', 'crawl', '--library', 'elsewhere/lib', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ files: 0, knownFiles: 1 });
    const checked = await run(folder, 'doctor', '--library', 'elsewhere/lib');
    expect(checked.code).toBe(0);
  });

  it('obeys --min-size, --referenced-only, --dedupe and --collection', async () => {
    await using folder = await openCliFolder();
    await folder.write('harbour.warc.gz', harbour());
    const ingest = (library: string, ...flags: string[]) =>
      run(folder, 'ingest', 'harbour.warc.gz', '--library', library, '--json', ...flags);
    const counts = async (library: string, ...flags: string[]) =>
      JSON.parse((await ingest(library, ...flags)).stdout).matched.indexed;
    expect(await counts('small', '--min-size', '10')).toBe(3);
    expect(await counts('referenced', '--referenced-only')).toBe(1);
    expect(await counts('full', '--dedupe', 'full', '--collection', 'harbours')).toBe(2);
    const found = await run(
      folder,
      'search',
      'collection:harbours boats',
      '--library',
      'full',
      '--json',
    );
    expect(JSON.parse(found.stdout).items[0].id).toMatch(/^[0-9a-f]{64}-[0-9a-f]{16}$/);
    const mismatch = await ingest('full', '--dedupe', 'compact');
    expect(mismatch.code).toBe(2);
    expect(codeOf(mismatch)).toBe('LIBRARY_SETTINGS');
    const other = await ingest('small', '--referenced-only');
    expect(codeOf(other)).toBe('LIBRARY_SETTINGS');
    expect((await ingest('full')).code).toBe(0);
  });

  it('makes no library when there is nothing to put in', async () => {
    await using folder = await openCliFolder();
    const result = await run(folder, 'ingest', 'nowhere.warc', '--library', 'lib', '--json');
    expect(result.code).toBe(2);
    expect(codeOf(result)).toBe('INPUT_NOT_FOUND');
    expect(codeOf(await run(folder, 'search', 'x', '--library', 'lib', '--json'))).toBe(
      'LIBRARY_NOT_FOUND',
    );
  });
});

describe('search', () => {
  it('shows images to people', async () => {
    const folder = shared;
    const { stdout, code } = await run(folder, 'search', 'boats', '--library', 'lib');
    expect(code).toBe(0);
    expect(stdout).toContain(`1. ${PHOTO}`);
    expect(stdout).toContain('Boats in the evening');
    expect(stdout).toContain('in http://example.org/ "Harbour of Lisbon"');
    expect(stdout).toMatch(/^1 image in [\d.]+ ms$/m);
  });

  it('gives programs all fields', async () => {
    const folder = shared;
    const { stdout, code } = await run(folder, 'search', 'boat', '--library', 'lib', '--json');
    expect(code).toBe(0);
    const id = imageId('photo');
    expect(JSON.parse(stdout)).toEqual({
      query: 'boat',
      total: { value: 1, relation: 'eq' },
      items: [
        {
          id,
          digest: id,
          url: PHOTO,
          mime: 'image/png',
          width: 100,
          height: 100,
          frames: 1,
          bytes: expect.any(Number),
          captures: 1,
          firstCapture: '2010-01-01T00:00:00Z',
          lastCapture: '2010-01-01T00:00:00Z',
          pages: 1,
          pageDistance: 1,
          titles: [],
          alts: ['fishing boats'],
          captions: ['Boats in the evening'],
          linkTexts: [],
          unreadable: 'damaged', // a picture without pixels
          page: {
            url: 'http://example.org/',
            title: 'Harbour of Lisbon',
            time: '2010-01-02T00:00:00Z',
          },
          collections: ['default'],
          score: expect.any(Number),
          source: { file: join(folder.path, 'crawl/harbour.warc.gz'), offset: 0 },
        },
      ],
      parts: [{ match: 'all', total: 1, items: 1 }],
      next: null,
      took: expect.any(Number),
      warnings: [],
    });
  });

  it('pages, sorts, and filters', async () => {
    const folder = shared;
    const search = async (...args: string[]) =>
      JSON.parse((await run(folder, 'search', '--library', 'lib', '--json', ...args)).stdout);
    const first = await search('--sort', 'newest', '--limit', '1');
    expect(first.total.value).toBe(2);
    expect(first.items[0].url).toBe('http://example.org/lonely.png');
    const second = await search('--sort', 'newest', '--limit', '1', '--cursor', first.next);
    expect(second.items[0].url).toBe(PHOTO);
    expect((await search('--sort', 'newest', '--offset', '1')).items).toHaveLength(1);
    expect((await search('site:example.org')).total.value).toBe(2);
    expect((await search('boats', 'year:2011')).total.value).toBe(0);
    expect((await search('boats', '--embargo', '100y')).total.value).toBe(0);
    for (const profile of ['pinakes', 'paper', 'arquivo']) {
      expect((await search('boats', '--profile', profile)).total.value).toBe(1);
    }
  });

  it('shows what was meant when nothing is found, and ends with 1 where one insists', async () => {
    const folder = shared;
    const { code, stderr } = await folder.run(['search', 'fishng', '--library', 'lib']);
    expect(code).toBe(0);
    expect(stderr).toContain('Showing results for: fishing. Search instead for: +fishng');
    expect((await folder.run(['search', '+fishng', '--library', 'lib'])).code).toBe(1);
  });

  it('takes any text for a query', async () => {
    const folder = shared;
    const control = String.fromCharCode(...Array.from({ length: 31 }, (_, index) => index + 1));
    const queries = [
      '("boat '.repeat(1500),
      `"unbalanced ${control}`,
      "boats' OR 1=1; DROP TABLE document; -- NEAR(fishing harbour) AND NOT {imgAlt}: ^boats *",
      'site: year:9999 size:0x0 from:x to:y type:" near:1,2,x -"a b"',
      'https://example.org/?q=a:b&c="d" \uffff 🚢 AND OR NOT',
    ];
    for (const query of queries) {
      const result = await run(folder, 'search', '--library', 'lib', '--json', '--', query);
      expect([0, 1]).toContain(result.code);
      expect(JSON.parse(result.stdout).total.relation).toBe('eq');
      expectPlain(result);
    }
  });

  it('refuses what cannot be meant, plainly', async () => {
    const folder = shared;
    for (const args of [
      ['--limit', '0'],
      ['--limit', 'many'],
      ['--offset', '-1'],
      ['--profile', 'best'],
      ['--sort', 'random'],
      ['--colour', 'red'],
    ]) {
      const result = await run(folder, 'search', 'boats', '--library', 'lib', ...args);
      expect(result.code).toBe(2);
      expectPlain(result);
    }
    const cursor = await run(folder, 'search', 'boats', '--library', 'lib', '--cursor', 'xyz');
    expect(cursor.code).toBeLessThan(3);
    expectPlain(cursor);
  });
});

describe('a command without a library', () => {
  it('says how to name one', async () => {
    await using folder = await openCliFolder();
    for (const args of [
      ['search', 'x'],
      ['stats'],
      ['ingest', 'x.warc'],
      ['remove', '--collection', 'x'],
      ['relocate', 'a', 'b'],
      ['backup', 'copy'],
      ['evaluate-ranking'],
      ['doctor'],
    ]) {
      const result = await run(folder, ...args);
      expect(result.code).toBe(2);
      expect(result.stderr).toContain('--library');
      expectPlain(result);
    }
  });

  it('finds one that PINAKES_LIBRARY names', async () => {
    const folder = shared;
    const { code } = await folder.run(['search', 'boats'], { env: { PINAKES_LIBRARY: 'lib' } });
    expect(code).toBe(0);
  });

  it('says that there is none where it was said to be', async () => {
    await using folder = await openCliFolder();
    await folder.write('file', 'text');
    for (const args of [
      ['search', 'x'],
      ['stats'],
      ['remove', '--collection', 'x'],
      ['relocate', 'a', 'b'],
      ['backup', 'copy'],
      ['evaluate-ranking'],
      ['doctor'],
      ['doctor', '--repair'],
    ]) {
      const library = args.length === 2 ? 'nowhere' : 'file';
      const result = await run(folder, ...args, '--library', library, '--json');
      expect(result.code).toBe(2);
      expect(codeOf(result)).toBe('LIBRARY_NOT_FOUND');
    }
    await folder.write('a.warc.gz', harbour());
    const result = await run(folder, 'ingest', 'a.warc.gz', '--library', 'file', '--json');
    expect(codeOf(result)).toBe('LIBRARY_UNREADABLE');
  });
});

it('stats prints tables for people and one document for programs', async () => {
  const folder = shared;
  const text = await run(folder, 'stats', '--library', 'lib');
  expect(text.code).toBe(0);
  expect(text.stdout).toMatch(/distinct by content +2/);
  expect(text.stdout).toMatch(/too-small +1/);
  const json = await run(folder, 'stats', '--library', 'lib', '--json', '--collection', 'default');
  expect(JSON.parse(json.stdout)).toMatchObject({ collection: 'default', files: 1, documents: 2 });
  const none = await run(folder, 'stats', '--library', 'lib', '--collection', 'none');
  expect(none.code).toBe(1);
});

describe('remove', () => {
  it('takes an image, an address and a collection out for good', async () => {
    await using folder = await openHarbour();
    const remove = (...args: string[]) => run(folder, 'remove', '--library', 'lib', ...args);
    const byId = await remove('--id', imageId('photo').toUpperCase(), '--json');
    expect(byId.code).toBe(0);
    expect(JSON.parse(byId.stdout)).toEqual({
      files: 0,
      captures: 1,
      references: 1,
      pages: 0,
      documents: 1,
      isErased: true,
    });
    expect((await run(folder, 'search', 'boats', '--library', 'lib')).code).toBe(1);
    expect((await remove('--id', imageId('photo'))).code).toBe(1);
    const listed = await remove('--list', '--json');
    expect(listed.code).toBe(0);
    expect(JSON.parse(listed.stdout)).toEqual({
      takedowns: [{ kind: 'image', value: imageId('photo'), time: expect.any(String) }],
    });
    const lifted = await remove('--lift', imageId('photo'), '--lift', 'nothing', '--json');
    expect(JSON.parse(lifted.stdout)).toMatchObject({
      lifted: [{ kind: 'image', value: imageId('photo') }],
      files: expect.any(Number),
    });
    expect(lifted.stderr).toContain('nothing was not taken down');
    expect(await remove('--list')).toMatchObject({ code: 1, stdout: '' });
    expect((await remove('--lift', imageId('photo'))).code).toBe(1);
    const byPrefix = await remove('--url-prefix', 'example.org/lonely');
    expect(byPrefix).toMatchObject({ code: 0 });
    expect(byPrefix.stdout).toContain('Removed 0 files, 1 captures');
    expect((await run(folder, 'search', 'type:png', '--library', 'lib')).code).toBe(1);
    expect((await remove('--collection', 'default')).code).toBe(0);
    expect((await run(folder, 'stats', '--library', 'lib')).code).toBe(1);
    const again = await folder.run(['ingest', 'crawl', '--library', 'lib']);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stderr).toContain('stays out');
    expect((await run(folder, 'stats', '--library', 'lib')).code).toBe(1);
  });

  it('must be told what, in a form that can be meant', async () => {
    const folder = shared;
    for (const [args, code] of [
      [[], 'USAGE'],
      [['--id', 'abc'], 'USAGE'],
      [['--collection', 'other'], 'COLLECTION_NOT_FOUND'],
    ] as const) {
      const result = await run(folder, 'remove', '--library', 'lib', '--json', ...args);
      expect(result.code).toBe(2);
      expect(codeOf(result)).toBe(code);
    }
  });
});

it('relocate points the library at archives that moved', async () => {
  await using folder = await openHarbour();
  await rename(join(folder.path, 'crawl'), join(folder.path, 'moved'));
  expect((await run(folder, 'doctor', '--library', 'lib')).code).toBe(3);
  const relocate = (...args: string[]) => run(folder, 'relocate', '--library', 'lib', ...args);
  expect((await relocate('crawl', 'wrong')).code).toBe(3);
  expect((await relocate('nothing', 'moved')).code).toBe(1);
  const { code, stdout } = await relocate('crawl', 'moved', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    from: join(folder.path, 'crawl/harbour.warc.gz'),
    to: join(folder.path, 'moved/harbour.warc.gz'),
  });
  expect((await run(folder, 'doctor', '--library', 'lib')).code).toBe(0);
});

it('backup writes a library, and never over something', async () => {
  await using folder = await openHarbour();
  expect((await run(folder, 'backup', 'copy', '--library', 'lib')).code).toBe(0);
  expect((await run(folder, 'search', 'boats', '--library', 'copy')).code).toBe(0);
  const again = await run(folder, 'backup', 'copy', '--library', 'lib', '--json');
  expect(codeOf(again)).toBe('OUTPUT_EXISTS');
});

it('works with fewer threads where few files may be open, and says so', async () => {
  await using folder = await openHarbour();
  for (let number = 0; number < 4; number++) {
    const image = imageRecord(`http://example.org/${number}.png`, '20100101', `${number}`);
    await folder.write(`crawl/${number}.warc.gz`, gzipEach([image]));
  }
  const line = `ulimit -n 200; exec "$0" "$1" ingest crawl --library few --no-thumbnails --workers 8 --json`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line, process.execPath, BIN], {
    cwd: folder.path,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ files: 5, failedFiles: 0 });
  expect(stderr).toContain('Few files may be open at once: working with 2 threads');
});

describe('a damaged library', () => {
  it('gives a plain error to every command, and stays as it is', async () => {
    await using folder = await openHarbour();
    const path = join(folder.path, 'lib/library.sqlite');
    const bytes = await readFile(path);
    bytes.fill(0xa5, 8192); // all but the first page
    await writeFile(path, bytes);
    for (const args of [
      ['search', 'boats'],
      ['stats'],
      ['ingest', 'crawl'],
      ['remove', '--collection', 'default'],
      ['relocate', 'a', 'b'],
      ['evaluate-ranking'],
      ['doctor', '--repair'],
    ]) {
      const result = await run(folder, ...args, '--library', 'lib', '--json');
      expect(result.code).toBe(2);
      // The advice for a damaged library is a repair: one that fails says something else.
      const isRepair = args.includes('--repair');
      expect(codeOf(result)).toBe(isRepair ? 'LIBRARY_LOST' : 'LIBRARY_DAMAGED');
      expect((await readFile(path)).equals(bytes)).toBe(true);
    }
  });

  it('is told by doctor, and made good with --repair', async () => {
    await using folder = await openHarbour();
    const database = openDatabase(join(folder.path, 'lib/library.sqlite'), { isUnsafe: true });
    database.exec('DELETE FROM text_data WHERE id > 10');
    database.close();
    const sick = await run(folder, 'doctor', '--library', 'lib');
    expect(sick.code).toBe(3);
    expect(sick.stdout).toMatch(/^text index: NOT WELL/m);
    const repaired = await folder.run(['doctor', '--library', 'lib', '--repair', '--thorough']);
    expect(repaired.code).toBe(0);
    expect(repaired.stderr).toContain('library.sqlite.before-repair-1');
    expect(repaired.stdout).toContain('derivation: 2 documents are as their rows tell');
    expect((await run(folder, 'search', 'boats', '--library', 'lib')).code).toBe(0);
  });
});

it('evaluate-ranking compares the profiles', async () => {
  const folder = shared;
  const { code, stdout } = await run(folder, 'evaluate-ranking', '--library', 'lib', '--json');
  expect(code).toBe(0);
  const { queries, results } = JSON.parse(stdout);
  expect(queries).toBeGreaterThan(0);
  const profiles = results.map(({ profile }: { profile: string }) => profile);
  expect(profiles.sort()).toEqual(['arquivo', 'paper', 'pinakes']);
});

describe('merge', () => {
  it('joins what two parts of the inputs gave', async () => {
    await using folder = await openCliFolder();
    for (let number = 0; number < 6; number++) {
      const image = imageRecord(`http://example.org/${number}.png`, '20100101', `${number}`);
      await folder.write(`crawl/${number}.warc.gz`, gzipEach([image]));
    }
    for (const part of ['1/2', '2/2']) {
      const library = `part-${part[0]}`;
      const made = await run(folder, 'ingest', 'crawl', '--part', part, '--library', library);
      expect(made.code).toBe(0);
    }
    const merged = await run(folder, 'merge', 'part-1', 'part-2', '--library', 'lib', '--json');
    expect(merged.code).toBe(0);
    const report = JSON.parse(merged.stdout);
    expect(report).toMatchObject({ libraries: 2, files: 6, knownFiles: 0, imageCaptures: 6 });
    expect(report.matched.indexed).toBe(6);
    // Pictures without pixels: that they have no thumbnails is a fact, and comes along.
    const found = await run(folder, 'search', '', '--library', 'lib', '--json');
    const reasons = JSON.parse(found.stdout).items.map(
      (item: { readonly unreadable: string }) => item.unreadable,
    );
    expect(reasons).toEqual(new Array(6).fill('damaged'));
    const again = await folder.run(['merge', 'part-2', '--library', 'lib']);
    expect(again.stdout).toMatch(/^0 files of 1 sources, \d known already/);
    expect((await run(folder, 'merge', 'lib', '--library', 'lib')).code).toBe(2);
    const wrong = await run(folder, 'ingest', 'crawl', '--part', '3/2', '--library', 'x');
    expect(wrong.code).toBe(2);
  });
});

it('ingests what extract wrote for it, and refuses what it wrote for people', async () => {
  await using folder = await openCliFolder();
  await folder.write('crawl/harbour.warc.gz', harbour());
  const made = await run(folder, 'extract', 'crawl', '--for-ingest', '--out', 'all.ndjson');
  expect(made.code).toBe(0);
  const report = await run(folder, 'ingest', 'all.ndjson', '--library', 'lib', '--json');
  expect(report.code).toBe(0);
  expect(JSON.parse(report.stdout)).toMatchObject({ files: 1, pages: 1, matched: { indexed: 2 } });
  expect((await run(folder, 'search', 'boats', '--library', 'lib')).code).toBe(0);
  await run(folder, 'extract', 'crawl', '--out', 'plain.ndjson');
  const plain = await folder.run(['ingest', 'plain.ndjson', '--library', 'lib']);
  expect(plain.code).toBe(3);
  expect(plain.stderr).toContain('was not written by `pinakes extract --for-ingest`');
});

describe('a library of an older format', () => {
  it('is refused with the command that ingests anew, and left as it is', async () => {
    await using folder = await openCliFolder();
    await mkdir(join(folder.path, 'lib'));
    const path = join(folder.path, 'lib/library.sqlite');
    const old = openDatabase(path);
    old.exec('CREATE TABLE meta(name, value); PRAGMA application_id = 0x50494e41');
    old.pragma('user_version = 3');
    old.close();
    const bytes = await readFile(path);
    const archive = await folder.write('a.warc', '');
    for (const command of [
      ['stats'],
      ['doctor'],
      ['doctor', '--repair'],
      ['ingest', archive],
      ['search', 'boats'],
      ['serve', '--port', '0'],
    ]) {
      const { code, stderr } = await folder.run([...command, '--library', 'lib']);
      expect(code).toBe(2);
      expect(stderr).toContain('pinakes ingest PATH... --library NEW');
      expect((await readFile(path)).equals(bytes)).toBe(true);
    }
  });
});
