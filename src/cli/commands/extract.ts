// `pinakes extract`: pages, references and image captures of archives as JSON lines.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { RecordOptions } from '../../extract/record.ts';
import type { Observation } from '../../model/observation.ts';
import { parseTimestamp, toTimestamp } from '../../model/timestamp.ts';
import type { PlannedArchive } from '../../pipeline/extract-plan.ts';
import { messageOf, PinakesError } from '../../support/errors.ts';
import {
  ARCHIVE_PATHS,
  createLossList,
  describeFewer,
  PART_FLAG,
  toPart,
  WORKERS_FLAG,
} from '../archive-inputs.ts';
import { defineCommand } from '../command.ts';
import { FILES_FROM_FLAG } from '../files-from.ts';
import { resolveInput } from '../library-flags.ts';
import { formatSize } from '../units.ts';

/** Prints what the records of archives show. */
export const extract = defineCommand({
  name: 'extract',
  summary: 'print the pages, image references and images of archives',
  description: `Reads archives and prints one JSON object per line: each page, each mention of an image in a page with the words
around it, and each captured image with its true size and type, kept or rejected with a reason. The
fields are described in docs/cli-json.md. The order does not depend on the number of threads.

With --out the lines go to a file that appears when it is complete. After any interruption the
same command resumes after the last finished archive.

With --for-ingest the lines contain everything a library needs, so that ingesting the
file gives the same result as ingesting the archives: several machines can extract, and one indexes.

With --html a single page is read from a file, to see what is found in it.`,
  examples: [
    { does: 'What is in this crawl?', line: 'pinakes extract crawl.warc.gz' },
    {
      does: 'A folder of archives into a file, resumable',
      line: 'pinakes extract crawls/ --out found.ndjson',
    },
    {
      does: 'The first of two machines extracts for a library on a third',
      line: 'pinakes extract crawls/ --part 1/2 --for-ingest --out part-1.ndjson',
    },
    {
      does: 'What is found in one page, and which captions',
      line: 'pinakes extract --html page.html --url http://example.org/page.html',
    },
  ],
  arguments: { path: ARCHIVE_PATHS },
  flags: {
    filesFrom: FILES_FROM_FLAG,
    out: {
      type: 'string',
      placeholder: 'FILE',
      sources: [],
      help: 'file to write; the standard output by default',
    },
    force: { type: 'boolean', sources: [], help: 'replace the output if it exists' },
    minSize: {
      type: 'integer',
      min: 1,
      default: 51,
      placeholder: 'PIXELS',
      help: 'images with a shorter side are rejected',
    },
    maxPageSize: {
      type: 'size',
      default: '16MB',
      placeholder: 'SIZE',
      help: 'pages are read up to this size; longer ones are truncated and reported',
    },
    includeErrors: { type: 'boolean', help: 'pages and images of error answers count too' },
    structure: { type: 'boolean', help: 'pages tell links, JSON-LD and positions as well' },
    forIngest: {
      type: 'boolean',
      sources: [],
      help: 'write all that `pinakes ingest` needs of the archives',
    },
    part: PART_FLAG,
    workers: WORKERS_FLAG,
    html: {
      type: 'string',
      placeholder: 'FILE',
      sources: [],
      help: 'read a single page instead of archives',
    },
    url: {
      type: 'string',
      placeholder: 'URL',
      sources: [],
      help: 'URL of the page given by --html',
    },
    time: {
      type: 'string',
      placeholder: 'TIME',
      sources: [],
      help: 'time of the page given by --html; the present by default',
    },
  },
  async run(context) {
    const { args, flags, host, log, output, signal, startProgress } = context;
    const options = {
      minSide: flags.minSize,
      maxPageBytes: flags.maxPageSize,
      includeErrors: flags.includeErrors,
      withStructure: flags.structure,
      ...(flags.forIngest && (await import('../../pipeline/steps/extract-step.ts')).FOR_INGEST),
    };
    if (flags.html !== undefined) {
      const { html, url = 'http://localhost/', time } = flags;
      const observations = await extractPageFile(resolve(host.cwd, html), { url, time, options });
      await output.records(observations);
      return observations.length > 0 ? 0 : 1;
    }
    if (args.path.length === 0) throw wrongUse('No archive is given.');
    const out = flags.out === undefined ? undefined : resolve(host.cwd, flags.out);
    if (out !== undefined && !flags.force && existsSync(out)) {
      throw new PinakesError('OUTPUT_EXISTS', { output: out });
    }
    const { planExtraction } = await import('../../pipeline/extract-plan.ts');
    const { extractArchives } = await import('../../pipeline/extract-archives.ts');
    const { openFileOutput, openStreamOutput } = await import('../../pipeline/extract-output.ts');
    // A library remembers where its files are: that must not depend on the working folder.
    const inputs = flags.forIngest ? args.path.map((path) => resolveInput(host, path)) : args.path;
    const { archives, failed } = await planExtraction(inputs, {
      part: toPart(flags.part, 'extract'),
    });
    for (const { name, reason } of failed) log.warn(`${name} is passed over: ${reason}`);
    const lines =
      out === undefined
        ? await openStreamOutput(async (lines) => void (await output.lines(linesOf(lines))))
        : await openFileOutput(out, archives, options);
    if (lines.doneArchives > 0) log.note(`Going on behind ${lines.doneArchives} archives.`);
    const left = archives.slice(lines.doneArchives);
    const { withAllForIngest } = await import('../../pipeline/observation-output.ts');
    const whole = flags.forIngest ? withAllForIngest(lines, left) : undefined;
    const sink = whole ?? lines;
    const progress = startProgress({
      unit: 'records',
      totalBytes: left.reduce((sum, { size }) => sum + size, 0),
    });
    const losses = createLossList();
    const whereabouts = (archive: PlannedArchive) => {
      const place = `file ${archives.indexOf(archive) + 1} of ${archives.length}`;
      return `${place}, ${losses.count} losses  ${archive.name}`;
    };
    try {
      const totals = await extractArchives({
        archives: left,
        options,
        sink,
        ...(sink.totals && { totals: sink.totals }),
        workers: flags.workers,
        tempFolder: out && dirname(out),
        signal,
        onFewerWorkers: (workers) => log.warn(describeFewer(workers)),
        onLoss: losses.add,
        withCaptures: flags.forIngest,
        isSettledElsewhere: flags.forIngest,
        onFailed: (archive, error) => {
          whole?.fail(archive, error.message);
          log.warn(`${archive.name} could not be read: ${error.message}`);
        },
        onProgress: ({ records, bytes }, archive) =>
          progress.advance(records, bytes, whereabouts(archive)),
      }).finally(() => progress.stop());
      if (signal.aborted) return 3;
      await sink.finish();
      losses.tell(log);
      const rejected = Object.values(totals.rejected).reduce((sum, count) => sum + count, 0);
      log.note(
        `${totals.archives} archives (${formatSize(totals.bytes)}), ${totals.records} records: ${totals.pages} pages, ` +
          `${totals.references} references, ${totals.imageCaptures} image captures (${rejected} rejected).`,
      );
      if (out !== undefined && flags.json) await output.json({ out, ...totals });
      const isLossy = totals.losses + totals.failedArchives + failed.length > 0;
      const isEmpty = totals.pages + totals.imageCaptures === 0;
      return isLossy ? 3 : isEmpty ? 1 : 0;
    } finally {
      await sink.close();
    }
  },
});

function wrongUse(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'extract', detail });
}

/** What is found in a page that lies in a file of its own. */
async function extractPageFile(
  path: string,
  page: {
    readonly url: string;
    readonly time: string | undefined;
    readonly options: RecordOptions;
  },
): Promise<readonly Observation[]> {
  const { url, options } = page;
  const time = page.time === undefined ? toTimestamp(new Date()) : parseTimestamp(page.time);
  if (time === undefined) throw wrongUse(`--time ${page.time} is no time.`);
  const { readPage } = await import('../../extract/record.ts');
  const { toSurt } = await import('../../model/surt.ts');
  const bytes = await readFile(path).catch((cause: unknown) => {
    const details = { input: path, detail: messageOf(cause) };
    throw new PinakesError('INPUT_UNREADABLE', details, { cause });
  });
  const capture = { url, surt: toSurt(url), time, file: path, offset: 0 };
  const http = { status: 200, contentType: '', contentLanguage: '' };
  return readPage(bytes, { ...capture, ...http }, options).observations;
}

function linesOf(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('utf8');
  return text === '' ? [] : text.slice(0, -1).split('\n');
}
