// Extracting pages, references and images, against the obvious way to do it.
import type { Benchmark } from '../harness/benchmark.ts';
import { cpuRatio, cpuSecondsOf, interleave } from '../harness/sample.ts';
import { runSubject } from '../harness/subject.ts';

type ExtractPinakes = typeof import('../subjects/extract-pinakes.ts');
type ExtractObvious = typeof import('../subjects/extract-obvious.ts');

/** Speed of extraction without thumbnails. */
export const extract: Benchmark = {
  name: 'extract',
  about: `All pages and images of the archive become JSON lines: captions, charsets, languages, sizes from the bytes, SHA-256. The obvious
way (warcio.js for records and keys, cheerio for pages, the caption algorithms as the paper prints them, sharp for the sizes of images) reads a
first part of the archive and still does less: no charset or language detection, no brotli, no frames or metadata, fewer kinds of reference. On shorter
parts the ratio is lower, because our warm-up is longer: see the end of this page.`,
  async run({ inputs, rounds, isQuick }) {
    const whole = { file: inputs.archive, bytes: inputs.archiveBytes };
    const part = isQuick ? whole : await inputs.cut(0, 200_000_000);
    const { ours } = await interleave(rounds, {
      ours: () => runSubject<ExtractPinakes>('extract-pinakes', { file: whole.file }),
    });
    const { pinakes, obvious } = await interleave(Math.min(rounds, 3), {
      pinakes: () => runSubject<ExtractPinakes>('extract-pinakes', { file: part.file }),
      obvious: () => runSubject<ExtractObvious>('extract-obvious', { file: part.file }),
    });
    checkFound(pinakes[0]!.result, obvious[0]!.result);
    const perGigabyte = (seconds: number, bytes: number) => seconds / (bytes / 1e9);
    return [
      {
        name: 'Pinakes, whole archive',
        value: perGigabyte(cpuSecondsOf(ours), whole.bytes),
        unit: 'CPU-s/GB',
        goal: { bound: 'at most', value: 50, stretch: 25 },
      },
      {
        name: 'Pinakes, first part',
        value: perGigabyte(cpuSecondsOf(pinakes), part.bytes),
        unit: 'CPU-s/GB',
      },
      {
        name: 'warcio.js and cheerio, first part',
        value: perGigabyte(cpuSecondsOf(obvious), part.bytes),
        unit: 'CPU-s/GB',
      },
      {
        name: 'Pinakes to the obvious way',
        value: cpuRatio(obvious, pinakes),
        unit: 'times',
        goal: { bound: 'at least', value: 5 },
      },
    ];
  },
};

interface Found {
  readonly pages: number;
  readonly images: number;
  readonly references: number;
}

/** Whoever finds less would win: ours must find at least as much. */
function checkFound(ours: Found, obvious: Found): void {
  const isEnough =
    ours.pages >= obvious.pages &&
    ours.images >= obvious.images &&
    ours.references >= obvious.references;
  if (!isEnough) {
    throw new Error(
      `Pinakes found ${JSON.stringify(ours)}, the obvious way ${JSON.stringify(obvious)}`,
    );
  }
}
