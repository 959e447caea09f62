import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  answerRecord,
  imageBytes,
  imageId,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageHtml,
  pageRecord,
  revisitRecord,
  sheetRecord,
} from '../../../test/fixtures/library-archives.ts';
import type { TakedownEntry } from '../../index/index.ts';
import type { Timestamp } from '../../model/capture.ts';
import { planExtraction } from '../extract-plan.ts';
import { type PartLine, parsePlanLine, printPartLines } from './plan-line.ts';
import { runSteps, type StepsRun } from './run-steps.ts';

const VERSION = '1.0.0';

async function plan(paths: readonly string[], collection = 'default'): Promise<PartLine[]> {
  const { archives } = await planExtraction(paths);
  return archives
    .flatMap((archive) => printPartLines(archive, { version: VERSION, collection }))
    .map((line) => parsePlanLine(line, VERSION))
    .filter((line): line is PartLine => typeof line !== 'string' && line.kind === 'part');
}

const SETTINGS: StepsRun['settings'] = {
  mode: 'compact',
  referencedOnly: false,
  options: {},
  takedowns: [],
  forLibrary: false,
  embargo: '',
  withNsfw: false,
};

async function run(
  folder: LibraryFolder,
  parts: readonly PartLine[],
  { out = 'out', ...options }: Partial<StepsRun> = {},
) {
  const whole = join(folder.path, out);
  const outcome = await runSteps({ parts, settings: SETTINGS, workers: 0, ...options, out: whole });
  return { outcome, lines: await documentsIn(whole) };
}

async function documentsIn(out: string): Promise<string[]> {
  const names = await readdir(join(out, 'documents'));
  const texts = names.map((name) => readFile(join(out, 'documents', name), 'utf8'));
  return (await Promise.all(texts)).flatMap((text) => text.split('\n').filter(Boolean)).sort();
}

/** The documents of a library as lines. */
const linesOf = (folder: LibraryFolder, name: string) =>
  folder.look(name, (library) =>
    [...library.documents.all()].map(({ document }) => JSON.stringify(document)).sort(),
  );

/** Crawls that need each other: pages, images, redirects, revisits, style sheets, variants, contested addresses. */
async function writeCrawls(folder: LibraryFolder): Promise<string[]> {
  const images = [
    { src: 'http://img.test/boat.png', alt: 'a boat in Lisbon', caption: 'The harbour of Porto' },
    { src: 'http://img.test/gone.png', alt: 'nothing' },
    { src: 'http://old.test/one.png', title: 'moved twice' },
    { src: 'http://img.test/photo-200x100.jpg', alt: 'small' },
  ];
  const sheets = ['http://css.test/main.css'];
  const page = { title: 'Harbour', language: 'pt', images, sheets };
  return [
    await folder.archive(
      'a.warc.gz',
      pageRecord('http://one.test/', '2001', page),
      pageRecord('http://one.test/again', '2008', { ...page, title: 'Harbour again' }),
      answerRecord('http://old.test/one.png', '2001', 301, 'http://old.test/two.png'),
      sheetRecord(
        'http://css.test/main.css',
        '2002',
        '@import "more.css"; a { background: url(http://img.test/bg.png) }',
      ),
    ),
    await folder.archive(
      'b.warc.gz',
      imageRecord('http://img.test/boat.png', '2002', 'boat'),
      imageRecord('http://img.test/boat.png', '2007', 'other boat'),
      imageRecord('http://img.test/small.png', '2002', 'tiny', 20),
      answerRecord('http://old.test/two.png', '2002', 302, 'http://img.test/moved.png'),
      imageRecord('http://img.test/moved.png', '2003', 'moved'),
      imageRecord('http://img.test/photo.jpg', '2003', 'photo', 300),
      imageRecord('http://img.test/photo-200x100.jpg', '2003', 'photo small', 120),
      revisitRecord('http://two.test/boat.png', '2009', imageBytes('boat')),
    ),
    await folder.archive(
      'c.warc.gz',
      revisitRecord('http://one.test/', '2005', pageHtml(page), {
        url: 'http://one.test/',
        time: '2001',
      }),
      revisitRecord('http://img.test/boat.png', '2003', imageBytes('boat'), {
        url: 'http://img.test/boat.png',
        time: '2002',
      }),
      sheetRecord(
        'http://css.test/more.css',
        '2003',
        'b { background: url(http://img.test/deep.png) }',
      ),
      imageRecord('http://img.test/bg.png', '2003', 'bg'),
      imageRecord('http://img.test/deep.png', '2003', 'deep'),
      revisitRecord(
        'http://other.test/main.css',
        '2006',
        '@import "more.css"; a { background: url(http://img.test/bg.png) }',
      ),
      pageRecord('http://three.test/', '2006', {
        sheets: ['http://other.test/main.css'],
        images: [{ src: 'http://img.test/boat.png', alt: 'late boat' }],
      }),
    ),
  ];
}

