// Reading an archive from start to end, against warcio.js.
import { formatSize } from '../../src/cli/units.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { cpuRatio, cpuSecondsOf, interleave } from '../harness/sample.ts';
import { runSubject } from '../harness/subject.ts';

type ParsePinakes = typeof import('../subjects/parse-pinakes.ts');
type ParseWarcio = typeof import('../subjects/parse-warcio.ts');
type ListPinakes = typeof import('../subjects/list-pinakes.ts');
type ListWarcio = typeof import('../subjects/list-warcio.ts');

/** Speed of a full parse with body decoding. */
export const fullParse: Benchmark = {
  name: 'full-parse',
  about: `The whole archive is read; record and HTTP headers are parsed, lengths and checksums checked, all bodies decoded.
[warcio.js](https://github.com/webrecorder/warcio.js) reads the same file with \`WARCParser\` and \`readFully(true)\`. Before anything is measured, both
must have found the same records with the same decoded bodies; those in brotli are left out of the comparison, since warcio.js does not
decode them.`,
  async run({ inputs: { archive: file, archiveBytes }, rounds }) {
    await checkAgreement(file);
    const { pinakes, warcio } = await interleave(rounds, {
      pinakes: () => runSubject<ParsePinakes>('parse-pinakes', { file }),
      warcio: () => runSubject<ParseWarcio>('parse-warcio', { file }),
    });
    const seconds = cpuSecondsOf(pinakes);
    const { records } = pinakes[0]!.result;
    const megabytes = archiveBytes / 1e6;
    const size = formatSize(archiveBytes);
    return [
      { name: `Pinakes, ${size}`, value: megabytes / seconds, unit: 'MB/CPU-s' },
      { name: `Pinakes, ${size}`, value: records / seconds, unit: 'records/CPU-s' },
      { name: `warcio.js, ${size}`, value: megabytes / cpuSecondsOf(warcio), unit: 'MB/CPU-s' },
      {
        name: 'Pinakes to warcio.js',
        value: cpuRatio(warcio, pinakes),
        unit: 'times',
        goal: { bound: 'at least', value: 4, stretch: 8 },
      },
    ];
  },
};

/** A reader that leaves something out would win. */
async function checkAgreement(file: string): Promise<void> {
  const { result: ours } = await runSubject<ListPinakes>('list-pinakes', { file });
  const { result: theirs } = await runSubject<ListWarcio>('list-warcio', { file });
  for (let at = 0; at < Math.max(ours.length, theirs.length); at++) {
    if (ours[at] === theirs[at]) continue;
    throw new Error(
      `${file}: record ${at} is "${ours[at]}" for Pinakes and "${theirs[at]}" for warcio.js`,
    );
  }
}
