// `pinakes corpus`: small, well described data sets out of large archives, without writing code.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CorpusLoss, Explanation, RunReport, SaveReport } from '../../corpus/corpus.ts';
import { PinakesError } from '../../support/errors.ts';
import { ARCHIVE_PATHS, WORKERS_FLAG } from '../archive-inputs.ts';
import { type Context, defineCommand } from '../command.ts';
import { LIBRARY_FLAG, resolveInput } from '../library-flags.ts';
import { formatSize } from '../units.ts';

const FLAGS = {
  cdx: {
    type: 'string',
    placeholder: 'PATH',
    repeatable: true,
    sources: [],
    help: 'index files, folders or patterns of them: only selected records are read',
  },
  library: { ...LIBRARY_FLAG, sources: [], help: 'take the archives of this library' },
  server: {
    type: 'string',
    placeholder: 'URL',
    sources: [],
    help: 'ask a CDX server; PATHs tell where its archives can be read',
  },
  where: {
    type: 'string',
    placeholder: 'EXPR',
    repeatable: true,
    sources: [],
    help: "condition on captures, e.g. 'mime=text/html status=200 time=2011..2012 host=*.example.org'",
  },
  enrich: {
    type: 'string',
    placeholder: 'NAMES',
    repeatable: true,
    sources: [],
    help: 'values to derive, separated by commas: docs/enrichments.md lists them',
  },
  latestPerUrl: { type: 'boolean', sources: [], help: 'only the latest capture of each URL' },
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
    help: 'keep the index that is made where --cdx is not given, beside the archives',
  },
  explain: { type: 'boolean', sources: [], help: 'print what would be read, and read no archive' },
  workers: WORKERS_FLAG,
} as const;

/** Makes a corpus. */
export const corpus = defineCommand({
  name: 'corpus',
  summary: 'select captures, derive values from them, and save them as a data set',
  description: `Selects captures by their index lines, opens only what is left, derives values from it and prints or saves
the records with the way each value was come by. Without --out one JSON object a line is printed.

The same command gives the same output. Beside each output a manifest tells what was read and done. After an
interruption of any kind the same command goes on where it was. Conditions are described in docs/where.md, values in
docs/enrichments.md, formats in docs/corpus-output.md.

The exit code is 1 when nothing was selected, 3 when something could not be read.`,
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
      does: 'What would that read?',
      line: "pinakes corpus crawl/ --cdx crawl/index.cdxj --where 'time=2011..2012' --enrich html.title --explain",
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
    const { openCorpus } = await import('../../corpus/corpus.ts');
    checkFlags(context);
    const out = flags.out === undefined ? undefined : resolve(host.cwd, flags.out);
    if (out !== undefined && !flags.force && !flags.explain && existsSync(out)) {
      throw new PinakesError('OUTPUT_EXISTS', { output: out });
    }
    const losses: CorpusLoss[] = [];
    const progress = flags.explain ? undefined : startProgress({ unit: 'captures' });
    let isStopped = false;
    const stopProgress = () => {
      if (!isStopped) progress?.stop();
      isStopped = true;
    };
    let told = 0;
    const tell = ({ steps, archives, lossCount }: RunReport): void => {
      const seen = steps[0]?.out ?? 0;
      const read = `${archives.records} records read (${formatSize(archives.bytes)}), ${lossCount} losses`;
      progress?.advance(seen - told, 0, read);
      told = seen;
    };
    const resolveAll = (paths: readonly string[]) => paths.map((path) => resolveInput(host, path));
    const opened = await openCorpus(resolveAll(args.path), {
      ...(flags.cdx.length > 0 && { cdx: resolveAll(flags.cdx) }),
      ...(flags.library !== undefined && { library: resolve(host.cwd, flags.library) }),
      ...(flags.server !== undefined && { server: flags.server }),
      keepIndex: flags.keepIndex,
      workers: flags.workers,
      signal,
      onLoss: (loss) => {
        if (losses.length < MAX_LISTED) losses.push(loss);
      },
      onProgress: tell,
      onIndexProgress: ({ file }) => progress?.advance(0, 0, `indexing ${file}`),
    });
    try {
      const selected = await select(opened, context);
      if (flags.explain) {
        const explanation = await selected.explain();
        if (flags.json) await output.json(explanation);
        else await output.lines(describePlan(explanation));
        return explanation.captures > 0 ? 0 : 1;
      }
      const report =
        out === undefined ? await print(selected, context) : await save(selected, out, context);
      stopProgress();
      for (const loss of losses) log.warn(describeLoss(loss));
      if (report.lossCount > losses.length) {
        log.warn(`... and ${report.lossCount - losses.length} more.`);
      }
      log.note(summary(report));
      if (flags.json && out !== undefined) await output.json(report);
      return report.lossCount > 0 ? 3 : (report.steps.at(-1)?.out ?? 0) > 0 ? 0 : 1;
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
      log.note('Stopped. The same command goes on from here.');
      return 3;
    } finally {
      stopProgress();
      await opened.close();
    }
  },
});

