// Archives read on a real Spark give the documents that reading them here gives, whatever is killed, damaged or out of proportion.
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWritableSolrIndex } from '../../src/solr/solr.ts';
import {
  answerRecord,
  imageBytes,
  imageId,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
  revisitRecord,
  sheetRecord,
} from '../fixtures/library-archives.ts';
import { startServer } from './server.ts';
import { type SolrCluster, startSolr } from './solr-cluster.ts';
import { BIN, STEP_COMMAND, submit, withVictim } from './spark-job.ts';

const run = promisify(execFile);
const pinakes = (...args: string[]) => run(process.execPath, [BIN, ...args]);

let cluster: SolrCluster;

beforeAll(async () => {
  cluster = await startSolr(1);
});

afterAll(async () => {
  await cluster?.stop();
});

it('makes the documents of ingest by all steps, with an executor killed among them', async () => {
  await using folder = await openLibraryFolder();
  const paths = [...(await writeArchives(folder)), await writeSkewed(folder)];
  await folder.ingest('direct', paths);
  const gone = await folder.archive('gone.warc', pageRecord('http://gone.test/', '2000'));
  const shared = join(folder.path, 'shared');
  await mkdir(shared);
  const parts = join(shared, 'parts');
  await writeFile(parts, (await pinakes('plan', ...paths, gone)).stdout);
  await rm(gone);
  const { command, kill } = await withVictim(shared, 'merge-surt');
  const out = join(shared, 'out');
  const index = `${cluster.address}/documents`;
  await pinakes('index', 'create', '--index', index, '--shards', '3', '--replicas', '1');
  const job = { name: 'documents.py', args: [parts, out], shared };
  const [told] = await Promise.all([submit({ ...job, settings: { command, index } }), kill()]);
  const found = await documentsIn(out);
  expect(found.length).toBeGreaterThan(10);
  expect(told).toContain(`${found.length} documents, 1 parts or rows could not be used`);
  const poison = (await filesIn(join(out, 'poison'))).join('');
  expect(JSON.parse(poison)).toMatchObject({ what: gone });
  const here = join(folder.path, 'here');
  // 3: the part that has gone.
  const report = await pinakes('run-steps', parts, '--out', here).catch((failed) => failed);
  expect(report).toMatchObject({ code: 3 });
  expect(found).toEqual(await documentsIn(here));
  expect(found).toEqual(await documentsOf(folder, 'direct'));
  expect(told).toContain(`${found.length} documents sent, 0 taken out`);
  expect(await documentsOfIndex(index, found)).toEqual(found);
  await showsImages(folder, index);

  // A later crawl joins, and something was taken down meanwhile: what that changes is sent.
  const next = await folder.archive(
    'next.warc',
    revisitRecord('http://new.test/moved.png', '2016', imageBytes('0-0')),
    imageRecord('http://new.test/new.png', '2016', 'new'),
    pageRecord('http://new.test/', '2016', { images: [{ src: 'http://new.test/new.png' }] }),
  );
  const takedowns = join(shared, 'takedowns.tsv');
  await writeFile(takedowns, `image\t${imageId('1-1')}\t20200101000000\t\n`);
  const more = join(shared, 'more');
  await writeFile(more, (await pinakes('plan', next)).stdout);
  const later = join(shared, 'later');
  const options = `--for-library --takedowns ${takedowns}`;
  const settings = { command: STEP_COMMAND, index, options };
  const changes = { name: 'documents.py', args: [more, later, out], shared, settings };
  const toldLater = await submit({ ...changes, master: 'local[2]' });
  const joined = join(folder.path, 'joined');
  const flags = ['--join', here, '--takedowns', takedowns, '--out', joined];
  await pinakes('run-steps', more, ...flags);
  const all = await documentsIn(later);
  expect(all).toEqual(await documentsIn(joined));
  expect(all.join()).not.toContain(imageId('1-1'));
  const changed = all.filter((document) => !found.includes(document));
  expect(changed.length).toBeLessThan(found.length / 2);
  expect(toldLater).toContain(`${changed.length} documents sent, 1 taken out`);
  expect(await documentsOfIndex(index, found)).toEqual(all);
  const { stdout } = await pinakes(
    'index',
    'sync',
    '--documents',
    joined,
    '--index',
    index,
    '--json',
  );
  expect(JSON.parse(stdout)).toMatchObject({ documents: all.length, sent: 0, removed: 0 });
  // What the job has kept joins the library of before, and what it left out leaves that.
  await pinakes('merge', join(folder.path, 'direct'), later, '--library', join(folder.path, 'all'));
  expect(await documentsOf(folder, 'all')).toEqual(all);
});

/** A server that has no library of these archives finds the bytes where documents say that they are. */
async function showsImages(folder: LibraryFolder, index: string): Promise<void> {
  (await folder.open('empty', { access: 'write', create: {} })).close();
  const { child, url } = await startServer(join(folder.path, 'empty'), index);
  try {
    const found = await fetch(`${url}api/v1/images?q=harbour`);
    const { items }: { items: { id: string; content: string }[] } = JSON.parse(await found.text());
    const one = items.find(({ id }) => id === imageId('1-0'));
    const image = await fetch(new URL(one?.content ?? '', url));
    expect(Buffer.from(await image.arrayBuffer())).toEqual(imageBytes('1-0'));
    const page = await fetch(`${url}api/v1/images/${one?.id}/pages`);
    expect(await page.json()).toMatchObject({ items: [{ title: 'Page 0' }] });
  } finally {
    child.kill();
  }
}

