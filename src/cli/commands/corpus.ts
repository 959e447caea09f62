// `pinakes corpus`: small, well described data sets out of large archives, without writing code.

import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Explanation, RunReport, SaveReport } from '../../corpus/corpus.ts';
import { PinakesError } from '../../support/errors.ts';
import { ARCHIVE_PATHS, toPart, WORKERS_FLAG } from '../archive-inputs.ts';
import { type Context, defineCommand } from '../command.ts';
import { CORPUS_FLAGS, watchCorpus } from '../corpus-reading.ts';
import { resolveInput } from '../library-flags.ts';
import { printable } from '../terminal.ts';
import { formatSize } from '../units.ts';

const FLAGS = {
  filesFrom: CORPUS_FLAGS.filesFrom,
  cdx: CORPUS_FLAGS.cdx,
  library: CORPUS_FLAGS.library,
  server: {
    type: 'string',
    placeholder: 'URL',
    sources: [],
    help: 'ask a CDX server; PATHs tell where its archives can be read',
  },
  replay: {
    type: 'string',
    placeholder: 'ADDRESS',
    sources: [],
    help: 'with --server: read captures whose archives cannot be read through a replay, such as https://host/web/{time}id_/{url}; one request a second',
  },
  where: CORPUS_FLAGS.where,
  enrich: {
    type: 'string',
    placeholder: 'NAMES',
    repeatable: true,
    sources: [],
    help: 'values to derive, separated by commas: docs/enrichments.md lists them',
  },
  enrichCommand: {
    type: 'string',
    placeholder: "NAME='PROGRAM ARGS'",
    repeatable: true,
    sources: [],
    help: 'a value that a program of your own derives: JSON lines in and out, docs/enrichments.md',
  },
  on: {
    type: 'string',
    placeholder: 'NAME',
    repeatable: true,
    sources: [],
    help: 'what --enrich-command derives from, by name or path; one for all, or one for each in order',
  },
  commandTimeout: {
    type: 'integer',
    min: 1,
    default: 60,
    placeholder: 'SECONDS',
    sources: [],
    help: 'what --enrich-command may take for a record',
  },
  commandVersion: {
    type: 'string',
    placeholder: 'TEXT',
    sources: [],
    help: 'version of the programs for the manifest; default: a hash of the command and its files',
  },
  part: {
    type: 'string',
    placeholder: 'K/N',
    sources: [],
    help: 'only the K-th of N parts, by ranges of URLs; `pinakes corpus merge` joins them',
  },
  latestPerUrl: CORPUS_FLAGS.latestPerUrl,
  earliestPerUrl: { type: 'boolean', sources: [], help: 'only the earliest capture of each URL' },
  nearestPerUrl: {
    type: 'string',
    placeholder: 'TIME',
    sources: [],
    help: 'only the capture of each URL that is nearest to a time',
  },
  sample: {
    type: 'integer',
    min: 1,
    placeholder: 'N',
    sources: [],
    help: 'this many captures, chosen at random',
  },
  seed: { type: 'integer', default: 1, placeholder: 'N', sources: [], help: 'seed of --sample' },
  limit: { type: 'integer', min: 1, placeholder: 'N', sources: [], help: 'the first N captures' },
  filter: {
    type: 'string',
    placeholder: 'CONDITION',
    repeatable: true,
    sources: [],
    help: "condition on a derived value: 'html.language=pt', 'html.title~bridge', 'image.size.width>=300'",
  },
  countBy: {
    type: 'string',
    placeholder: 'NAME',
    sources: [],
    help: 'print how many records have each value, most frequent first: url.parts.domain, html.language, mime',
  },
  dropFailed: {
    type: 'boolean',
    sources: [],
    help: 'leave out records for which something could not be derived',
  },
  out: {
    type: 'string',
    placeholder: 'FILE',
    sources: [],
    help: 'file to write; its ending tells the format: .json .jsonl .csv .tsv .parquet .warc .cdx .cdxj, .gz behind them',
  },
  columns: {
    type: 'string',
    placeholder: 'NAMES',
    sources: [],
    help: 'columns of .csv and .parquet, separated by commas: url,time,title,caption=images.caption',
  },
  explode: {
    type: 'string',
    placeholder: 'NAME',
    sources: [],
    help: 'a list value such as images: each of its entries is a row of .csv or .parquet',
  },
  force: { type: 'boolean', sources: [], help: 'replace the output if it exists' },
  keepIndex: {
    type: 'boolean',
    sources: [],
    help: 'keep the index that is created without --cdx, next to the archives',
  },
  explain: { type: 'boolean', sources: [], help: 'print what would be read, and read no archive' },
  workers: WORKERS_FLAG,
} as const;

