// Archives extracted apart and ingested from what extraction wrote give the library that ingesting them gives.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  imageId,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
} from '../../test/fixtures/library-archives.ts';
import { dumpLibrary } from '../../test/fixtures/library-dump.ts';
import { dumpRows } from '../../test/fixtures/library-rows-dump.ts';
import { aFile, HOST } from '../../test/fixtures/record-arbitraries.ts';
import { extractArchives } from './extract-archives.ts';
import { openFileOutput } from './extract-output.ts';
import { planExtraction } from './extract-plan.ts';
import { ingestArchives } from './ingest.ts';
import { withAllForIngest } from './observation-output.ts';
import { removeFromLibrary } from './remove.ts';
import { FOR_INGEST } from './steps/extract-step.ts';

async function extract(folder: LibraryFolder, paths: readonly string[], name: string) {
  const options = FOR_INGEST;
  const { archives } = await planExtraction(paths);
  const out = join(folder.path, name);
  const sink = withAllForIngest(await openFileOutput(out, archives, options), archives);
  const run = { archives, options, sink, withCaptures: true, isSettledElsewhere: true, workers: 0 };
  await extractArchives(run);
  await sink.finish();
  return out;
}

async function ingest(folder: LibraryFolder, name: string, observations: readonly string[]) {
  const library = await folder.open(name, { access: 'write', create: {} });
  const skipped: string[] = [];
  try {
    const outcome = await ingestArchives({
      library,
      archives: [],
      observations,
      options: {},
      workers: 0,
      onSkipped: (_archive, reason, detail = '') => skipped.push(`${reason} ${detail}`.trim()),
    });
    return { ...outcome, skipped };
  } finally {
    library.close();
  }
}

const dumpOf = (folder: LibraryFolder, name: string) =>
  folder.look(name, async (library) => `${await dumpLibrary(library)}\n${dumpRows(library)}`);

describe('observations', () => {
  it('give the library that their archives give', async () => {
    const files = fc.array(aFile, { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(files, async (contents) => {
        await using folder = await openLibraryFolder();
        const paths: string[] = [];
        for (const [file, records] of contents.entries()) {
          const mark = pageRecord(`${HOST}file/${file}`, '2000');
          paths.push(await folder.archive(`${file}.warc`, mark, ...records));
        }
        await folder.ingest('direct', paths);
        const first = await extract(folder, paths.slice(0, 2), 'a.ndjson');
        const second = await extract(folder, paths.slice(2), 'b.ndjson');
        writeFileSync(`${second}.gz`, gzipSync(readFileSync(second)));
        await ingest(folder, 'apart', [`${second}.gz`, first]);
        expect(await dumpOf(folder, 'apart')).toBe(await dumpOf(folder, 'direct'));
      }),
      { numRuns: Number(process.env['PINAKES_ORDER_RUNS'] ?? 6), seed: 2026, endOnFailure: true },
    );
  }, 300_000);

  /** Two archives of one image each. */
  async function makeTwo(folder: LibraryFolder): Promise<string> {
    const paths = [];
    for (const name of ['one', 'two']) {
      const image = imageRecord(`${HOST}${name}.png`, '2010', name);
      paths.push(await folder.archive(`${name}.warc`, image));
    }
    return extract(folder, paths, 'all.ndjson');
  }

  it('that are cut off give the archives that are whole, and are told', async () => {
    await using folder = await openLibraryFolder();
    const path = await makeTwo(folder);
    const whole = readFileSync(path, 'utf8');
    const lines = whole.trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ kind: 'end', archives: 2 });
    for (const [text, files, reason] of [
      [
        lines
          .slice(0, -1)
          .map((line) => `${line}\n`)
          .join(''),
        2,
        'the last line is missing',
      ],
      [
        lines
          .slice(0, -2)
          .map((line) => `${line}\n`)
          .join(''),
        1,
        'the last line is missing',
      ],
      [whole.slice(0, -5), 2, 'the last line is not whole'],
      [whole, 2, undefined],
      [whole.replace('"kind":"archive-end"', '"kind":"odd"'), 0, 'kind "odd" is not known'],
      [whole.replace('"archives":2', '"archives":3'), 2, '2 archives, not 3'],
      [whole.replace('"width":100', '"width":"wide"'), 0, '`width` is not what it must be'],
      [whole.replace('"format":1', '"format":9'), 0, 'it has format 9'],
      ['{"kind":"page"}\n', 0, '`url` is not what it must be'],
      ['', 0, 'cut off'],
    ] as const) {
      const name = `library-${files}-${reason}-${text.length}`.replace(/\W/g, '');
      writeFileSync(path, text);
      const outcome = await ingest(folder, name, [path]);
      expect({ text: text.slice(-80), files: outcome.files }).toMatchObject({ files });
      expect(outcome.failed).toBe(reason === undefined ? 0 : 1);
      if (reason !== undefined) expect(outcome.skipped.join()).toContain(reason);
      await folder.look(name, async (library) =>
        expect(await library.index.documentCount()).toBe(files),
      );
    }
  });

  it('of known archives are passed over, and what was taken down stays out', async () => {
    await using folder = await openLibraryFolder();
    const path = await makeTwo(folder);
    const library = await folder.open('library', { access: 'write', create: {} });
    await removeFromLibrary(library, { images: [imageId('one')] });
    library.close();
    expect(await ingest(folder, 'library', [path])).toMatchObject({ files: 2, known: 0 });
    expect(await ingest(folder, 'library', [path])).toMatchObject({ files: 0, known: 2 });
    await folder.look('library', async ({ index, captures }) => {
      expect(await index.documentCount()).toBe(1);
      expect([...captures.find({ surt: '', matchType: 'prefix' })].flat()).toHaveLength(1);
    });
  });
});
