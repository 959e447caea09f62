// `pinakes demo`: the program at work on data it brings along.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseTimestamp } from '../../model/timestamp.ts';
import { defineCommand } from '../command.ts';
import { entriesOf, linesOf } from '../index-lines.ts';

/** Packs the bundled site into an archive and prints its index. */
export const demo = defineCommand({
  name: 'demo',
  summary: 'show the program at work on bundled data',
  description: `Packs a small bundled site into WARC files, as captured in two different years, and prints their index.
Nothing outside a temporary folder is written.`,
  examples: [{ does: 'See it work', line: 'pinakes demo' }],
  arguments: {},
  flags: {},
  async run({ log, output, flags, signal }) {
    const { packFolder } = await import('../../archive/write/pack.ts');
    const { indexArchives } = await import('../../pipeline/index-archives.ts');
    const { parseCdxLine } = await import('../../archive/cdx/cdx.ts');
    const site = fileURLToPath(new URL('../../../demo/site', import.meta.url));
    const folder = await mkdtemp(join(tmpdir(), 'pinakes-demo-'));
    try {
      const inputs = [];
      for (const digits of ['20030501120000', '20110917083000']) {
        const time = parseTimestamp(digits);
        if (time === undefined) throw new Error(`pinakes: ${digits} is no time`);
        const out = join(folder, `bridges-${digits}.warc.gz`);
        await packFolder(site, { baseUrl: 'http://bridges.example/', out, time, signal });
        inputs.push({ kind: 'file' as const, name: out, location: out });
      }
      const index = await indexArchives(inputs, { format: 'cdxj', signal });
      if (flags.json) await output.records(entriesOf(linesOf(index.pieces()), parseCdxLine));
      else await output.lines(linesOf(index.pieces()));
      const { records, lines } = index.report;
      log.note(`Packed a site twice and indexed it: ${records} records, ${lines} index lines.`);
      return 0;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
