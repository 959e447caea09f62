// `pinakes pack`: the folder of a static site becomes a WARC file.
import { resolve } from 'node:path';
import type { PackReport, SkipReason } from '../../archive/write/pack.ts';
import { parseTimestamp, toIsoTime, toTimestamp } from '../../model/timestamp.ts';
import { PinakesError } from '../../support/errors.ts';
import { defineCommand } from '../command.ts';
import { printable } from '../terminal.ts';
import { formatSize } from '../units.ts';

/** Packs a folder and says what was packed and what was left out. */
export const pack = defineCommand({
  name: 'pack',
  summary: 'turn the folder of a static site into a WARC file',
  description: `Writes one record for each file of the folder, as if a server had answered for it at the given
URL and time, and an index (CDXJ) beside the WARC. The same folder and the same flags give the same bytes. Run it again
with another time and another output for a further capture of a site that has changed.

An index.html, or else index.htm, is captured as its folder: a/index.html becomes URL/a/. Other files keep
their names. Hidden files (but .well-known) and links that lead out of the folder are left out and
reported; so are names that are not UTF-8 and files that cannot be read, and then the exit code is 3.`,
  examples: [
    {
      does: 'A site as it was on 1 May 2003',
      line: 'pinakes pack site/ --base-url http://www.example.com/ --time 20030501 --out site.warc.gz',
    },
    {
      does: 'A home page below a path of its host',
      line: 'pinakes pack me/ --base-url http://home.example.net/~me/ --out me.warc.gz',
    },
  ],
  arguments: { dir: { help: 'folder of the site', required: true } },
  flags: {
    baseUrl: {
      type: 'string',
      placeholder: 'URL',
      sources: [],
      help: 'URL of the folder, http or https (required)',
    },
    out: {
      type: 'string',
      placeholder: 'FILE',
      sources: [],
      help: 'file to write (required), compressed when its name ends in .gz',
    },
    time: {
      type: 'string',
      placeholder: 'TIME',
      sources: [],
      help: 'time of capture, 4 to 14 digits or ISO 8601; the present by default',
    },
    keepIndexNames: { type: 'boolean', help: 'capture index pages under their own names' },
    force: { type: 'boolean', sources: [], help: 'replace the output if it exists' },
  },
  async run({ args, flags, host, log, output, signal, startProgress }) {
    const { baseUrl, out } = flags;
    if (baseUrl === undefined) throw wrongUse('--base-url is missing.');
    if (out === undefined) throw wrongUse('--out is missing.');
    const time = flags.time === undefined ? toTimestamp(new Date()) : parseTimestamp(flags.time);
    if (time === undefined) throw wrongUse(`--time ${flags.time} is no time.`);
    const { packFolder, SKIP_REASONS } = await import('../../archive/write/pack.ts');
    const progress = startProgress({ unit: 'files' });
    const report = await packFolder(resolve(host.cwd, args.dir), {
      baseUrl,
      out: resolve(host.cwd, out),
      time,
      force: flags.force,
      keepIndexNames: flags.keepIndexNames,
      signal,
      onFile: (path, bytes) => progress.advance(1, bytes, path),
    }).finally(() => progress.stop());
    if (flags.json) await output.json({ ...report, time: toIsoTime(report.time) });
    else await output.text(describe(report));
    const lost = report.skipped.filter(({ reason }) => LOSSES.has(reason));
    for (const { path, reason } of lost) log.warn(`${path} was left out: ${SKIP_REASONS[reason]}.`);
    return lost.length > 0 ? 3 : report.files === 0 ? 1 : 0;
  },
});

/** What is left out through no choice of ours. */
const LOSSES: ReadonlySet<SkipReason> = new Set(['unreadable', 'bad-name'] as const);

function wrongUse(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'pack', detail });
}

function describe({ out, files, bytes, baseUrl, time, skipped }: PackReport): string {
  const left = skipped.length === 0 ? '' : `, ${skipped.length} left out`;
  const packed = `${files} ${files === 1 ? 'file' : 'files'} (${formatSize(bytes)})`;
  return printable(`${out}: ${packed}${left}, as ${baseUrl} at ${toIsoTime(time)}`);
}
