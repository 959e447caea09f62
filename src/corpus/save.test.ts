// Saving: what goes on after an interruption and what must not, and that a manifest is enough to do it again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { httpResponse, warcRecord } from '../../test/fixtures/archives.ts';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';
import type { Settings } from '../model/producer.ts';
import { type Corpus, openCorpus, readManifest, sameRun } from './corpus.ts';
import { findEnrichment } from './enrichments/find-enrichment.ts';
import type { TypedColumn } from './output/parquet-sink.ts';

/** Pages whose titles are even or odd, enough for several batches. */
function makeArchive(folder: string): string {
  const records = Array.from({ length: 300 }, (_, at) =>
    warcRecord({
      url: `http://example.org/${String(at).padStart(3, '0')}`,
      block: httpResponse({
        headers: ['Content-Type: text/html'],
        body: `<title>${at % 2 === 0 ? 'even' : 'odd'}</title><a href=/1>one</a><a href=/2>two</a>`,
      }),
    }),
  );
  const path = join(folder, 'a.warc');
  writeFileSync(path, Buffer.concat(records));
  return path;
}

/** Saves the pages with a word in their titles; the function closes over the word and does not say so in its text. */
async function savePages(
  folder: string,
  word: string,
  { parameters, failsAt }: { readonly parameters?: Settings; readonly failsAt?: string } = {},
) {
  await using corpus = await openCorpus(join(folder, 'a.warc'), { workers: 0 });
  const titled = corpus.enrich(findEnrichment('html.title')) as Corpus<
    Record<'payload.string.html.title', string>
  >;
  const declared = parameters === undefined ? titled : titled.parameters(parameters);
  const stop = { at: failsAt };
  const found = declared.filter((record) => {
    if (record.url.endsWith(stop.at ?? 'nowhere')) throw new Error('killed');
    return record.get('payload.string.html.title') === word;
  });
  return found.save(join(folder, 'out.jsonl'));
}

const titlesOf = (folder: string) => {
  const lines = readFileSync(join(folder, 'out.jsonl'), 'utf8').trim().split('\n');
  return new Set(lines.map((line) => JSON.parse(line).payload.string.html.title));
};

describe('a run that was interrupted', () => {
  it('starts anew when nobody declared what its functions depend on', async () => {
    const folder = temporaryFolder();
    makeArchive(folder);
    await expect(savePages(folder, 'even', { failsAt: '/250' })).rejects.toThrow('killed');
    const report = await savePages(folder, 'odd');
    expect([report.resumed, report.written]).toEqual([0, 150]);
    expect(titlesOf(folder)).toEqual(new Set(['odd']));
  });

  it('goes on with the same parameters, and starts anew with others', async () => {
    const folder = temporaryFolder();
    makeArchive(folder);
    const parameters = { word: 'even' };
    const fail = () => savePages(folder, 'even', { parameters, failsAt: '/250' });
    await expect(fail()).rejects.toThrow('killed');
    const report = await savePages(folder, 'even', { parameters });
    expect(report.resumed).toBeGreaterThan(50);
    expect(report.written).toBe(150);
    expect((await readManifest(report.manifest)).parameters).toEqual(parameters);
    await expect(savePages(folder, 'even', { parameters, failsAt: '/250' })).rejects.toThrow();
    const other = await savePages(folder, 'odd', { parameters: { word: 'odd' } });
    expect([other.resumed, other.written]).toEqual([0, 150]);
    expect(titlesOf(folder)).toEqual(new Set(['odd']));
  });
});

