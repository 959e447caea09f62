// A data set made in parts is the one that a single machine makes, and parts that do not fit are refused.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { gzipEach, warcRecord } from '../../test/fixtures/archives.ts';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';
import { html, openCorpus } from './corpus.ts';
import { mergeParts } from './merge-parts.ts';
import { readManifest } from './output/manifest.ts';

const COUNT = 4;

/** Some addresses with many captures each, in two archives. */
function writeArchives(folder: string): string[] {
  const records = Array.from({ length: 90 }, (_, number) =>
    warcRecord({
      url: `http://site${number % 23}.example/page,${number % 3}`,
      date: `2015-01-01T00:${String(number % 60).padStart(2, '0')}:00Z`,
    }),
  );
  return ['a.warc.gz', 'b.warc.gz'].map((name, at) => {
    const path = join(folder, name);
    writeFileSync(path, gzipEach(records.filter((_, number) => number % 2 === at)));
    return path;
  });
}

async function save(archives: readonly string[], out: string, number = 0, isPerUrl = false) {
  const part = number === 0 ? undefined : { number, count: COUNT };
  await using corpus = await openCorpus(archives, { workers: 0, part });
  const selected = isPerUrl ? corpus.latestPerUrl() : corpus.where('status=200');
  return selected.enrich(html.title).save(out, {
    columns: [
      { name: 'url', captureField: 'url' },
      { name: 'a "title"', path: 'payload.string.html.title' },
    ],
  });
}

it.each(['x.jsonl', 'x.json', 'x.csv', 'x.tsv.gz', 'x.cdxj', 'x.cdx.gz'])(
  'made in parts is what one machine makes: %s',
  async (name) => {
    const folder = temporaryFolder();
    const archives = writeArchives(folder);
    const whole = await save(archives, join(folder, `whole-${name}`));
    const parts: string[] = [];
    for (let number = COUNT; number > 0; number--) {
      const out = join(folder, `${number}-${name}`);
      const { written } = await save(archives, out, number);
      expect(written).toBeLessThan(whole.written / 2);
      parts.push(out);
    }
    const out = join(folder, name);
    const merged = await mergeParts(parts, out);
    expect(merged).toMatchObject({ parts: COUNT, written: whole.written, lossCount: 0 });
    const textOf = (path: string) => {
      const bytes = readFileSync(path);
      return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    };
    expect(textOf(out)).toBe(textOf(join(folder, `whole-${name}`)));
    const [manifest, expected] = [
      await readManifest(merged.manifest),
      await readManifest(whole.manifest),
    ];
    expect(manifest.pipeline).toEqual(expected.pipeline);
    expect(manifest.steps.at(-1)).toEqual(expected.steps.at(-1));
  },
);

it('keeps all captures of a URL together', async () => {
  const folder = temporaryFolder();
  const archives = writeArchives(folder);
  const whole = await save(archives, join(folder, 'whole.csv'), 0, true);
  expect(whole.written).toBe(69);
  const parts = [1, 2, 3, 4].map((number) => join(folder, `${number}.csv`));
  for (const [at, path] of parts.entries()) await save(archives, path, at + 1, true);
  await mergeParts(parts, join(folder, 'merged.csv'));
  expect(readFileSync(join(folder, 'merged.csv'))).toEqual(readFileSync(join(folder, 'whole.csv')));
});

it('refuses parts that are missing, changed, of something else, or cannot be joined', async () => {
  const folder = temporaryFolder();
  const archives = writeArchives(folder);
  const parts = [1, 2, 3, 4].map((number) => join(folder, `${number}.jsonl`));
  for (const [at, path] of parts.entries()) await save(archives, path, at + 1);
  const refused = (paths: readonly string[], out = 'all.jsonl') =>
    expect(mergeParts(paths, join(folder, out))).rejects;
  await refused(parts.slice(1)).toThrow('part 1 of 4 is missing');
  await refused(parts.slice(0, 3)).toThrow('part 4 of 4 is missing');
  await refused(parts, 'all.parquet').toThrow('are read as they are');
  await refused(parts, 'all.csv').toThrow('another format');
  await save(archives, join(folder, 'other.jsonl'), 2, true);
  await refused([parts[0] ?? '', join(folder, 'other.jsonl'), ...parts.slice(2)]).toThrow(
    'other inputs, steps or columns',
  );
  writeFileSync(parts[2] ?? '', readFileSync(parts[2] ?? '').subarray(1));
  await refused(parts).toThrow('not the file that its manifest tells of');
});
