// `pinakes gazetteer`: more places than those that come with Pinakes.
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { messageOf, PinakesError } from '../../support/errors.ts';
import { defineCommand } from '../command.ts';
import { iterateInputLines } from '../input-lines.ts';
import { formatSize } from '../units.ts';

/** Imports place files of others. */
export const gazetteer = defineCommand({
  name: 'gazetteer',
  summary: 'add places to the built-in gazetteer',
  description: `Makes a place file of tables that you have, for \`--places\` of the commands that locate:

- dumps of GeoNames: allCountries.txt, cities500.txt, PT.txt and the like, then alternateNamesV2.txt. Roads, features
  under the sea and most buildings are left out.
- tables with a header and columns name, lat and lon; also read are id, placetype or kind, country or iso_a2,
  population, importance and names, a list parted by |. Exports of Natural Earth and Who's On First look like this.

Files may be compressed (.gz) and are read in the order given: alternate names behind their places. Rows that cannot be
used are counted by reason. Set \`places\` in pinakes.toml to use the file always.`,
  examples: [
    {
      does: 'All of GeoNames',
      line: 'pinakes gazetteer import allCountries.txt alternateNamesV2.txt --out world.places',
    },
    { does: 'Use it', line: "pinakes locate --places world.places 'Serra da Estrela'" },
  ],
  arguments: {
    action: { help: 'what to do', choices: ['import'], required: true },
    file: { help: 'tables of places', repeatable: true },
  },
  flags: {
    out: {
      type: 'string',
      placeholder: 'FILE',
      sources: [],
      default: 'gazetteer.places',
      help: 'where to put the place file',
    },
    attribution: {
      type: 'string',
      placeholder: 'TEXT',
      sources: [],
      default: 'Places: GeoNames (CC BY 4.0)',
      help: 'who is named where these places are shown, as their licence asks',
    },
  },
  async run({ args, flags, host, log, output, signal, startProgress }) {
    if (args.file.length === 0) {
      throw new PinakesError('USAGE', {
        command: 'gazetteer',
        detail: 'No file is given: name the tables to import.',
      });
    }
    const { importPlaces } = await import('../../places/import-places.ts');
    const out = resolve(host.cwd, flags.out);
    const progress = startProgress({ unit: 'rows' });
    let report: Awaited<ReturnType<typeof importPlaces>>;
    try {
      report = await importPlaces(
        args.file.map((file) => ({
          name: file,
          lines: iterateLines(resolve(host.cwd, file), signal),
        })),
        { out, attribution: flags.attribution, onRow: () => progress.advance(1), signal },
      );
    } finally {
      progress.stop();
    }
    if (flags.json) await output.json({ out, ...report });
    else {
      const size = formatSize(report.bytes);
      await output.text(
        `${report.places} places with ${report.names} names, ${size}: ${flags.out}`,
      );
      for (const [reason, count] of Object.entries(report.skipped)) {
        log.note(`${count} rows left out: ${reason}`);
      }
      if (report.strayNames > 0) {
        log.note(`${report.strayNames} alternate names of places that no file gave`);
      }
    }
    return report.places > 0 ? 0 : 1;
  },
});

/** Lines of a file, compressed or not; `undefined` for one that is too long. */
async function* iterateLines(
  path: string,
  signal: AbortSignal,
): AsyncGenerator<string | undefined> {
  const file = createReadStream(path);
  // What goes wrong with the file ends the decompressed stream, too, and is thrown to its reader.
  const input = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
  try {
    for await (const line of iterateInputLines(input, { signal })) {
      yield line.kind === 'line' ? line.text : undefined;
    }
  } catch (cause) {
    throw new PinakesError(
      'INPUT_UNREADABLE',
      { input: path, detail: messageOf(cause) },
      { where: { file: path }, cause },
    );
  } finally {
    file.destroy();
  }
}