type CorpusContext = Context<typeof FLAGS, { path: typeof ARCHIVE_PATHS }>;
type AnyCorpus = import('../../corpus/corpus.ts').Corpus;

/** Losses named one by one; the manifest lists more. */
const MAX_LISTED = 20;

function wrongUse(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'corpus', detail });
}

function checkFlags({ args, flags }: CorpusContext): void {
  const isSomewhere = args.path.length > 0 || flags.library !== undefined || flags.server;
  if (!isSomewhere) throw wrongUse('No archive is given.');
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

/** The data set that the flags describe: what the index can answer first, then what opens archives. */
async function select(opened: AnyCorpus, { flags }: CorpusContext): Promise<AnyCorpus> {
  const { findEnrichment, splitEnrichmentNames } = await import('../../corpus/corpus.ts');
  let selected = flags.where.reduce((set, condition) => set.where(condition), opened);
  if (flags.latestPerUrl) selected = selected.latestPerUrl();
  if (flags.earliestPerUrl) selected = selected.earliestPerUrl();
  if (flags.nearestPerUrl !== undefined) selected = selected.nearestPerUrl(flags.nearestPerUrl);
  if (flags.sample !== undefined) selected = selected.sample(flags.sample, flags.seed);
  if (flags.limit !== undefined) selected = selected.limit(flags.limit);
  const names = flags.enrich.flatMap(splitEnrichmentNames);
  selected = names.reduce((set, name) => set.enrich(findEnrichment(name)) as AnyCorpus, selected);
  return flags.dropFailed ? selected.filterFailed() : selected;
}

async function print(selected: AnyCorpus, { output, signal }: CorpusContext): Promise<RunReport> {
  const { toLineage } = await import('../../corpus/output/lineage.ts');
  return selected.forEach(async (record) => {
    if (!output.isClosed && !signal.aborted) await output.records([toLineage(record.toView())]);
  });
}

async function save(
  selected: AnyCorpus,
  out: string,
  { flags, log }: CorpusContext,
): Promise<SaveReport> {
  const { findPath, toColumns } = await import('../../corpus/output/column-names.ts');
  const paths = [...selected.step.plan.wantedPaths];
  const texts = flags.columns?.split(',').map((text) => text.trim());
  const explode = flags.explode === undefined ? undefined : findPath(flags.explode, paths);
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

function describeLoss({ file, place, url, reason }: CorpusLoss): string {
  const where = place === undefined ? file : `${file} at ${place}`;
  return url === undefined ? `${where}: ${reason}` : `${where} (${url}): ${reason}`;
}

function summary(report: RunReport & Partial<SaveReport>): string {
  const { index, archives, steps, failures } = report;
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const count = report.written ?? steps.at(-1)?.out ?? 0;
  const read = `${index.lines} index lines looked at, ${archives.records} records opened (${formatSize(archives.bytes)})`;
  return `${count} records; ${read}${failed > 0 ? `, ${failed} derivations failed` : ''}.`;
}
