// Variants, images that look alike and search by image over HTTP.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpResponse, warcRecord } from '../../../test/fixtures/archives.ts';
import {
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
  toDate,
} from '../../../test/fixtures/library-archives.ts';
import { ingestInputs } from '../../pipeline/ingest-inputs.ts';
import { openServer, type Server } from '../serve.ts';

let folder: LibraryFolder;
let server: Server;
let whole: Buffer;
let small: Buffer;
let scaled: Buffer;

beforeAll(async () => {
  const cells = Array.from(
    { length: 96 },
    (_, at) =>
      `<rect x="${(at % 12) * 50}" y="${Math.floor(at / 12) * 50}" width="50" height="50" fill="hsl(0,0%,${(at * 37) % 100}%)"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">${cells.join('')}</svg>`;
  whole = await sharp(Buffer.from(svg)).png().toBuffer();
  small = await sharp(whole).resize(300, 200).png().toBuffer();
  scaled = await sharp(whole).resize(500, 333).jpeg({ quality: 60 }).toBuffer();
  const record = (url: string, body: Buffer, type: string) =>
    warcRecord({
      url,
      date: toDate('20100101000000'),
      block: httpResponse({ headers: [`Content-Type: ${type}`], body }),
    });
  const site = 'http://mills.example/';
  folder = await openLibraryFolder();
  const images = ['/mill.png', '/mill-300x200.png'].map((src) => ({ src, alt: 'A mill' }));
  const archive = await folder.archive(
    'mills.warc.gz',
    pageRecord(site, '20100101000000', { title: 'Mills', images }),
    record(`${site}mill.png`, whole, 'image/png'),
    record(`${site}mill-300x200.png`, small, 'image/png'),
  );
  const library = await folder.open('library', { access: 'write', create: {} });
  await ingestInputs(library, [archive], { collection: 'mills', withFacts: true, workers: 0 });
  library.close();
  server = await openServer({ libraryFolder: `${folder.path}/library`, port: 0 });
});
afterAll(async () => {
  await server.close();
  await folder[Symbol.asyncDispose]();
});

async function get(url: string) {
  const answer = await server.app.inject({ url });
  return { status: answer.statusCode, json: answer.json() };
}

async function send(payload: Buffer, type = 'application/octet-stream', query = '') {
  const url = `/api/v1/images/by-image${query}`;
  const headers = { 'content-type': type };
  const answer = await server.app.inject({ method: 'POST', url, headers, payload });
  return { status: answer.statusCode, headers: answer.headers, json: answer.json() };
}

describe('variants', () => {
  it('are one answer with their number, and all of them when it is asked', async () => {
    const { json } = await get('/api/v1/images?q=mill&facets=size');
    expect(json.total.value).toBe(1);
    expect(json.items).toMatchObject([{ width: 600, variants: 2 }]);
    expect(json.facets[0].values).toEqual([{ value: 'md', count: 1 }]);
    expect((await get('/api/v1/images?q=mill&duplicates=all')).json.total.value).toBe(2);
    expect((await get('/api/v1/images?q=mill+variants:all')).json.total.value).toBe(2);
    const { id } = json.items[0];
    const list = await get(`/api/v1/images/${id}/variants`);
    expect(list.json.items.map(({ width }: { width: number }) => width)).toEqual([600, 300]);
  });

  it('are each for itself in the API of Arquivo.pt', async () => {
    expect((await get('/imagesearch?q=mill')).json.totalItems).toBe(2);
  });
});

describe('search by image', () => {
  it('finds the same bytes first and says so', async () => {
    const { status, json, headers } = await send(whole);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(json.items).toMatchObject([{ width: 600, match: 'exact', distance: 0 }]);
    const all = await send(whole, 'image/png', '?duplicates=all');
    expect(all.json.items.map(({ match }: { match: string }) => match)).toEqual(['exact', 'near']);
  });

  it('finds a copy of another size and format, sent by a form', async () => {
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(scaled)], { type: 'image/jpeg' }), 'mine.jpg');
    const request = new Request('http://x.test/', { method: 'POST', body: form });
    const type = request.headers.get('content-type') ?? '';
    const { json } = await send(Buffer.from(await request.arrayBuffer()), type);
    expect(json.items).toMatchObject([{ match: 'near', variants: 2 }]);
  });

  it('finds nothing for what is no picture, and refuses nothing, no form field and too much', async () => {
    expect((await send(Buffer.from('hello'))).json.items).toEqual([]);
    expect((await send(Buffer.alloc(0))).status).toBe(400);
    expect((await send(Buffer.from('x'), 'multipart/form-data; boundary=b')).status).toBe(400);
    expect((await send(Buffer.alloc(21 * 1024 * 1024))).status).toBe(413);
  });

  it('gives what looks like an image, without its own variants', async () => {
    const { json } = await get('/api/v1/images?q=mill');
    const similar = await get(`/api/v1/images/${json.items[0].id}/similar`);
    expect(similar.json.items).toEqual([]);
    expect((await get(`/api/v1/images/${'0'.repeat(64)}/similar`)).status).toBe(404);
  });
});
