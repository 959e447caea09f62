// `pinakes index`: an index elsewhere that many servers can ask, kept like a library.
import { resolve } from 'node:path';
import type { SyncSource } from '../../pipeline/sync-index.ts';
import { defineCommand } from '../command.ts';
import { INDEX_FLAG, indexAddress, MIN_REPLICAS_FLAG } from '../index-flags.ts';
import { LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';

/** Brings an index in Solr up to date. */
export const index = defineCommand({
  name: 'index',
  summary: 'copy the index of a library to SolrCloud, and keep the copy up to date',
  description: `\`pinakes index sync\` makes a SolrCloud collection contain exactly the documents of a library: it compares all of
them, sends those that differ and deletes those that the library no longer has. After an interruption the same command resumes.
The collection is created if it does not exist; \`pinakes index create\` does only that, for jobs that send documents
themselves. \`pinakes serve --index\` then answers searches from it.

Solr gets text already split into words, finds and counts; Pinakes ranks the results. Up to some ten
million images, the built-in index is faster and needs fewer resources: docs/scale.md has figures.

Give several nodes of the cluster: if one does not respond, the others are tried, for up to a minute. Set
PINAKES_SOLR_AUTH to user:password if the cluster requires it.`,
  examples: [
    {
      does: 'Copy a library to a cluster, or bring the copy up to date',
      line: 'pinakes index sync --library my-library --index solr://h1:8983,h2:8983/images',
    },
    {
      does: 'What `run-steps` made, without a library',
      line: 'pinakes index sync --documents found --index solr://h1:8983,h2:8983/images',
    },
    {
      does: 'Start over, with more shards',
      line: 'pinakes index sync --fresh --shards 8 --library my-library --index solr://h1:8983/images',
    },
  ],
  arguments: { action: { help: 'what to do', choices: ['sync', 'create'], required: true } },
  flags: {
    library: LIBRARY_FLAG,
    documents: {
      type: 'string',
      placeholder: 'DIR',
      sources: [],
      help: 'result of `pinakes run-steps` or of the job for Spark, instead of a library',
    },
    index: INDEX_FLAG,
    fresh: { type: 'boolean', sources: [], help: 'delete the collection first and recreate it' },
    shards: {
      type: 'integer',
      min: 1,
      max: 4096,
      default: 2,
      placeholder: 'N',
      help: 'parts of a collection that is made',
    },
    replicas: {
      type: 'integer',
      min: 1,
      max: 64,
      default: 2,
      placeholder: 'N',
      help: 'copies of each part of a collection that is made',
    },
    minReplicas: MIN_REPLICAS_FLAG,
  },
  async run({ args, flags, host, log, output, signal, startProgress }) {
    const started = performance.now();
    const address = indexAddress(flags.index, 'index');
    const { openWritableSolrIndex } = await import('../../solr/solr.ts');
    const { librarySource, syncIndex } = await import('../../pipeline/sync-index.ts');
    if (args.action === 'create') {
      const { shards, replicas, fresh } = flags;
      const credentials = host.env['PINAKES_SOLR_AUTH'];
      await openWritableSolrIndex(address, {
        ...{ shards, replicas, isFresh: fresh, credentials, signal },
      });
      if (flags.json) await output.json({ index: address });
      return 0;
    }
    const sync = async (source: SyncSource, from: { library: string } | { folder: string }) => {
      let retries = 0;
      const target = await openWritableSolrIndex(address, {
        isFresh: flags.fresh,
        shards: flags.shards,
        replicas: flags.replicas,
        minReplicas: flags.minReplicas,
        credentials: host.env['PINAKES_SOLR_AUTH'],
        signal,
        onRetry: (reason) => {
          if (retries++ === 0) log.warn(`A request is repeated: ${reason}`);
        },
      });
      const progress = startProgress({ unit: 'documents' });
      let done = 0;
      const outcome = await syncIndex({
        source,
        target,
        signal,
        onProgress: (now) => {
          progress.advance(now - done, 0, address);
          done = now;
        },
      }).finally(() => progress.stop());
      await target.writer.close();
      const { replicas } = target.writer;
      const report = {
        ...from,
        index: address,
        ...outcome,
        // Nothing was sent: nobody can tell.
        leastReplicas: Number.isFinite(replicas) ? replicas : null,
        retries,
        seconds: (performance.now() - started) / 1000,
      };
      if (flags.json) await output.json(report);
      else {
        await output.text(
          `${report.documents} documents compared, ${report.sent} sent, ${report.removed} taken out: ${address}`,
        );
      }
      if (replicas < flags.replicas) {
        log.warn(
          `Some changes are on ${replicas} copies only: bring missing nodes back before another is lost.`,
        );
      }
    };
    if (flags.documents !== undefined) {
      const { openDocumentFiles } = await import('../../pipeline/document-files.ts');
      const result = resolve(host.cwd, flags.documents);
      await sync(await openDocumentFiles(result), { folder: result });
      return 0;
    }
    const folder = libraryFolder(host, flags.library, 'index');
    await useLibrary(folder, {}, (library) => sync(librarySource(library), { library: folder }));
    return 0;
  },
});