it('has a manifest from which the same can be done again', async () => {
  const folder = temporaryFolder();
  const archive = makeArchive(folder);
  const columns: TypedColumn[] = [
    { name: 'page', captureField: 'url' },
    { name: 'link', path: 'payload.string.html.links.url' },
  ];
  const explode = 'payload.string.html.links';
  const first = join(folder, 'first.csv');
  await using corpus = await openCorpus(archive, { workers: 0 });
  const links = corpus.where('status=200').sample(20, 7).enrich(findEnrichment('html.links'));
  const { manifest: path } = await links.save(first, { columns, explode });
  const manifest = await readManifest(path);

  await using again = await openCorpus(
    manifest.inputs.flatMap(({ kind, name }) => (kind === 'archive' ? name : [])),
    { workers: 0 },
  );
  let repeated: Corpus = again;
  for (const line of manifest.pipeline) {
    const [, where] = /^captures where (.*)$/.exec(line) ?? [];
    const [, count, seed] = /^sample (\d+) (?:\D*)(\d+)$/.exec(line) ?? [];
    const [, name] = /^enrich (\S+)/.exec(line) ?? [];
    if (where !== undefined) repeated = repeated.where(where);
    else if (count !== undefined) repeated = repeated.sample(Number(count), Number(seed));
    else if (name !== undefined) repeated = repeated.enrich(findEnrichment(name)) as Corpus;
    else throw new Error(`what is ${line}?`);
  }
  const table = manifest.table;
  const second = join(folder, 'second.csv');
  const report = await repeated.save(second, {
    columns: table?.columns as TypedColumn[],
    explode: table?.explode ?? undefined,
  });
  expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'));
  expect(readFileSync(second, 'utf8').split('\r\n')).toHaveLength(42);
  const repeat = await readManifest(report.manifest);
  expect(sameRun({ ...repeat, outputs: [] }, { ...manifest, outputs: [] })).toBe(true);
  expect(repeat.outputs[0]?.sha256).toBe(manifest.outputs[0]?.sha256);
});

describe('an output', () => {
  it('with a column that nothing gives is refused, as is an address', async () => {
    const folder = temporaryFolder();
    await using corpus = await openCorpus(makeArchive(folder), { workers: 0 });
    const titled = corpus.enrich(findEnrichment('html.title'));
    const save = (name: string, path: string) =>
      titled.save(name, { columns: [{ name: 'x', path }] });
    const out = join(folder, 'x.csv');
    await expect(save(out, 'payload.string.html.titel')).rejects.toMatchObject({
      code: 'OUTPUT_COLUMNS',
      message: expect.stringContaining('nothing gives payload.string.html.titel'),
    });
    await expect(save('s3://bucket/x.csv', 'payload')).rejects.toMatchObject({
      code: 'OUTPUT_REMOTE',
    });
    expect(existsSync(out)).toBe(false);
  });

  it('in WARC counts the records that it opened', async () => {
    const folder = temporaryFolder();
    await using corpus = await openCorpus(makeArchive(folder), { workers: 0 });
    const report = await corpus.limit(3).save(join(folder, 'x.warc.gz'));
    expect(report.archives.records).toBe(3);
    expect(report.archives.bytes).toBeGreaterThan(300);
  });

  it('of a source that fails wholly is none', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'bad.warc'), 'this is no archive at all'.repeat(100));
    const out = join(folder, 'x.jsonl');
    await using corpus = await openCorpus(join(folder, 'bad.warc'), { workers: 0 });
    await expect(corpus.save(out)).rejects.toMatchObject({ code: 'SOURCE_UNREADABLE' });
    expect(existsSync(out)).toBe(false);
  });

  it('of an index without a single line that can be understood is none', async () => {
    const folder = temporaryFolder();
    const cdx = join(folder, 'bad.cdxj');
    writeFileSync(cdx, 'this is no index\n'.repeat(3));
    const out = join(folder, 'x.jsonl');
    await using corpus = await openCorpus(makeArchive(folder), { cdx: [cdx], workers: 0 });
    await expect(corpus.save(out)).rejects.toMatchObject({ code: 'SOURCE_UNREADABLE' });
    expect(existsSync(out)).toBe(false);
  });

  it('of an index with a good line that nothing was selected of is an empty one', async () => {
    const folder = temporaryFolder();
    const cdx = join(folder, 'half.cdxj');
    writeFileSync(cdx, 'example,a)/ 20150601100000 {"url": "http://a.example/"}\nno index line\n');
    await using corpus = await openCorpus(makeArchive(folder), { cdx: [cdx], workers: 0 });
    const report = await corpus.where('status=404').save(join(folder, 'x.jsonl'));
    expect(report).toMatchObject({ lossCount: 1, written: 0 });
  });
});
