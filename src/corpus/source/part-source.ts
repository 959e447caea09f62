// A share of a source for one of many machines: a range of keys, cut where one URL ends and another begins.
import type { InputPart } from '../../support/input-part.ts';
import { compareBytewise } from '../where/key-ranges.ts';
import type { KeyRange, Where } from '../where/where.ts';
import type { CaptureBatch, CaptureOptions, CaptureSource } from './capture-source.ts';

/** A source that can tell keys of its captures in even steps. */
export interface DivisibleSource extends CaptureSource {
  /** Keys in the order of their bytes, about so many, as evenly spread over the captures as can be told without reading them. */
  sampleKeys(count: number, signal?: AbortSignal): Promise<readonly string[]>;
}

/** Behind every key. */
const END = '\u{10ffff}\u{10ffff}';
/** Samples for each part: parts differ by about a tenth. */
const SAMPLES_EACH = 100;

/**
 * One of some parts. All captures of a URL are in one of them, parts come in the order of keys, and depend on nothing but the index:
 * each machine that has the same index works out the same ones.
 */
export async function partSource(
  source: DivisibleSource,
  { number, count }: InputPart,
  signal?: AbortSignal,
): Promise<CaptureSource> {
  const samples = await source.sampleKeys(count * SAMPLES_EACH, signal);
  const keyAt = (part: number) => samples[Math.floor((part * samples.length) / count)] ?? END;
  const range: KeyRange = {
    start: number === 1 ? '' : keyAt(number - 1),
    end: number === count ? END : keyAt(number),
  };
  const isIn = (key: string) =>
    compareBytewise(key, range.start) >= 0 && compareBytewise(key, range.end) < 0;
  return {
    inputs: source.inputs,
    isSorted: source.isSorted,
    part: { number, count },
    explain(where) {
      const { text, isScan } = source.explain(where);
      return { text: `part ${number}/${count}, ${describe(range)}: ${text}`, isScan };
    },
    async *captures(
      where: Where | undefined,
      options: CaptureOptions = {},
    ): AsyncGenerator<CaptureBatch> {
      if (compareBytewise(range.start, range.end) >= 0) return;
      for await (const batch of source.captures(where, { ...options, range })) {
        yield { ...batch, captures: batch.captures.filter(({ surt }) => isIn(surt)) };
      }
    },
    locate: (file) => source.locate(file),
    ...(source.replay && { replay: (capture) => source.replay?.(capture) }),
    // Originals of revisits may be in any part.
    findOriginal: (target, asked) => source.findOriginal(target, asked),
    close: () => source.close(),
  };
}

function describe({ start, end }: KeyRange): string {
  return `keys from ${start === '' ? 'the first' : start} up to ${end === END ? 'the last' : end}`;
}
