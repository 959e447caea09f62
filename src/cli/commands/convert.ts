// `pinakes convert`: whole archives, ARC files above all, as one WARC 1.1 file.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ConvertLoss } from '../../corpus/output/convert-archives.ts';
import { PinakesError } from '../../support/errors.ts';
import { ARCHIVE_PATHS, createLossList } from '../archive-inputs.ts';
import { defineCommand } from '../command.ts';
import { FILES_FROM_FLAG } from '../files-from.ts';
import { resolveInput } from '../library-flags.ts';
import { printable } from '../terminal.ts';
import { formatSize } from '../units.ts';

/** Converts archives. */
export const convert = defineCommand({
  name: 'convert',
  summary: 'convert archives, such as ARC files, to one WARC file',
  description: `Writes every record of the archives into one WARC 1.1 file. ARC records become response records (resource
records if there is no HTTP header) with digests, and keep their header line in the field ARC-Header; the first record of
an ARC file becomes a metadata record. WARC records stay as they are, recompressed if the output format requires it.

The archives are not changed. Records that cannot be read or converted are reported, and the exit code is then 3. To convert a
selection, use pinakes corpus with --out x.warc.gz.`,
  examples: [
    {
      does: 'The ARC files of a crawl as one WARC',
      line: 'pinakes convert crawl-2003/*.arc.gz --out crawl-2003.warc.gz',
    },
  ],
  arguments: { path: { ...ARCHIVE_PATHS, required: true } },
  flags: {
    filesFrom: FILES_FROM_FLAG,
    out: {
      type: 'string',
      placeholder: 'FILE',
      sources: [],
      help: 'file to write (required): .warc.gz or .warc',
    },
    force: { type: 'boolean', sources: [], help: 'replace the output if it exists' },
  },
  async run({ args, flags, host, log, output, signal, startProgress }) {
    if (flags.out === undefined) throw wrongUse('--out is missing.');
    const { outputFormatOf } = await import('../../corpus/output/open-sink.ts');
    if (outputFormatOf(flags.out) !== 'warc')
      throw wrongUse('--out must end in .warc or .warc.gz.');
    const out = resolve(host.cwd, flags.out);
    if (!flags.force && existsSync(out)) throw new PinakesError('OUTPUT_EXISTS', { output: out });
    const { expandInputs } = await import('../../archive/archive.ts');
    const { convertArchives } = await import('../../corpus/output/convert-archives.ts');
    const { inputs } = await expandInputs(args.path.map((path) => resolveInput(host, path)));
    const archives = inputs.map(({ location }) => location).filter((location) => location !== out);
    const progress = startProgress({ unit: 'records' });
    const losses = createLossList();
    const refused: ConvertLoss[] = [];
    const report = await convertArchives(archives, {
      out,
      signal,
      onLoss: (loss) => {
        if (loss.kind !== 'record') losses.add(loss);
        else if (refused.length < MAX_LISTED) refused.push(loss);
      },
      onRecord: (file, bytes) => progress.advance(1, bytes, file),
    }).finally(() => progress.stop());
    losses.tell(log);
    for (const { file, offset, reason } of refused) log.warn(`${file} at ${offset}: ${reason}`);
    if (flags.json) await output.json(report);
    else {
      const { records, converted, bytes } = report;
      const text = `${out}: ${records} records (${formatSize(bytes)}), ${converted} of them from ARC`;
      await output.text(printable(text));
    }
    return report.losses > 0 ? 3 : report.records === 0 ? 1 : 0;
  },
});

/** Records named one by one. */
const MAX_LISTED = 20;

function wrongUse(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'convert', detail });
}
