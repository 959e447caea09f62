// Enrichments by other programs, in a corpus.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import { openCorpus } from '../corpus.ts';
import { readManifest } from '../output/manifest.ts';
import { commandEnrichment } from './command.ts';
import { html, http } from './groups.ts';

/** Counts letters; `bad` is too much for it. */
const SCRIPT = `
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, url, value, encoding } = JSON.parse(line);
  if (value === 'bad') process.exit(1);
  const text = encoding === 'base64' ? Buffer.from(value, 'base64').toString() : value;
  console.log(JSON.stringify({ id, value: { letters: text.length, url } }));
}
`;

async function openPages(folder: string, titles: readonly string[]) {
  const { httpResponse, warcRecord } = await import('../../../test/fixtures/archives.ts');
  const records = titles.map((title, at) =>
    warcRecord({
      url: `http://example.org/${at}`,
      block: httpResponse({
        headers: ['Content-Type: text/html'],
        body: `<title>${title}</title>`,
      }),
    }),
  );
  writeFileSync(join(folder, 'a.warc'), Buffer.concat(records));
  writeFileSync(join(folder, 'count.mjs'), SCRIPT);
  return openCorpus(join(folder, 'a.warc'), { workers: 0 });
}

it('derives by a program that is kept running, and loses the record it crashed at', async () => {
  const folder = temporaryFolder();
  await using corpus = await openPages(folder, ['one', 'bad', 'three']);
  const command = [process.execPath, join(folder, 'count.mjs')];
  const letters = commandEnrichment({ name: 'letters', command, on: html.title, processes: 2 });
  const out = join(folder, 'out.jsonl');
  const report = await corpus.enrich(letters).save(out);
  expect(report.failures).toEqual({ 'payload.string.html.title.letters': 1 });
  const rows = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const values = rows.map((row) => row.payload?.string.html.title.letters ?? row.failures);
  expect(values).toEqual([
    { letters: 3, url: 'http://example.org/0' },
    [expect.objectContaining({ message: 'the program ended with code 1' })],
    { letters: 5, url: 'http://example.org/2' },
  ]);
  const { enrichments } = await readManifest(report.manifest);
  expect(enrichments.at(-1)).toMatchObject({
    name: 'letters',
    version: expect.stringMatching(/^command-[0-9a-f]{16}$/),
    settings: { command },
  });
});

it('gives bytes as base64', async () => {
  const folder = temporaryFolder();
  await using corpus = await openPages(folder, ['one']);
  const command = `'${process.execPath}' count.mjs`;
  const on = http.response.fields.payload;
  const size = commandEnrichment({ name: 'size', command, on, cwd: folder });
  const [record] = await corpus.enrich(size).toArray();
  expect(record?.get(size)).toMatchObject({ letters: '<title>one</title>'.length });
});

it('ends the run when there is no such program', async () => {
  const folder = temporaryFolder();
  await using corpus = await openPages(folder, ['one']);
  const none = commandEnrichment({ name: 'none', command: '/nowhere/at-all', on: html.title });
  await expect(corpus.enrich(none).toArray()).rejects.toMatchObject({
    code: 'ENRICHMENT_UNOPENED',
  });
});

it('has another version when its script changes', () => {
  const folder = temporaryFolder();
  const versionOf = (text: string) => {
    writeFileSync(join(folder, 'x.mjs'), text);
    const command = `node x.mjs`;
    return commandEnrichment({ name: 'x', command, on: html.title, cwd: folder }).version;
  };
  expect(versionOf('1')).toBe(versionOf('1'));
  expect(versionOf('1')).not.toBe(versionOf('2'));
});