it.each(['compact', 'oldest', 'full'] as const)(
  'gives the documents of ingest in mode %s, byte for byte',
  async (mode) => {
    await using folder = await openLibraryFolder();
    const paths = await writeCrawls(folder);
    await folder.ingest('library', paths, { create: { mode } });
    const { lines, outcome } = await run(folder, await plan(paths), {
      settings: { ...SETTINGS, mode },
    });
    const expected = await linesOf(folder, 'library');
    expect(expected.length).toBeGreaterThan(6);
    expect(lines).toEqual(expected);
    expect(outcome).toMatchObject({ documents: expected.length, poison: [] });
  },
);

it('reads archives of a web server by range, each part its own', async () => {
  await using folder = await openLibraryFolder();
  const paths = await writeCrawls(folder);
  const sent = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const file = await readFile(join(folder.path, request.url ?? ''));
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const last = Math.min(Number(to), file.length - 1);
    sent.set(request.url ?? '', (sent.get(request.url ?? '') ?? 0) + last + 1 - Number(from));
    const headers = { 'content-range': `bytes ${from}-${last}/${file.length}`, etag: '"1"' };
    response.writeHead(206, headers).end(file.subarray(Number(from), last + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const urls = paths.map((path) => path.replace(folder.path, `http://127.0.0.1:${port}`));
    await folder.ingest('library', urls);
    const parts = await plan(urls);
    const { outcome, lines } = await run(folder, parts);
    expect(lines).toEqual(await linesOf(folder, 'library'));
    expect(lines.join()).toContain(`"file":"http://127.0.0.1:${port}/b.warc.gz"`);
    expect(outcome.poison).toEqual([]);
    // A quarter of a large archive costs its share, and what is read ahead.
    const body = 'sea '.repeat(100_000);
    const many = Array.from({ length: 100 }, (_, at) =>
      answerRecord(`http://one.test/${at}`, '2001', 404, body),
    );
    const large = await stat(await folder.archive('large.warc', ...many));
    const [whole] = await plan([`http://127.0.0.1:${port}/large.warc`]);
    if (whole === undefined) throw new Error('no part');
    sent.clear();
    const start = Math.floor(large.size / 2);
    const end = Math.floor((large.size * 3) / 4);
    const { outcome: some } = await run(folder, [{ ...whole, start, end }], { out: 'some' });
    expect(some.records).toBe(25);
    expect(sent.get('/large.warc')).toBeLessThan(large.size / 2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it('goes on where it stopped, and joins an earlier result', async () => {
  await using folder = await openLibraryFolder();
  const paths = await writeCrawls(folder);
  await folder.ingest('library', paths);
  const [first = '', ...others] = paths;
  const { outcome } = await run(folder, await plan([first]), { out: 'first' });
  expect(outcome.parts).toBe(1);
  const parts = await plan(others);
  const joined = [join(folder.path, 'first')];
  const once = await run(folder, parts, { out: 'second', joined });
  expect(once.lines).toEqual(await linesOf(folder, 'library'));
  // The rows of an archive that has gone are there; what comes behind is made again.
  for (const path of others) await rm(path);
  await rm(join(folder.path, 'second', 'documents'), { recursive: true });
  const again = await run(folder, parts, { out: 'second', joined });
  expect(again.lines).toEqual(once.lines);
  await expect(run(folder, await plan([first]), { out: 'second' })).rejects.toThrow(
    'other parts or settings',
  );
});

it('leaves out what was taken down, and what is too new', async () => {
  await using folder = await openLibraryFolder();
  const paths = await writeCrawls(folder);
  const takedowns = takedownsOf([
    { kind: 'image', value: imageId('boat') },
    { kind: 'url-prefix', value: 'test,img)/deep' },
  ]);
  const library = await folder.open('library', { access: 'write', create: {} });
  library.transaction(() => {
    for (const entry of takedowns) library.takedowns.add(entry);
  });
  library.close();
  await folder.ingest('library', paths);
  const { lines } = await run(folder, await plan(paths), { settings: { ...SETTINGS, takedowns } });
  expect(lines).toEqual(await linesOf(folder, 'library'));
  expect(lines.join()).not.toContain(imageId('boat'));
  // What was read before anything was taken down.
  await run(folder, await plan(paths), { out: 'before' });
  const joined = [join(folder.path, 'before')];
  const late = { joined, settings: { ...SETTINGS, takedowns }, out: 'late' };
  expect((await run(folder, [], late)).lines).toEqual(lines);
  const settings = { ...SETTINGS, embargo: '20021231235959' };
  const early = await run(folder, await plan(paths), { settings, out: 'early' });
  expect(early.lines.length).toBeGreaterThan(0);
  expect(early.lines.every((line) => JSON.parse(line).oldest.time < '2003')).toBe(true);
});

it('tells of a part that cannot be read, and goes on', async () => {
  await using folder = await openLibraryFolder();
  const paths = await writeCrawls(folder);
  const parts = await plan(paths);
  await rm(paths[0] ?? '');
  const { outcome, lines } = await run(folder, parts);
  expect(outcome.poison).toMatchObject([{ what: paths[0] }]);
  expect(lines.length).toBeGreaterThan(3);
});

function takedownsOf(entries: readonly Pick<TakedownEntry, 'kind' | 'value'>[]): TakedownEntry[] {
  return entries.map((entry) => ({ ...entry, time: '20200101000000' as Timestamp }));
}
