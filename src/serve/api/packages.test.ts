// Images as one file: ZIP, WARC and WACZ, of a query or of what somebody chose.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import {
  imageBytes,
  imageId,
  imageRecord,
  pageRecord,
  revisitRecord,
} from '../../../test/fixtures/library-archives.ts';
import { type ServedLibrary, serveLibrary } from '../../../test/fixtures/served-library.ts';
import { examineArchive, openArchive } from '../../archive/archive.ts';
import { openArchives } from '../../archive/source/inputs-open.ts';
import { startComparison } from '../../archive/wacz/comparison.ts';

const APRIL = imageId('april');
const LIVRO = imageId('livro', 300);

let served: ServedLibrary;
beforeAll(async () => {
  served = await serveLibrary();
});
afterAll(() => served[Symbol.asyncDispose]());

async function choose(
  body: Readonly<Record<string, unknown>> | string,
  { app } = served.server,
): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }> {
  const isForm = typeof body === 'string';
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/export',
    headers: {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    payload: isForm ? body : JSON.stringify(body),
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('error', reject).on('end', resolve);
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure);
          void buffer(stream).then((read) => {
            files.set(entry.fileName, read);
            zip.readEntry();
          }, reject);
        });
      });
      zip.readEntry();
    });
  });
  return files;
}

/** URLs of the records in an archive, as our own reader sees them. */
async function readRecords(name: string, bytes: Buffer): Promise<string[]> {
  const path = join(served.folder.path, name);
  await writeFile(path, bytes);
  const losses: string[] = [];
  const reader = await openArchive(path, { onLoss: ({ reason }) => losses.push(reason) });
  const urls: string[] = [];
  for await (const record of reader) urls.push(`${record.type} ${record.url}`);
  await reader.close();
  expect(losses).toEqual([]);
  return urls;
}

it('gives the images of a list with their attribution, as a form asks for it', async () => {
  const { status, headers, bytes } = await choose(`format=zip&ids=${LIVRO}+${APRIL}+${LIVRO}`);
  expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
  expect(headers['content-disposition']).toBe('attachment; filename="images.zip"');
  const files = await unzip(bytes);
  const names = [...files.keys()];
  expect(names).toEqual([
    `images/001-livros-na-feira-${LIVRO.slice(0, 8)}.png`,
    `images/002-a-red-bridge-${APRIL.slice(0, 8)}.png`,
    'attribution.txt',
    'images.csv',
  ]);
  expect(files.get(names[1] ?? '')?.equals(imageBytes('april'))).toBe(true);
  expect(files.get('attribution.txt')?.toString()).toMatch(
    /images\/002-.*\n“A red bridge”, bridges\.example, captured 2003-05-01\. http/,
  );
  expect(files.get('images.csv')?.toString()).toContain(APRIL);
});

it('gives their records and those of their pages as WARC', async () => {
  const { headers, bytes } = await choose({ format: 'warc', ids: [APRIL] });
  expect(headers['content-type']).toBe('application/warc');
  expect(await readRecords('chosen.warc.gz', bytes)).toEqual([
    'warcinfo ',
    'response http://bridges.example/april.png',
    'response http://bridges.example/',
  ]);
});