it('reads whole archives for a library', async () => {
  await using folder = await openLibraryFolder();
  const paths = await writeArchives(folder);
  await folder.ingest('direct', paths);
  const gone = await folder.archive('gone.warc', pageRecord('http://gone.test/', '2000'));
  const shared = join(folder.path, 'shared');
  await mkdir(shared);
  const parts = join(shared, 'parts');
  await writeFile(parts, (await pinakes('plan', '--whole', ...paths, gone)).stdout);
  await rm(gone);
  const out = join(shared, 'out');
  const settings = { command: `${STEP_COMMAND} extract`, archivesPerTask: '4' };
  const job = { name: 'extract.py', args: [parts, out], shared, settings };
  const told = await submit({ ...job, master: 'local[2]' });
  expect(told).toContain(`${paths.length + 1} of ${paths.length + 1} archives`);
  const files = (await readdir(out)).filter((name) => name.endsWith('.txt.gz'));
  const ingested = await pinakes(
    ...['ingest', ...files.map((name) => join(out, name)), '--nsfw', 'off', '--no-thumbnails'],
    ...['--library', join(folder.path, 'spark'), '--json'],
  ).catch((failed: { code: number; stdout: string }) => failed);
  // 3: the report tells of the archive that has gone.
  expect(ingested).toMatchObject({ code: 3 });
  const direct = await documentsOf(folder, 'direct');
  expect(direct.length).toBeGreaterThan(10);
  expect(await documentsOf(folder, 'spark')).toEqual(direct);
});

/** Pages in some archives, their images, style sheets and redirects in others, and revisits in still others. */
async function writeArchives(folder: LibraryFolder): Promise<string[]> {
  const paths: string[] = [];
  for (let file = 0; file < FILES; file++) {
    const next = (file + 1) % FILES;
    const records = Array.from({ length: 4 }, (_, number) => {
      const name = `${file}-${number}`;
      const images = [{ src: `http://img.test/${next}-${number}.png`, alt: `harbour ${number}` }];
      const page = { title: `Page ${file}`, images, sheets: [`http://css.test/${next}.css`] };
      const moved = { src: `http://old.test/${next}-${number}.png`, caption: 'It was moved' };
      return [
        pageRecord(`http://site${file}.test/${number}`, `200${file}`, page),
        pageRecord(`http://site${file}.test/m${number}`, `200${file}`, { images: [moved] }),
        imageRecord(`http://img.test/${name}.png`, `200${file}`, name),
        answerRecord(
          `http://old.test/${name}.png`,
          `200${file}`,
          301,
          `http://img.test/${name}.png`,
        ),
        revisitRecord(
          `http://img.test/${next}-${number}.png`,
          '2009',
          imageBytes(`${next}-${number}`),
        ),
      ];
    });
    const sheet = `a { background: url(http://img.test/${file}-0.png) }`;
    const all = [...records.flat(), sheetRecord(`http://css.test/${file}.css`, '2003', sheet)];
    paths.push(await folder.archive(`${file}.warc`, ...all));
  }
  return paths;
}

const FILES = 6;
const CAPTURES = 50_000;

/** One address with so many captures that most rows have one key, by address and by content. */
function writeSkewed(folder: LibraryFolder): Promise<string> {
  const contents = ['counter', 'counter again'];
  const start = Date.UTC(2010, 0, 1);
  const url = 'http://img.test/counter.png';
  const images = [{ src: url, alt: 'a counter' }];
  const records = Array.from({ length: CAPTURES }, (_, number) => {
    const time = new Date(start + number * 60_000).toISOString().replace(/\D/g, '').slice(0, 14);
    const name = contents[number % 2] ?? '';
    return number < 2
      ? imageRecord(url, time, name)
      : revisitRecord(url, time, COUNTERS[number % 2] ?? imageBytes(name));
  });
  return folder.archive(
    'skewed.warc',
    ...records,
    ...['20100103', '20100120', '2015'].map((time, at) =>
      pageRecord(`http://counted.test/${at}`, time, { images, title: `Counted ${at}` }),
    ),
  );
}

const COUNTERS = ['counter', 'counter again'].map((name) => imageBytes(name));

async function filesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('part-'));
  const bytes = await Promise.all(names.sort().map((name) => readFile(join(folder, name))));
  return bytes.map((each, at) =>
    (names[at]?.endsWith('.gz') ? gunzipSync(each) : each).toString('utf8'),
  );
}

async function documentsIn(out: string): Promise<string[]> {
  const texts = await filesIn(join(out, 'documents'));
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).sort();
}

/** All documents of an index, which may still have some of these. */
async function documentsOfIndex(address: string, before: readonly string[]): Promise<string[]> {
  const { index, ids } = await openWritableSolrIndex(address);
  const known: string[] = before.map((line) => JSON.parse(line).id);
  for await (const some of ids()) known.push(...some);
  const documents = await index.documents([...new Set(known)]);
  return documents.flatMap((one) => (one === undefined ? [] : [JSON.stringify(one)])).sort();
}

function documentsOf(folder: LibraryFolder, name: string): Promise<string[]> {
  return folder.look(name, async (library) =>
    [...library.documents.all()].map(({ document }) => JSON.stringify(document)).sort(),
  );
}