/** Makes a corpus. */
export const corpus = defineCommand({
  name: 'corpus',
  summary: 'select captures, derive values from them, and save them as a data set',
  description: `Selects captures by their index lines, opens only those, derives values from them and prints or saves
the records with the lineage of each value. Without --out it prints one JSON object per line.

The same command gives the same output. A manifest next to each output documents what was read and done. After any
interruption the same command resumes. Conditions are described in docs/where.md, values in
docs/enrichments.md, formats in docs/corpus-output.md.

With --part, several machines share the work: --part 1/8 to 8/8 of the same index keep all captures of a URL together,
and \`pinakes corpus merge PART... --out FILE\` joins the parts. --cdx - reads index lines from the standard input, as
Spark's \`pipe\` provides them.

The exit code is 1 if nothing was selected, 3 if something could not be read.`,
  examples: [
    {
      does: 'Titles of the pages of a site, as they were last seen',
      line: "pinakes corpus crawl/*.warc.gz --where 'mime=text/html status=200 host=*.example.org' --latest-per-url --enrich html.title",
    },
    {
      does: 'A table of images with captions',
      line: 'pinakes corpus crawl.warc.gz --where mime=text/html --enrich images --explode images --columns time,url,image=images.url,images.caption --out images.csv',
    },
    {
      does: 'Names in titles, found by a program of your own',
      line: "pinakes corpus crawl/ --where mime=text/html --enrich-command names='python3 names.py' --on html.title --out names.jsonl",
    },
    {
      does: 'Domains by frequency, of pages in Portuguese',
      line: "pinakes corpus crawl/ --where 'mime=text/html status=200' --filter html.language=pt --count-by url.parts.domain",
    },
    {
      does: 'What would that read?',
      line: "pinakes corpus crawl/ --cdx crawl/index.cdxj --where 'time=2011..2012' --enrich html.title --explain",
    },
    {
      does: 'One of eight machines, and the whole',
      line: 'pinakes corpus /archives --cdx index.cdxj --part 3/8 --enrich html.title --out part-3.jsonl; pinakes corpus merge part-*.jsonl --out titles.jsonl',
    },
    {
      does: 'The pictures of a year as an archive of their own',
      line: "pinakes corpus crawl/ --where 'mime=image/* year=2001' --out pictures-2001.warc.gz",
    },
  ],
  arguments: { path: ARCHIVE_PATHS },
  flags: FLAGS,
  async run(context) {
    const { args, flags, host, log, output, signal, startProgress } = context;
    if (args.path[0] === 'merge' && !existsSync(resolve(host.cwd, 'merge'))) {
      return mergeOutputs(args.path.slice(1), context);
    }
    const { openCorpus, outputFormatOf } = await import('../../corpus/corpus.ts');
    checkFlags(context);
    if (flags.out !== undefined) outputFormatOf(flags.out);
    const out = flags.out === undefined ? undefined : resolve(host.cwd, flags.out);
    if (out !== undefined && !flags.force && !flags.explain && existsSync(out)) {
      throw new PinakesError('OUTPUT_EXISTS', { output: out });
    }
    const watch = watchCorpus(flags.explain ? undefined : startProgress({ unit: 'captures' }));
    const part = toPart(flags.part, 'corpus');
    const stdin = flags.cdx.includes('-') ? await keepLines(host.stdin) : undefined;
    const resolveAll = (paths: readonly string[]) => paths.map((path) => resolveInput(host, path));
    const opened = await openCorpus(resolveAll(args.path), {
      ...(flags.cdx.length > 0 && {
        cdx: flags.cdx.map((path) =>
          path === '-' ? (stdin?.path ?? '') : resolveInput(host, path),
        ),
      }),
      ...(part && { part }),
      ...(flags.library !== undefined && { library: resolve(host.cwd, flags.library) }),
      ...(flags.server !== undefined && { server: flags.server }),
      ...(flags.replay !== undefined && { serverOptions: { replay: flags.replay } }),
      keepIndex: flags.keepIndex,
      workers: flags.workers,
      signal,
      ...watch.options,
    }).catch(async (thrown: unknown) => {
      await stdin?.remove();
      throw thrown;
    });
    try {
      const selected = await select(opened, context);
      if (flags.explain) {
        const explanation = await selected.explain();
        if (flags.json) await output.json(explanation);
        else await output.lines(describePlan(explanation));
        return explanation.captures > 0 ? 0 : 1;
      }
      if (flags.countBy !== undefined) return await printCounts(selected, flags.countBy, context);
      const report =
        out === undefined ? await print(selected, context) : await save(selected, out, context);
      watch.stop();
      watch.tell(log, report.lossCount);
      log.note(summary(report));
      if (flags.json && out !== undefined) await output.json(report);
      return report.lossCount > 0 ? 3 : (report.steps.at(-1)?.out ?? 0) > 0 ? 0 : 1;
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
      log.note('Stopped. The same command goes on from here.');
      return 3;
    } finally {
      watch.stop();
      await opened.close();
      await stdin?.remove();
    }
  },
});