it('gives them as WACZ whose parts agree with one another', async () => {
  const { bytes } = await choose({ format: 'wacz', ids: [APRIL, LIVRO] });
  const files = await unzip(bytes);
  const { resources } = JSON.parse(files.get('datapackage.json')?.toString() ?? '');
  expect(resources.map(({ path }: { path: string }) => path)).toEqual([
    'archive/data.warc.gz',
    'indexes/index.cdx',
    'pages/pages.jsonl',
    'attribution.txt',
  ]);
  const pages = files.get('pages/pages.jsonl')?.toString() ?? '';
  expect(pages).toContain('"url":"http://bridges.example/"');
  const path = join(served.folder.path, 'chosen.wacz');
  await writeFile(path, bytes);
  const input = await openArchives(path);
  try {
    const { wacz } = input;
    if (wacz === undefined) throw new Error('it is no WACZ');
    const comparing = await startComparison(wacz, {});
    for (const archive of input.archives) {
      await examineArchive(await archive.open(), { onRecord: comparing.see });
    }
    for await (const check of wacz.verify()) expect(check.result).toBe('ok');
    const compared = comparing.finish();
    expect(compared.index).toMatchObject({ lines: 4, isCompared: true, differences: [] });
    expect(compared.pages).toMatchObject({ listed: 2, rejected: 0, notCaptured: 0 });
  } finally {
    await input.close();
  }
  expect(await readRecords('again.warc.gz', files.get('archive/data.warc.gz') ?? bytes)).toContain(
    'response http://www.fair.example/livro.png',
  );
});

it('takes what revisits repeat along', async () => {
  const home = 'http://boats.example/';
  await using other = await serveLibrary({ embargoMs: 0 }, [
    imageRecord('http://first.example/boat.png', '20010101', 'boat'),
    pageRecord(home, '20020202', { images: [{ src: '/boat.png', alt: 'A boat' }] }),
    revisitRecord(`${home}boat.png`, '20020202000001', imageBytes('boat'), {
      url: 'http://first.example/boat.png',
      time: '20010101',
    }),
  ]);
  const id = imageId('boat');
  const { bytes } = await choose({ format: 'warc', ids: [id] }, other.server);
  const records = await readRecords('boat.warc.gz', bytes);
  expect(records).toContain('response http://first.example/boat.png');
});

it('gives all that a query finds as well', async () => {
  const answer = await served.get('/api/v1/export?q=bridge&format=zip');
  const files = await unzip(answer.bytes);
  expect([...files.keys()].filter((name) => name.startsWith('images/'))).toHaveLength(2);
  const none = await served.get('/api/v1/export?q=nowhere&format=zip');
  expect([...(await unzip(none.bytes)).keys()]).toEqual(['attribution.txt', 'images.csv']);
});

it('gives what is known of chosen images in the plain forms, in their order', async () => {
  const { bytes } = await choose({ format: 'json', ids: [LIVRO, APRIL] });
  const { items, total } = JSON.parse(bytes.toString());
  expect(items.map(({ id }: { id: string }) => id)).toEqual([LIVRO, APRIL]);
  expect(total).toBe(2);
  const rows = (await choose({ format: 'csv', ids: [APRIL] })).bytes
    .toString()
    .trim()
    .split('\r\n');
  expect(rows.at(-1)).toContain(APRIL);
});

it('says which images are missing, and refuses what is no list', async () => {
  const absent = 'f'.repeat(64);
  const { bytes } = await choose({ format: 'zip', ids: [absent, APRIL] });
  expect((await unzip(bytes)).get('missing.txt')?.toString()).toContain(absent);
  expect((await choose({ format: 'warc', ids: [absent] })).status).toBe(503);
  for (const body of [
    { ids: [] },
    { ids: ['../../etc/passwd'] },
    { ids: Array.from({ length: 501 }, () => APRIL) },
    { ids: [APRIL], format: 'exe' },
  ]) {
    expect((await choose(body)).status).toBe(400);
  }
  expect((await choose(`ids=${'a'.repeat(70_000)}`)).status).toBe(413);
});

it('hides under an embargo what is too young', async () => {
  const young = new Date(Date.now() - 60_000).toISOString().replace(/\D/g, '').slice(0, 14);
  await using hidden = await serveLibrary({ embargoMs: 3_600_000 }, [
    imageRecord('http://new.example/boat.png', young, 'boat'),
  ]);
  const { bytes } = await choose({ format: 'zip', ids: [imageId('boat')] }, hidden.server);
  expect([...(await unzip(bytes)).keys()]).toEqual([
    'attribution.txt',
    'images.csv',
    'missing.txt',
  ]);
});
