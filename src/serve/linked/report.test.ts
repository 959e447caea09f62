import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { imageId } from '../../../test/fixtures/library-archives.ts';
import { type ServedLibrary, serveLibrary } from '../../../test/fixtures/served-library.ts';

const ID = imageId('april');

const post = (
  served: ServedLibrary,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  served.server.app.inject({
    method: 'POST',
    url: '/report',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });

it('asks for reports nowhere unless the operator wants them', async () => {
  await using served = await serveLibrary();
  expect((await served.get(`/report?id=${ID}`)).status).toBe(404);
  expect((await served.get(`/image/${ID}`)).text).not.toContain('/report');
});

it('keeps reports in a file, each with image, reason and words', async () => {
  const file = join(tmpdir(), `pinakes-reports-${process.pid}.ndjson`);
  await using served = await serveLibrary({ reports: file });
  expect((await served.get(`/image/${ID}`)).text).toContain(`/report?id=${ID}`);
  expect((await served.get(`/report?id=${ID}`)).text).toContain('<form method="post"');
  expect((await served.get('/report?id=x')).status).toBe(404);
  const report = { image: ID, reason: 'privacy', text: 'It is my face\n<b>there</b>' };
  expect((await post(served, { ...report, reason: 'none' })).statusCode).toBe(400);
  expect((await post(served, { ...report, text: ' ' })).statusCode).toBe(400);
  expect((await post(served, { ...report, image: '0'.repeat(64) })).statusCode).toBe(404);
  expect((await post(served, { ...report, text: 'x'.repeat(100_000) })).statusCode).toBe(413);
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  expect((await post(served, report, elsewhere)).statusCode).toBe(400);
  const form = { 'sec-fetch-site': 'same-origin' };
  expect((await post(served, report, form)).statusCode).toBe(200);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time: expect.stringMatching(/Z$/), ...report },
  ]);
});

it('sends readers to an address instead', async () => {
  await using served = await serveLibrary({ reports: 'mailto:operator@images.example' });
  const { text } = await served.get(`/report?id=${ID}`);
  expect(text).toContain('href="mailto:operator@images.example?subject=');
  expect((await post(served, { image: ID, reason: 'other', text: 'x' })).statusCode).not.toBe(200);
});
