// `pinakes watch`: ingests the archives that arrive in a folder, as a service.
import { resolve } from 'node:path';
import { PinakesError } from '../../support/errors.ts';
import { createLossList, WORKERS_FLAG } from '../archive-inputs.ts';
import { defineCommand } from '../command.ts';
import { forWriting, LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';

/** Watches a folder. */
export const watch = defineCommand({
  name: 'watch',
  summary: 'ingest new archives in a folder as they arrive, until stopped',
  description: `Scans a folder and its subfolders repeatedly, and ingests archives that are new or have changed, once they have not been
written to for a while. The library is locked only while something is ingested, so that other commands can write to it in between;
while one of them does, new archives wait. Unreadable files are reported, and retried when they change.

With --json each round prints one line. docs/library.md has an example for systemd.`,
  examples: [
    {
      does: 'Everything that a crawler puts into a folder',
      line: 'pinakes watch /data/warcs --library my-library',
    },
    {
      does: 'Scan every minute, into a collection',
      line: 'pinakes watch /data/warcs --interval 1m --collection daily --library my-library',
    },
  ],
  arguments: { folder: { help: 'folder to watch', required: true } },
  flags: {
    library: LIBRARY_FLAG,
    collection: {
      type: 'string',
      placeholder: 'NAME',
      help: 'collection the files belong to; `default` for new files',
    },
    interval: {
      type: 'duration',
      default: '10s',
      placeholder: 'TIME',
      help: 'time between two scans',
    },
    settle: {
      type: 'duration',
      default: '5s',
      placeholder: 'TIME',
      help: 'how long a file must be unchanged before it is read',
    },
    thumbnails: { type: 'boolean', default: true, help: 'make no thumbnails' },
    workers: WORKERS_FLAG,
  },
  async run({ args, flags, host, log, output, signal }) {
    const library = libraryFolder(host, flags.library, 'watch');
    const folder = resolve(host.cwd, args.folder);
    const { watchFolder } = await import('../../pipeline/watch-folder.ts');
    const { ingestInputs } = await import('../../pipeline/ingest-inputs.ts');
    log.note(`Watching ${folder}.`);
    await watchFolder({
      folder,
      intervalMs: flags.interval,
      settleMs: flags.settle,
      signal,
      onProblem: (detail) => log.warn(`${detail} (looking again)`),
      onArrival: async (paths) => {
        try {
          return await useLibrary(library, forWriting({}), async (opened) => {
            const losses = createLossList();
            const result = await ingestInputs(opened, paths, {
              collection: flags.collection,
              withFacts: flags.thumbnails,
              workers: flags.workers,
              signal,
              onLoss: losses.add,
              onSkipped: ({ name }, reason, detail) => {
                const isBad = reason === 'unreadable' || reason === 'changed';
                if (isBad)
                  log.warn(`${name}: ${reason}${detail === undefined ? '' : `: ${detail}`}`);
              },
            });
            if (signal.aborted) return false;
            losses.tell(log);
            for (const { name, reason } of result.unreadable) log.warn(`${name}: ${reason}`);
            const { files, known, failed, pages, imageCaptures, references } = result;
            if (flags.json) {
              await output.records([{ files, known, failed, pages, imageCaptures, references }]);
            } else if (files > 0) {
              await output.lines([
                `${files} files: ${pages} pages, ${imageCaptures} image captures, ${references} references.`,
              ]);
            }
            return true;
          });
        } catch (thrown) {
          // Somebody else writes: what has arrived waits.
          if (thrown instanceof PinakesError && thrown.code === 'LIBRARY_LOCKED') return false;
          throw thrown;
        }
      },
    });
    return 0;
  },
});
