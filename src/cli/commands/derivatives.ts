// `pinakes derivatives`: the standard data sets that researchers know from the Archives Unleashed Toolkit, in one reading.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { PinakesError } from '../../support/errors.ts';
import { ARCHIVE_PATHS, WORKERS_FLAG } from '../archive-inputs.ts';
import { defineCommand } from '../command.ts';
import { CORPUS_FLAGS, watchCorpus } from '../corpus-reading.ts';
import { resolveInput } from '../library-flags.ts';
import { printable } from '../terminal.ts';
import { formatSize } from '../units.ts';

/** Makes derivatives. */
export const derivatives = defineCommand({
  name: 'derivatives',
  summary: 'write the standard data sets of the Archives Unleashed Toolkit into a folder',
  description: `Reads archives once and writes a folder of tables and graphs, in the columns of the Archives Unleashed Toolkit
(docs/derivatives.md): domains by frequency; the graph of domains as CSV, GEXF and GraphML; pages with language and text;
main texts; links; images of pages; and tables of images, PDF files, audio, video, word processor files, spreadsheets and
presentations, with types detected from the bytes. A manifest documents what was read and done.

Memory use does not grow with the archives. After an interruption the same command resumes.

The exit code is 1 if there was nothing to extract, 3 if something could not be read.`,
  examples: [
    {
      does: 'All derivatives of a crawl',
      line: 'pinakes derivatives crawl/*.warc.gz --out derivatives/',
    },
    {
      does: 'Those of one site and year, compressed',
      line: "pinakes derivatives crawl/ --where 'host=*.example.org year=2011' --gzip --out example-2011/",
    },
  ],
  arguments: { path: ARCHIVE_PATHS },
  flags: {
    out: {
      type: 'string',
      placeholder: 'DIR',
      sources: [],
      help: 'folder to write into (required); created if it does not exist',
    },
    ...CORPUS_FLAGS,
    gzip: { type: 'boolean', sources: [], help: 'compress the tables (.csv.gz)' },
    force: { type: 'boolean', sources: [], help: 'replace derivatives that are there' },
    workers: WORKERS_FLAG,
  },
  async run({ args, flags, host, log, output, signal, startProgress }) {
    if (flags.out === undefined) throw wrongUse('--out is missing.');
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(flags.out)) {
      throw new PinakesError('OUTPUT_REMOTE', { output: flags.out });
    }
    if (args.path.length === 0 && flags.library === undefined) {
      throw wrongUse('No archive is given.');
    }
    const { DERIVATIVE_CAPTURES, openCorpus, saveDerivatives } = await import(
      '../../corpus/corpus.ts'
    );
    const { derivativesManifestOf } = await import('../../corpus/derivatives/derivatives.ts');
    const out = resolve(host.cwd, flags.out);
    if (!flags.force && existsSync(derivativesManifestOf(out))) {
      throw new PinakesError('OUTPUT_EXISTS', { output: out });
    }
    const watch = watchCorpus(startProgress({ unit: 'captures' }));
    const resolveAll = (paths: readonly string[]) => paths.map((path) => resolveInput(host, path));
    const opened = await openCorpus(resolveAll(args.path), {
      ...(flags.cdx.length > 0 && { cdx: resolveAll(flags.cdx) }),
      ...(flags.library !== undefined && { library: resolve(host.cwd, flags.library) }),
      workers: flags.workers,
      signal,
      ...watch.options,
    });
    try {
      const all = [DERIVATIVE_CAPTURES, ...flags.where].reduce(
        (set, condition) => set.where(condition),
        opened as import('../../corpus/corpus.ts').Corpus,
      );
      const selected = flags.latestPerUrl ? all.latestPerUrl() : all;
      const report = await saveDerivatives(selected, out, { isCompressed: flags.gzip });
      watch.stop();
      watch.tell(log, report.lossCount);
      if (flags.json) await output.json(report);
      else {
        const lines = report.files.map(
          ({ path, bytes }) => `${formatSize(bytes).padStart(9)}  ${printable(path)}`,
        );
        await output.lines(lines);
      }
      const taken = report.steps[0]?.out ?? 0;
      return report.lossCount > 0 ? 3 : taken > 0 ? 0 : 1;
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
      log.note('Stopped. The same command goes on from here.');
      return 3;
    } finally {
      watch.stop();
      await opened.close();
    }
  },
});

function wrongUse(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'derivatives', detail });
}
