// Images that are none, from the record to the reason: what is declared, what stands in for another, what crawlers add.
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { gzipEach, httpResponse, warcRecord } from '../../test/fixtures/archives.ts';
import { png } from '../../test/fixtures/images.ts';
import { memorySource } from '../archive/archive.ts';
import type { CaptureObservation, Observation } from '../model/observation.ts';
import { extractArchive } from './extract.ts';

async function observationsOf(...records: Buffer[]): Promise<Observation[]> {
  const observations: Observation[] = [];
  const source = memorySource(gzipEach(records), 'a.warc.gz');
  for await (const batch of extractArchive(source)) observations.push(...batch.observations);
  return observations;
}

async function reasonsOf(...records: Buffer[]): Promise<string[]> {
  const captures = (await observationsOf(...records)).filter(
    (one): one is CaptureObservation => one.kind === 'capture',
  );
  return captures.map(({ url, mime, rejected }) => `${url.slice(0, 40)} ${mime} ${rejected ?? ''}`);
}

function served(url: string, type: string, body: Buffer | string): Buffer {
  return warcRecord({ url, block: httpResponse({ headers: [`Content-Type: ${type}`], body }) });
}

const PICTURE = png(100, 100);

it('tells of everything that is declared as an image and is none', async () => {
  expect(
    await reasonsOf(
      served('http://a.org/1', 'image/jxl', Buffer.from([0xff, 0x0a, 1, 2])),
      served('http://a.org/2', 'IMAGE/JPEG; q=1', ''),
      served('http://a.org/3', 'image/gif', '<!doctype html><p>Not found'),
      served('http://a.org/4', 'image/png', PICTURE),
      served('http://a.org/5', 'application/octet-stream', 'x'),
    ),
  ).toEqual([
    'http://a.org/1 image/jxl unknown-format',
    'http://a.org/2 image/jpeg empty',
    'http://a.org/3 image/gif html',
    'http://a.org/4 image/png ',
  ]);
});

it('tells of screenshots and of images that have no address on the web', async () => {
  const resource = (url: string) =>
    warcRecord({ type: 'resource', url, block: PICTURE, fields: { 'Content-Type': 'image/png' } });
  expect(
    await reasonsOf(
      resource('screenshot:http://a.org/'),
      resource('urn:view:https://a.org/'),
      resource('urn:fullPage:https://a.org/'),
      resource('urn:thumbnail:https://a.org/'),
      resource('file:///home/a.png'),
      warcRecord({ type: 'resource', url: 'urn:pageinfo:https://a.org/', block: '{}' }),
    ),
  ).toEqual([
    'screenshot:http://a.org/ image/png screenshot',
    'urn:view:https://a.org/ image/png screenshot',
    'urn:fullPage:https://a.org/ image/png screenshot',
    'urn:thumbnail:https://a.org/ image/png screenshot',
    'file:///home/a.png image/png no-web-address',
  ]);
});

it('gives no words to what stands in for an image that is loaded later', async () => {
  const svg = `data:image/svg+xml,<svg viewBox='0 0 300 200'></svg>`;
  const soft = `data:image/png;base64,${softPicture().toString('base64')}`;
  const page = (html: string) => served('http://a.org/', 'text/html', html);
  const tell = async (html: string) =>
    (await observationsOf(page(html))).flatMap((one) => {
      if (one.kind === 'page') return [];
      const name = one.url.startsWith('data:') ? one.url.slice(0, 14) : one.url;
      return one.kind === 'reference' ? [`${name} ${one.alt}`] : [`${name} ${one.rejected}`];
    });
  expect(await tell(`<img src="${svg}" data-src=real.jpg alt=Tower>`)).toEqual([
    'http://a.org/real.jpg Tower',
    'data:image/svg blank',
  ]);
  expect(await tell(`<img src="${soft}" srcset="real.jpg 2x" alt=Tower>`)).toEqual([
    'http://a.org/real.jpg Tower',
    'data:image/png placeholder',
  ]);
  const picture = `<picture><source srcset=real.webp><img src="${soft}" alt=Tower></picture>`;
  expect(await tell(picture)).toEqual([
    'http://a.org/real.webp Tower',
    'data:image/png placeholder',
  ]);
  // Shown for itself as well, it is a picture.
  expect(await tell(`<img src="${soft}" alt=Own><img src="${soft}" data-src=b.jpg alt=B>`)).toEqual(
    ['data:image/png Own', 'http://a.org/b.jpg B', 'data:image/png undefined'],
  );
});

it('uses a page that the end of the file cuts, and says so; one of a mended date too', async () => {
  const body = `<title>Cut</title>${'<p>text of the page'.repeat(200)}`;
  const record = warcRecord({ date: '2008-10-294T05:21:46Z', block: httpResponse({ body }) });
  const source = memorySource(record.subarray(0, record.length - 500), 'a.warc');
  const pages = [];
  for await (const batch of extractArchive(source)) pages.push(...batch.observations);
  expect(pages).toMatchObject([
    { title: 'Cut', truncated: ['record'], time: '20081020052146', timeSource: 'header' },
  ]);
});

/** A picture of many colours, 64 x 64. */
function softPicture(): Buffer {
  const rows = Buffer.alloc(64 * 65, 0);
  for (let at = 0; at < rows.length; at++) rows[at] = at % 65 === 0 ? 0 : at % 251;
  const [header, end] = [png(64, 64).subarray(0, 33), png(64, 64).subarray(-12)];
  header[24] = 8; // depth
  header[25] = 0; // grey
  const data = deflateSync(rows);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([header, length, Buffer.from('IDAT'), data, Buffer.alloc(4), end]);
}