type CorpusContext = Context<typeof FLAGS, { path: typeof ARCHIVE_PATHS }>;
type AnyCorpus = import('../../corpus/corpus.ts').Corpus;
type AnyEnrichment = import('../../corpus/corpus.ts').AnyEnrichment;

function wrongUse(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'corpus', detail });
}

function checkFlags({ args, flags }: CorpusContext): void {
  const isSomewhere = args.path.length > 0 || flags.library !== undefined || flags.server;
  if (!isSomewhere) throw wrongUse('No archive is given.');
  if (flags.replay !== undefined && flags.server === undefined) {
    throw wrongUse('--replay is for captures of a --server.');
  }
  if (flags.part !== undefined && (flags.sample ?? flags.limit ?? flags.countBy) !== undefined) {
    throw wrongUse(
      '--sample, --limit and --count-by look at all captures: they cannot be done in parts.',
    );
  }
  if (flags.on.length > 0 && flags.enrichCommand.length === 0) {
    throw wrongUse('--on is for --enrich-command.');
  }
  if (flags.countBy !== undefined && flags.out !== undefined) {
    throw wrongUse('--count-by prints; --out is for records.');
  }
  const choices = [flags.latestPerUrl, flags.earliestPerUrl, flags.nearestPerUrl !== undefined];
  if (choices.filter(Boolean).length > 1) {
    throw wrongUse(
      'Of --latest-per-url, --earliest-per-url and --nearest-per-url only one can be given.',
    );
  }
  if (
    (flags.columns ?? flags.explode) !== undefined &&
    !/\.(?:csv|tsv)(?:\.gz)?$|\.parquet$/i.test(flags.out ?? '')
  ) {
    throw wrongUse('--columns and --explode need an --out with .csv, .tsv or .parquet.');
  }
}

/** Joins what was made with --part. */
async function mergeOutputs(
  paths: readonly string[],
  { flags, host, output, signal }: CorpusContext,
): Promise<0 | 1 | 3> {
  if (flags.out === undefined || paths.length === 0) {
    throw wrongUse('Name the parts and the whole: pinakes corpus merge PART... --out FILE.');
  }
  const out = resolve(host.cwd, flags.out);
  if (!flags.force && existsSync(out)) throw new PinakesError('OUTPUT_EXISTS', { output: out });
  const { mergeParts } = await import('../../corpus/merge-parts.ts');
  const report = await mergeParts(
    paths.map((path) => resolve(host.cwd, path)),
    out,
    { signal },
  );
  if (flags.json) await output.json(report);
  else await output.text(`${report.parts} parts, ${report.written} records: ${out}`);
  return report.lossCount > 0 ? 3 : report.written > 0 ? 0 : 1;
}

/** Index lines of the standard input, as a file. */
async function keepLines(input: Readable): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-index-'));
  const path = join(folder, 'stdin.cdxj');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(input, createWriteStream(path));
  } catch (thrown) {
    await remove();
    throw thrown;
  }
  return { path, remove };
}

/** The data set that the flags describe: what the index can answer first, then what opens archives. */
async function select(opened: AnyCorpus, context: CorpusContext): Promise<AnyCorpus> {
  const { flags } = context;
  const { findEnrichment, splitEnrichmentNames } = await import('../../corpus/corpus.ts');
  let selected = flags.where.reduce((set, condition) => set.where(condition), opened);
  if (flags.latestPerUrl) selected = selected.latestPerUrl();
  if (flags.earliestPerUrl) selected = selected.earliestPerUrl();
  if (flags.nearestPerUrl !== undefined) selected = selected.nearestPerUrl(flags.nearestPerUrl);
  if (flags.sample !== undefined) selected = selected.sample(flags.sample, flags.seed);
  if (flags.limit !== undefined) selected = selected.limit(flags.limit);
  const names = flags.enrich.flatMap(splitEnrichmentNames);
  selected = names.reduce((set, name) => set.enrich(findEnrichment(name)) as AnyCorpus, selected);
  for (const command of await toCommands(context)) selected = selected.enrich(command) as AnyCorpus;
  selected = flags.filter.reduce((set, condition) => set.filterValue(condition), selected);
  return flags.dropFailed ? selected.filterFailed() : selected;
}

