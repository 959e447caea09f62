// Small versions of the benchmarks of corpora: their bounds are wide, so that only a real loss breaks them.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { examineArchive, openFile, parseCdxLine, RecordAccess } from 'pinakes/archive';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { corpusIndex } from '../../bench/benchmarks/corpus-index.ts';
import { corpusSelect } from '../../bench/benchmarks/corpus-select.ts';
import { type CorpusArchiveReport, makeCorpusArchive } from '../../bench/corpus-archive.ts';
import type { BenchContext, Figure } from '../../bench/harness/benchmark.ts';

let folder: string;
let context: BenchContext;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pinakes-corpus-bench-'));
  const noInput = () => Promise.reject(new Error('not needed'));
  const inputs = { folder, archive: '', archiveBytes: 0, index: '', cut: noInput, bomb: noInput };
  context = { inputs, rounds: 1, images: 0, isQuick: true };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('selects by the index in a part of the time and bytes of a scan, with the same result', async () => {
  const figures = await corpusSelect.run(context);
  const of = (unit: string, word: string) => valuesOf(figures, unit, word);
  // The archive is a hundredth of the full size, so ratios are far smaller than those of the goals.
  const [url = 0, domain = 0, month = 0] = of('times', 'selection, processor');
  expect(url).toBeGreaterThan(1.5);
  expect(domain).toBeGreaterThan(1);
  expect(month).toBeGreaterThan(0.5);
  // What is read does not depend on the machine.
  const [urlShare = 1, domainShare = 1, monthShare = 1] = of('percent', 'share');
  expect(urlShare).toBeLessThan(1);
  expect(domainShare).toBeLessThan(3);
  expect(monthShare).toBeLessThan(10);
});

it('filters index lines by the hundred thousand', async () => {
  const figures = await corpusIndex.run(context);
  const speeds = valuesOf(figures, 'lines/CPU-s', '');
  expect(speeds).toHaveLength(2);
  for (const speed of speeds) expect(speed).toBeGreaterThan(60_000);
});

it('generates sound archives whose indexes name every response, the same for the same seed', async () => {
  const make = (name: string) =>
    makeCorpusArchive({
      out: path.join(folder, name),
      captures: 300,
      seed: 7,
      fileBytes: 3e6,
      pictures: [],
    });
  const report = await make('one');
  expect(await make('other')).toEqual(report);
  expect(await digestOf('one', report)).toBe(await digestOf('other', report));
  expect(report.files.length).toBeGreaterThan(1);
  expect(report.monthUrls / report.captures).toBeCloseTo(0.08, 2);
  const text = await readFile(path.join(folder, 'one', 'corpus.cdx'), 'utf8');
  const lines = text.trimEnd().split('\n');
  expect(lines).toEqual(lines.toSorted());
  let responses = 0;
  for (const name of report.files) {
    const source = openFile(path.join(folder, 'one', name));
    const { losses } = await examineArchive(source);
    expect(losses).toEqual([]);
    const access = await RecordAccess.open(source);
    for (const line of lines.slice(1)) {
      const parsed = parseCdxLine(line, 'cdx11');
      if (parsed.kind !== 'entry' || parsed.entry.file !== name) continue;
      const { url, status, mime, time, digest } = parsed.entry;
      const record = access.readAt(parsed.entry);
      expect(record).toMatchObject({ url, status, mime, time });
      expect(record.fields.get('warc-payload-digest')).toBe(`sha1:${digest}`);
      expect(record.readBody().bytes.toString('latin1')).toMatch(/capture \d{8}( -->\n)?$/);
      responses++;
    }
    await source.close();
  }
  expect(responses).toBe(report.captures);
});

function valuesOf(figures: readonly Figure[], unit: string, word: string): readonly number[] {
  return figures
    .filter((figure) => figure.unit === unit && figure.name.includes(word))
    .map(({ value }) => value);
}

async function digestOf(name: string, { files }: CorpusArchiveReport): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [...files, 'corpus.cdx', 'corpus.cdxj']) {
    hash.update(await readFile(path.join(folder, name, file)));
  }
  return hash.digest('hex');
}
