// `pinakes enrich`: finds out what the pixels of images tell.

import { WORKERS_FLAG } from '../archive-inputs.ts';
import { defineCommand } from '../command.ts';
import {
  ENRICH_FLAG,
  forWriting,
  LIBRARY_FLAG,
  libraryFolder,
  useLibrary,
} from '../library-flags.ts';

/** Failures that are told one by one. */
const MAX_TOLD = 20;

/** Makes or renews facts. */
export const enrich = defineCommand({
  name: 'enrich',
  summary: 'analyse the pixels of images: thumbnails, colours, hashes and more',
  description: `Analyses the pixels of the images in a library and stores the results: thumbnails, colours and more, or the
reason why there are none. Each image is read and decoded once. Known results are skipped; results from an older
version are used until \`--outdated\` renews them, and \`--failed\` retries images that could not be decoded.

You can interrupt it at any time: the same command resumes. \`pinakes ingest\` does the same for new
images; \`pinakes stats\` shows what is done, failed, outdated and missing.`,
  examples: [
    { does: 'What ingest left out', line: 'pinakes enrich --library my-library' },
    {
      does: 'Words on posters, signs and scans, too',
      line: 'pinakes enrich --enrich ocr --library my-library',
    },
    {
      does: 'After an update of Pinakes',
      line: 'pinakes enrich --library my-library --outdated',
    },
  ],
  arguments: {},
  flags: {
    library: LIBRARY_FLAG,
    only: {
      type: 'string',
      placeholder: 'NAME',
      sources: [],
      help: 'only the results of this producer, such as nsfw',
    },
    enrich: ENRICH_FLAG,
    outdated: {
      type: 'boolean',
      sources: [],
      help: 'renew facts of other versions or settings, too',
    },
    failed: {
      type: 'boolean',
      sources: [],
      help: 'try again images that told nothing',
    },
    workers: WORKERS_FLAG,
  },
  async run({ flags, host, log, output, signal, startProgress }) {
    const started = performance.now();
    const folder = libraryFolder(host, flags.library, 'enrich');
    const { producersWith, readModels } = await import('../../enrich/enrich.ts');
    const { enrichImages } = await import('../../pipeline/enrich-images.ts');
    const { collectFactStats } = await import('../../pipeline/fact-stats.ts');
    const { usual, optional } = producersWith(await readModels(folder));
    const names = [...usual, ...optional].map(({ name }) => name);
    if (flags.only !== undefined && !names.includes(flags.only)) {
      const { PinakesError } = await import('../../support/errors.ts');
      throw new PinakesError('PRODUCER_UNKNOWN', { name: flags.only, known: names.join(', ') });
    }
    return useLibrary(folder, forWriting(), async (library) => {
      let progress: ReturnType<typeof startProgress> | undefined;
      let seen = 0;
      let failures = 0;
      const outcome = await enrichImages(library, {
        only: flags.only === undefined ? undefined : [flags.only],
        also: flags.enrich,
        isOutdatedWanted: flags.outdated,
        isFailedWanted: flags.failed,
        workers: flags.workers,
        signal,
        onProgress: (done, total) => {
          progress ??= startProgress({ unit: 'images', total });
          progress.advance(done - seen);
          seen = done;
        },
        onFailure: ({ url, file, offset, reason }) => {
          if (++failures <= MAX_TOLD) log.warn(`${url} (${file} at ${offset}): ${reason}`);
        },
      }).finally(() => progress?.stop());
      if (failures > MAX_TOLD) log.warn(`and ${failures - MAX_TOLD} more images`);
      if (signal.aborted) return 3;
      const { made, failed, skipped, reasons } = outcome;
      const report = {
        made,
        failed,
        skipped,
        reasons: Object.entries(reasons).map(([reason, count]) => ({ reason, count })),
        facts: await collectFactStats(library),
        seconds: Math.round(performance.now() - started) / 1000,
      };
      if (flags.json) await output.json(report);
      else {
        await output.lines([
          `${made} images looked at, ${failed} tell nothing, ${skipped} could not be read.`,
        ]);
      }
      return skipped > 0 ? 3 : 0;
    });
  },
});