/** The enrichments of --enrich-command; each may derive from those before it. */
async function toCommands({ flags, host }: CorpusContext): Promise<AnyEnrichment[]> {
  const { commandEnrichment, findField } = await import('../../corpus/corpus.ts');
  const made: AnyEnrichment[] = [];
  for (const [at, text] of flags.enrichCommand.entries()) {
    const [, name = '', command = ''] = /^([A-Za-z][\w-]{0,63})=([\s\S]+)$/.exec(text) ?? [];
    const on = flags.on.length === 1 ? flags.on[0] : flags.on[at];
    if (name === '' || on === undefined) {
      throw wrongUse(
        "--enrich-command is written NAME='PROGRAM ARGS', with --on for what it derives from.",
      );
    }
    made.push(
      commandEnrichment({
        name,
        command,
        on: findField(on, made),
        version: flags.commandVersion,
        timeoutMs: flags.commandTimeout * 1000,
        processes: flags.workers || 1,
        cwd: host.cwd,
      }),
    );
  }
  if (flags.on.length > Math.max(1, made.length)) {
    throw wrongUse('--on is given more often than --enrich-command.');
  }
  return made;
}

async function print(selected: AnyCorpus, { output, signal }: CorpusContext): Promise<RunReport> {
  const { toLineage } = await import('../../corpus/output/lineage.ts');
  return selected.forEach(async (record) => {
    if (!output.isClosed && !signal.aborted) await output.records([toLineage(record.toView())]);
  });
}

/** Prints values with their numbers of records; of a list each entry counts. */
async function printCounts(
  selected: AnyCorpus,
  name: string,
  { flags, output }: CorpusContext,
): Promise<0 | 1> {
  const { lookInside, parseValueFilter } = await import('../../corpus/corpus.ts');
  const { CAPTURE_FIELDS } = await import('../../corpus/output/columns.ts');
  const keysOf = (value: unknown) =>
    (Array.isArray(value) ? value : [value]).map((one: unknown) =>
      typeof one === 'string' ? one : (JSON.stringify(one) ?? ''),
    );
  const field = CAPTURE_FIELDS.find((one) => one === name);
  const { enrichment, path, inside } =
    field === undefined ? parseValueFilter(`${name}=`) : NO_VALUE;
  const keys =
    enrichment === undefined
      ? selected.flatMap(({ capture }) => keysOf(field && capture[field]))
      : (selected.enrich(enrichment) as AnyCorpus).flatMap(
          (record) => keysOf(lookInside(record.get(path as never), inside)), // it was just asked for
        );
  let found = 0;
  const counts = keys.countBy((key) => key).sortBy(({ count }) => count, { descending: true });
  for await (const { key, count } of counts) {
    found++;
    if (output.isClosed) break;
    if (flags.json) await output.records([{ key, count }]);
    else await output.lines([`${String(count).padStart(8)}  ${printable(key)}`]);
  }
  return found > 0 ? 0 : 1;
}

const NO_VALUE = { enrichment: undefined, path: '', inside: [] } as const;

async function save(
  selected: AnyCorpus,
  out: string,
  { flags, log }: CorpusContext,
): Promise<SaveReport> {
  const { findPath, toColumns, toValuePath } = await import('../../corpus/output/column-names.ts');
  const paths = [...selected.step.plan.wantedPaths];
  const texts = flags.columns?.split(',').map((text) => text.trim());
  const explode =
    flags.explode === undefined
      ? undefined
      : (findPath(flags.explode, paths) ?? findPath(toValuePath(flags.explode), paths));
  if (flags.explode !== undefined && explode === undefined) {
    throw wrongUse(`--explode ${flags.explode} is no value that --enrich gives.`);
  }
  const columns = toColumns(texts ?? ['url', 'time', 'mime', 'status', ...paths], paths, out);
  const report = await selected.save(out, { columns, explode, isAnew: flags.force });
  if (report.resumed > 0) log.note(`Went on behind ${report.resumed} records.`);
  return report;
}

function describePlan(plan: Explanation): string[] {
  const stored = plan.storedBytes === undefined ? '' : ` of ${formatSize(plan.storedBytes)}`;
  const opens =
    plan.fromArchives.length === 0
      ? ['Archives are not opened.']
      : ['From the archives:', ...plan.fromArchives.map((text) => `  ${text}`)];
  return [
    'From the index:',
    ...plan.sources.map(({ text }) => `  ${text}`),
    ...plan.fromIndex.map((text) => `  ${text}`),
    ...opens,
    `${plan.captures} captures, at most ${formatSize(plan.bytes)}${stored} are read.`,
  ];
}

function summary(report: RunReport & Partial<SaveReport>): string {
  const { index, archives, steps, failures } = report;
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const count = report.written ?? steps.at(-1)?.out ?? 0;
  const read = `${index.lines} index lines looked at, ${archives.records} records opened (${formatSize(archives.bytes)})`;
  return `${count} records; ${read}${failed > 0 ? `, ${failed} derivations failed` : ''}.`;
}
