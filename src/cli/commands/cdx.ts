// `pinakes cdx`: index lines of archive files.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { PinakesError } from '../../support/errors.ts';
import { ARCHIVE_PATHS, createLossList, WORKERS_FLAG } from '../archive-inputs.ts';
import { defineCommand } from '../command.ts';
import { FILES_FROM_FLAG } from '../files-from.ts';
import { entriesOf, linesOf } from '../index-lines.ts';

/** Prints or writes the sorted index of archives. */
export const cdx = defineCommand({
  name: 'cdx',
  summary: 'create the index (CDXJ or CDX) of archive files',
  description: `Reads WARC, ARC and WACZ files and prints one line for each response, resource and revisit in them,
sorted bytewise, as other archive tools expect. Files are read in parallel and sorted on disk, so any
amount works.

What cannot be read is reported with file and offset, and the exit code is then 3; everything else is indexed.
Lines contain the file name of the archive; with --paths its full path.

With --post-append the key of the response to a POST request ends in __wb_method=POST and the data sent: the fields
of a form, the values of JSON, or any other body in base64. The request must be next to the response.

A WACZ contains its own index. With --stored-index its lines are used instead of reading the
archives, including fields that only its creator knew. First every line is checked against the
header of the record it points to, and the gaps between records are read; if a line is wrong or a
capture has none, the archive is read completely, and a note says why. Damage inside records is not detected then.`,
  examples: [
    { does: 'The index of one file', line: 'pinakes cdx crawl.warc.gz' },
    { does: 'One index for a folder', line: 'pinakes cdx crawls/ --out crawls.cdxj' },
    {
      does: 'A CDX with 11 fields, from a web server',
      line: 'pinakes cdx https://example.org/crawl.warc.gz --format cdx11',
    },
    {
      does: 'The index that a WACZ carries, once it is checked',
      line: 'pinakes cdx crawl.wacz --stored-index',
    },
  ],
  arguments: { path: { ...ARCHIVE_PATHS, required: true } },
  flags: {
    filesFrom: FILES_FROM_FLAG,
    format: {
      type: 'choice',
      choices: ['cdxj', 'cdx11', 'cdx9'],
      default: 'cdxj',
      placeholder: 'FORMAT',
      help: 'kind of lines',
    },
    out: {
      type: 'string',
      placeholder: 'FILE',
      sources: [],
      help: 'file to write; the standard output by default',
    },
    storedIndex: {
      type: 'boolean',
      help: 'take the lines of the index inside a WACZ where they prove right',
    },
    postAppend: {
      type: 'boolean',
      help: 'keys of answers to POST have what was sent, as pywb has them',
    },
    paths: { type: 'boolean', help: 'name files by their whole path' },
    force: { type: 'boolean', sources: [], help: 'replace the output if it exists' },
    workers: WORKERS_FLAG,
  },
  async run({ args, flags, host, log, output, signal, startProgress }) {
    const { expandInputs } = await import('../../archive/source/inputs.ts');
    const { indexArchives } = await import('../../pipeline/index-archives.ts');
    const { writeAtomically } = await import('../../support/output-file.ts');
    const { parseCdxLine } = await import('../../archive/cdx/cdx.ts');
    const out = flags.out === undefined ? undefined : resolve(host.cwd, flags.out);
    if (out !== undefined && !flags.force && existsSync(out)) {
      throw new PinakesError('OUTPUT_EXISTS', { output: out });
    }
    const { inputs, skipped } = await expandInputs(args.path);
    for (const { name, reason } of skipped) log.warn(`${name} is passed over: ${reason}.`);
    const progress = startProgress({ unit: 'records' });
    const losses = createLossList();
    const index = await indexArchives(inputs, {
      format: flags.format,
      withPaths: flags.paths,
      isStoredIndexUsed: flags.storedIndex,
      withRequests: flags.postAppend,
      workers: flags.workers,
      signal,
      ...(out !== undefined && { tempFolder: dirname(out) }),
      onLoss: losses.add,
      onNote: (note) => log.note(note),
      onFailed: (input, error) => log.warn(`${input.name} could not be read: ${error.message}`),
      onProgress: (records, bytes, input) => progress.advance(records, bytes, input.name),
    }).finally(() => progress.stop());
    const { report } = index;
    if (signal.aborted) {
      index.close();
      return 3;
    }
    if (out !== undefined) {
      await writeAtomically(out, index.pieces());
      if (flags.json) await output.json({ out, ...report });
    } else if (flags.json) {
      await output.records(entriesOf(linesOf(index.pieces()), parseCdxLine));
    } else {
      await output.lines(linesOf(index.pieces()));
    }
    losses.tell(log);
    return report.losses + report.failedFiles + skipped.length > 0 ? 3 : report.lines === 0 ? 1 : 0;
  },
});
