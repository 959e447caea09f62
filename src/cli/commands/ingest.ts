// `pinakes ingest`: archives into a library.
import type { IngestProgress, SkipReason } from '../../pipeline/ingest.ts';
import type { IngestReport } from '../../pipeline/ingest-report.ts';
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
import { INDEX_FLAG, MIN_REPLICAS_FLAG, REPLICAS } from '../index-flags.ts';
import {
  ENRICH_FLAG,
  forWriting,
  LIBRARY_FLAG,
  libraryFolder,
  resolveInput,
  useLibrary,
} from '../library-flags.ts';
import { describeSync, syncToIndex } from '../sync-to-index.ts';
import { formatSize } from '../units.ts';

const SKIPPED: Readonly<Record<SkipReason, string>> = {
  known: 'is in the library already',
  copy: 'is a copy of a file in the library',
  moved: 'is a file of the library, which has moved here',
  'taken-down': 'was removed from the library and stays out',
  unreadable: 'could not be read',
  changed:
    'changed while it was read, so nothing of it was stored; ingest it again when nobody writes to it',
  empty: 'is empty: nothing was read from it',
};

/** What somebody should look into. */
const WARNED: readonly SkipReason[] = ['unreadable', 'changed', 'empty'];

/** Reads archives into a library. */
export const ingest = defineCommand({
  name: 'ingest',
  summary: 'read archives into a library, merge duplicates and index them',
  description: `Extracts the images of archives and what pages say about them, merges duplicates and indexes the result. The
library is created if it does not exist. The archives stay where they are: the library stores path, size
and fingerprint, and skips files it knows. If a file has changed, its old contents are replaced.

You can interrupt it at any time, and it survives a power cut: the same command resumes.
The library stays searchable meanwhile.`,
  examples: [
    { does: 'A library from a crawl', line: 'pinakes ingest crawl/ --library my-library' },
    {
      does: 'Another crawl as a collection of its own',
      line: 'pinakes ingest 2010/*.warc.gz --library my-library --collection 2010',
    },
    {
      does: 'The second of ten machines, whose libraries are merged in the end',
      line: 'pinakes ingest crawl/ --part 2/10 --library part-2',
    },
    {
      does: 'What other machines extracted with `extract --for-ingest`',
      line: 'pinakes ingest part-1.ndjson part-2.ndjson.gz --library my-library',
    },
    {
      does: 'What is new goes to a cluster as well',
      line: 'pinakes ingest new/ --library my-library --index solr://h1:8983,h2:8983/images',
    },
  ],
  arguments: { path: { ...ARCHIVE_PATHS, required: true } },
  flags: {
    filesFrom: FILES_FROM_FLAG,
    library: LIBRARY_FLAG,
    collection: {
      type: 'string',
      placeholder: 'NAME',
      help: 'collection the files belong to; `default` for new files',
    },
    dedupe: {
      type: 'choice',
      choices: ['compact', 'oldest', 'full'],
      placeholder: 'MODE',
      help: 'what is kept of duplicates; fixed when a library is made, compact by default',
    },
    referencedOnly: {
      type: 'boolean',
      help: 'leave out images that no page shows; fixed when a library is made',
    },
    minSize: {
      type: 'integer',
      min: 1,
      default: 51,
      placeholder: 'PIXELS',
      help: 'images with a shorter side are left out',
    },
    thumbnails: {
      type: 'boolean',
      default: true,
      help: 'make no thumbnails',
    },
    replay: {
      type: 'boolean',
      default: true,
      help: 'list no records: archived pages cannot be shown then',
    },
    links: {
      type: 'boolean',
      default: true,
      help: 'do not note where pages link: `link:` finds nothing then',
    },
    nsfw: {
      type: 'choice',
      choices: ['on', 'off'],
      default: 'on',
      placeholder: 'ON|OFF',
      help: 'score images for the family filter, where thumbnails are made',
    },
    enrich: ENRICH_FLAG,
    index: {
      ...INDEX_FLAG,
      sources: [],
      help: 'then bring an index in SolrCloud up to date, as `pinakes index sync` does',
    },
    minReplicas: { ...MIN_REPLICAS_FLAG, help: `with --index: ${MIN_REPLICAS_FLAG.help}` },
    part: PART_FLAG,
    workers: WORKERS_FLAG,
  },
  async run(context) {
    const { args, flags, host, log, output, signal, startProgress } = context;
    const started = performance.now();
    const folder = libraryFolder(host, flags.library, 'ingest');
    const { planExtraction } = await import('../../pipeline/extract-plan.ts');
    const { DEFAULT_COLLECTION } = await import('../../pipeline/enter-collection.ts');
    const { ingestArchives } = await import('../../pipeline/ingest.ts');
    const { toIngestReport } = await import('../../pipeline/ingest-report.ts');
    const { librarySource } = await import('../../pipeline/sync-index.ts');
    const { isObservationFile } = await import('../../pipeline/observation-file.ts');
    const { isInPart } = await import('../../support/input-part.ts');
    const part = toPart(flags.part, 'ingest');
    const paths = args.path.map((path) => resolveInput(host, path));
    const observations = paths
      .filter(isObservationFile)
      .filter((path) => part === undefined || isInPart(path, part));
    const rest = paths.filter((path) => !isObservationFile(path));
    const { archives, failed } = await planExtraction(rest, { part });
    for (const { name, reason } of failed) log.warn(`${name} is passed over: ${reason}`);
    const create = {
      ...(flags.dedupe !== undefined && { mode: flags.dedupe }),
      ...(flags.referencedOnly && { referencedOnly: true }),
    };
    return useLibrary(folder, forWriting(create), async (library) => {
      const losses = createLossList();
      const progress = startProgress({
        unit: 'records',
        totalBytes: archives.reduce((sum, { size }) => sum + size, 0),
      });
      const onProgress = (step: IngestProgress): void => {
        if (step.step === 'reading') progress.advance(step.records, step.bytes, step.archive.name);
        else if (step.step === 'settling') progress.advance(0, 0, 'settling revisits');
        else if (step.step === 'enriching')
          progress.advance(0, 0, `looking at ${step.done} of ${step.total} images`);
        else progress.advance(0, 0, `indexing ${step.done} of ${step.total} addresses`);
      };
      const outcome = await ingestArchives({
        library,
        archives,
        observations,
        collection: flags.collection,
        options: { minSide: flags.minSize },
        withCaptures: flags.replay,
        withLinks: flags.links,
        withFacts: flags.thumbnails,
        withNsfw: flags.nsfw === 'on',
        enrich: flags.enrich,
        workers: flags.workers,
        signal,
        onLoss: losses.add,
        onFewerWorkers: (workers) => log.warn(describeFewer(workers)),
        onSkipped: (archive, reason, detail) => {
          progress.advance(0, reason === 'unreadable' ? 0 : archive.size);
          const text = `${archive.name} ${SKIPPED[reason]}${detail === undefined ? '' : `: ${detail}`}`;
          if (WARNED.includes(reason)) log.warn(text);
          else log.note(text);
        },
        onProgress,
      }).finally(() => progress.stop());
      if (signal.aborted) return 3;
      losses.tell(log);
      const seconds = (performance.now() - started) / 1000;
      const collection = flags.collection ?? DEFAULT_COLLECTION;
      const report = await toIngestReport(library, outcome, { collection, seconds });
      const { minReplicas, index } = flags;
      const target = { replicas: REPLICAS, minReplicas };
      const synced =
        index && (await syncToIndex(librarySource(library), index, { ...context, target }));
      if (flags.json) await output.json({ ...report, ...(synced && { index: synced }) });
      else {
        const { matched } = report;
        await output.lines([
          `${report.files} files (${formatSize(report.bytes)}), ${report.records} records: ${report.pages} pages, ` +
            `${report.imageCaptures} image captures, ${report.references} references.`,
          `${matched.pairs} image-page pairs, ${matched.bySurt} by address, ${matched.byDigest} distinct images in ` +
            `${collection}; ${matched.indexed} images in the library.`,
          ...countedLine('Left out', report.rejected),
          ...countedLine('Not readable as a picture', report.enriched.failed),
          ...(synced ? [describeSync(synced)] : []),
        ]);
      }
      const isLossy = outcome.losses + outcome.failed + failed.length > 0;
      return isLossy ? 3 : 0;
    });
  },
});

/** Reasons with their numbers, most frequent first; no line where there are none. */
function countedLine(label: string, reasons: IngestReport['rejected']): string[] {
  if (reasons.length === 0) return [];
  return [`${label}: ${reasons.map(({ reason, count }) => `${count} ${reason}`).join(', ')}.`];
}
