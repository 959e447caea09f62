// `pinakes export`: what a library holds, as data sets and as files.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Library } from '../../index/index.ts';
import type { ExportKind, ExportRecord } from '../../pipeline/library-export.ts';
import { PinakesError } from '../../support/errors.ts';
import { type Context, defineCommand, type ExitCode } from '../command.ts';
import { LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';
import { formatSize } from '../units.ts';

/** Records that are written at a time. */
const AT_ONCE = 500;

/** Exports a library. */
export const exportCommand = defineCommand({
  name: 'export',
  summary: 'export records of a library as NDJSON, CSV or Parquet, or image files',
  description: `Writes all documents, captures, references or pages of a library, any number of them, or only those of the images
that match a query: all variants, including images the family filter hides. The extension of --out sets the format: .jsonl,
.ndjson, .json, .csv or .tsv, each also with .gz, or .parquet. Without --out it prints JSON lines to standard output.

\`files\` writes the images themselves, from the archives, into a folder for each host: HOST/SHA-256.jpg.

After an interruption the same command resumes, as long as the library has not changed; Parquet starts over. The exit
code is 1 if there is nothing to write, 3 if images cannot be read from their archives.`,
  examples: [
    {
      does: 'All documents as a table',
      line: 'pinakes export documents --out images.parquet --library my-library',
    },
    {
      does: 'What pages say of the images that a query finds',
      line: 'pinakes export references "ponte site:example.org" --out said.csv.gz --library my-library',
    },
    {
      does: 'The images of a collection as files',
      line: 'pinakes export files collection:2010 --out images/ --library my-library',
    },
  ],
  arguments: {
    what: {
      help: 'what is written',
      required: true,
      choices: ['documents', 'captures', 'references', 'pages', 'files'],
    },
    query: { help: 'only of the images that this query finds', repeatable: true },
  },
  flags: {
    library: LIBRARY_FLAG,
    out: {
      type: 'string',
      placeholder: 'PATH',
      sources: [],
      help: 'file to write, or for `files` the folder; default standard output',
    },
    force: { type: 'boolean', sources: [], help: 'replace an existing file' },
  },
  async run(context) {
    const { args, flags, host, log, output } = context;
    const folder = libraryFolder(host, flags.library, 'export');
    const query = args.query.length === 0 ? undefined : args.query.join(' ');
    const { what } = args;
    const out = flags.out === undefined ? undefined : resolve(host.cwd, flags.out);
    if (what === 'files') {
      if (out === undefined) throw wrongUse('--out is missing: the folder to write into.');
      return useLibrary(folder, {}, (library) =>
        exportFiles(library, { ...context, query, out, isJson: flags.json }),
      );
    }
    if (out !== undefined && existsSync(out) && !flags.force) {
      throw new PinakesError('OUTPUT_EXISTS', { output: out });
    }
    const { iterateExport } = await import('../../pipeline/library-export.ts');
    return useLibrary(folder, {}, async (library) => {
      const records = iterateExport(library, what, {
        query,
        onWarning: ({ message }) => log.warn(message),
      });
      if (out !== undefined)
        return exportRecords(library, records, { ...context, what, query, out });
      let count = 0;
      for await (const some of inPieces(records)) {
        if (context.signal.aborted || output.isClosed) break;
        count += await output.records(some);
      }
      return count > 0 ? 0 : 1;
    });
  },
});

interface RecordsTarget extends Pick<Context, 'signal' | 'startProgress' | 'log' | 'output'> {
  readonly what: ExportKind;
  readonly query: string | undefined;
  readonly out: string;
  readonly flags: { readonly json: boolean };
}

async function exportRecords(
  library: Library,
  records: AsyncIterable<ExportRecord> | Iterable<ExportRecord>,
  { what, query, out, flags, signal, startProgress, log, output }: RecordsTarget,
): Promise<ExitCode> {
  const { exportColumns } = await import('../../pipeline/library-export.ts');
  const { openRowSink } = await import('../../corpus/output/row-sink.ts');
  const sink = await openRowSink(out, {
    columns: exportColumns(what),
    // Another library, another state of it or another question starts anew.
    runKey: JSON.stringify([library.folder, library.readNote('generation'), what, query ?? null]),
  });
  const progress = startProgress({ unit: 'records' });
  let seen = 0;
  try {
    for await (const some of inPieces(records)) {
      if (signal.aborted) break;
      const left = some.slice(Math.max(0, sink.resumed - seen));
      seen += some.length;
      if (left.length > 0) await sink.write(left);
      progress.advance(some.length, 0, what);
    }
  } catch (thrown) {
    await sink.abort();
    throw thrown;
  } finally {
    progress.stop();
  }
  if (signal.aborted) {
    await sink.abort();
    log.note('Stopped. The same command goes on from here.');
    return 3;
  }
  const files = await sink.finish();
  if (flags.json) await output.json({ what, records: seen, resumed: sink.resumed, files });
  else await output.lines([`${seen} ${what} were written to ${out}.`]);
  return seen > 0 ? 0 : 1;
}

interface FilesTarget extends Pick<Context, 'signal' | 'startProgress' | 'log' | 'output'> {
  readonly query: string | undefined;
  readonly out: string;
  readonly isJson: boolean;
}

/** Problems that are told one by one. */
const MAX_TOLD = 20;

async function exportFiles(
  library: Library,
  { query, out, isJson, signal, startProgress, log, output }: FilesTarget,
): Promise<ExitCode> {
  const { exportImages } = await import('../../pipeline/export-images.ts');
  const { findDocuments } = await import('../../pipeline/library-export.ts');
  const progress = startProgress({ unit: 'images' });
  let told = 0;
  const documents = findDocuments(library, query ?? '', ({ message }) => log.warn(message));
  const counts = await exportImages(library, documents, out, {
    signal,
    onProgress: (files, bytes) => progress.advance(files, bytes),
    onProblem: (id, { detail }) => {
      if (told++ < MAX_TOLD) log.warn(`${id}: ${detail}`);
    },
  }).finally(() => progress.stop());
  if (signal.aborted) {
    log.note('Stopped. The same command goes on from here.');
    return 3;
  }
  const { written, known, failed, bytes } = counts;
  if (isJson) await output.json(counts);
  else {
    await output.lines([
      `${written} images (${formatSize(bytes)}) were written to ${out}; ${known} were there already.`,
    ]);
  }
  if (failed > 0) log.warn(`${failed} images cannot be had from their archives.`);
  if (failed > 0) return 3;
  return written + known > 0 ? 0 : 1;
}

async function* inPieces(
  records: AsyncIterable<ExportRecord> | Iterable<ExportRecord>,
): AsyncGenerator<ExportRecord[]> {
  let some: ExportRecord[] = [];
  for await (const record of records) {
    some.push(record);
    if (some.length < AT_ONCE) continue;
    yield some;
    some = [];
    // A library that is read without waiting would let no signal through.
    await new Promise(setImmediate);
  }
  if (some.length > 0) yield some;
}

function wrongUse(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'export', detail });
}
