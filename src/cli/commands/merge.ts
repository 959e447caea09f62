// `pinakes merge`: several libraries become one.
import { resolve } from 'node:path';
import type { Library } from '../../index/index.ts';
import type { KeptArchives } from '../../pipeline/kept-archives.ts';
import type { MergeProgress } from '../../pipeline/merge.ts';
import { PinakesError } from '../../support/errors.ts';
import { createLossList } from '../archive-inputs.ts';
import { defineCommand } from '../command.ts';
import { forWriting, LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';

/** Joins libraries. */
export const merge = defineCommand({
  name: 'merge',
  summary: 'merge libraries and results of steps, without reading archives again',
  description: `Produces the library that ingesting all files of these libraries would give. The order of the libraries, and
files that are in several of them, make no difference: a file is identified by its bytes, and stays in all its
collections. A takedown in any of them applies to the result. Thumbnails are copied.

A result of \`pinakes run-steps --for-library\`, or of a job on Spark with that option, stands for a library of the archives that it
read. Results that it joined are named as well. Thumbnails are not part of it: \`pinakes enrich\` creates them.

The sources are only read. The target may be new, or have files of its own. All must have been
created with the same --dedupe and --referenced-only. After an interruption the same command resumes.`,
  examples: [
    {
      does: 'Two machines ingested half of a crawl each',
      line: 'pinakes merge first second --library whole',
    },
    { does: 'Add a library to another', line: 'pinakes merge new-crawl --library my-library' },
    {
      does: 'A library of what steps have read and kept',
      line: 'pinakes merge found --library my-library',
    },
  ],
  arguments: {
    source: {
      help: 'folders of libraries, or of results of steps',
      repeatable: true,
      required: true,
    },
  },
  flags: { library: LIBRARY_FLAG },
  async run({ args, flags, host, log, output, signal, startProgress }) {
    const started = performance.now();
    const folder = libraryFolder(host, flags.library, 'merge');
    const folders = [...new Set(args.source.map((path) => resolve(host.cwd, path)))];
    if (folders.includes(folder)) {
      const detail = 'A library cannot be merged into itself.';
      throw new PinakesError('USAGE', { command: 'merge', detail });
    }
    const { openLibrary } = await import('../../index/index.ts');
    const { mergeLibraries } = await import('../../pipeline/merge.ts');
    const { toMergeReport } = await import('../../pipeline/merge-report.ts');
    const { isStepsResult, openKeptArchives } = await import('../../pipeline/kept-archives.ts');
    const sources: Library[] = [];
    const kept: KeptArchives[] = [];
    try {
      for (const path of folders) {
        if (isStepsResult(path)) kept.push(await openKeptArchives(path));
        else sources.push(await openLibrary(path));
      }
      const { mode = 'compact', referencedOnly = false } = [...sources, ...kept][0]?.settings ?? {};
      const create = { mode, referencedOnly };
      return await useLibrary(folder, forWriting(create), async (target) => {
        const losses = createLossList();
        const progress = startProgress({ unit: 'files' });
        const onProgress = (step: MergeProgress): void => {
          if (step.step === 'copying') progress.advance(1, 0, step.file);
          else if (step.step === 'settling') progress.advance(0, 0, 'settling revisits');
          else if (step.step === 'thumbnails')
            progress.advance(0, 0, `thumbnails: ${step.done} of ${step.total}`);
          else progress.advance(0, 0, `indexing ${step.done} of ${step.total} addresses`);
        };
        const outcome = await mergeLibraries({
          sources,
          kept,
          target,
          signal,
          onLoss: losses.add,
          onSkipped: (source, { name }, reason, detail) => {
            const from = name === source.folder ? name : `${name} of ${source.folder}`;
            if (reason === 'superseded') log.warn(`${from}: another state of the file is kept.`);
            if (reason === 'unreadable') log.warn(`${from} is not whole: ${detail}`);
          },
          onProgress,
        }).finally(() => progress.stop());
        if (signal.aborted) return 3;
        losses.tell(log);
        const seconds = (performance.now() - started) / 1000;
        const report = await toMergeReport(target, outcome, { libraries: folders.length, seconds });
        if (flags.json) await output.json(report);
        else {
          await output.lines([
            `${report.files} files of ${report.libraries} sources, ${report.knownFiles} known already: ${report.pages} pages, ` +
              `${report.imageCaptures} image captures, ${report.references} references.`,
            `${report.matched.pairs} image-page pairs, ${report.matched.bySurt} by address; ` +
              `${report.matched.indexed} images in the library.`,
          ]);
        }
        return outcome.losses + outcome.failed > 0 ? 3 : 0;
      });
    } finally {
      for (const source of sources) source.close();
    }
  },
});
