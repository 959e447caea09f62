// `pinakes index`: an index elsewhere that many servers can ask, kept like a library.
import { resolve } from 'node:path';
import type { SyncSource } from '../../pipeline/sync-index.ts';
import { defineCommand } from '../command.ts';
import { INDEX_FLAG, indexAddress, MIN_REPLICAS_FLAG, REPLICAS } from '../index-flags.ts';
import { LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';
import { describeSync, syncToIndex } from '../sync-to-index.ts';

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
      default: REPLICAS,
      placeholder: 'N',
      help: 'copies of each part of a collection that is made',
    },
    minReplicas: MIN_REPLICAS_FLAG,
  },
  async run(context) {
    const { args, flags, host, output, signal } = context;
    const started = performance.now();
    const address = indexAddress(flags.index, 'index');
    if (args.action === 'create') {
      const { openWritableSolrIndex } = await import('../../solr/solr.ts');
      const { shards, replicas, fresh } = flags;
      const credentials = host.env['PINAKES_SOLR_AUTH'];
      await openWritableSolrIndex(address, {
        ...{ shards, replicas, isFresh: fresh, credentials, signal },
      });
      if (flags.json) await output.json({ index: address });
      return 0;
    }
    const sync = async (source: SyncSource, from: { library: string } | { folder: string }) => {
      const synced = await syncToIndex(source, address, { ...context, target: flags });
      const seconds = (performance.now() - started) / 1000;
      if (flags.json) await output.json({ ...from, ...synced, seconds });
      else await output.text(describeSync(synced));
    };
    if (flags.documents !== undefined) {
      const { openDocumentFiles } = await import('../../pipeline/document-files.ts');
      const result = resolve(host.cwd, flags.documents);
      await sync(await openDocumentFiles(result), { folder: result });
      return 0;
    }
    const folder = libraryFolder(host, flags.library, 'index');
    const { librarySource } = await import('../../pipeline/sync-index.ts');
    await useLibrary(folder, {}, (library) => sync(librarySource(library), { library: folder }));
    return 0;
  },
});
