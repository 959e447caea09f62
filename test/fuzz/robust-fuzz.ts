// The lesser promise under any amount of damage: no crash, no hang, no flood of records.
import { ArchiveReader } from '../../src/archive/read/reader.ts';
import { memorySource } from '../../src/archive/source/source.ts';
import type { Failure, Seed } from './archive-fuzz.ts';
import { mutate } from './mutate.ts';
import { createRandom } from './random.ts';

/** Decoded bytes that are held of one body. */
const MAX_BODY_BYTES = 1 << 20;
/** A header takes some bytes even when compressed: more records than this come from nowhere. */
const MIN_RECORD_BYTES = 4;

/** Damages each seed in two to four places, `runs` times in all, and returns every broken promise. */
export function fuzzRobustly(
  seeds: readonly Seed[],
  options: { readonly runs: number; readonly firstRun?: number; readonly maxMsPerRun: number },
): Failure[] {
  const failures: Failure[] = [];
  const first = options.firstRun ?? 0;
  for (let run = first; run < first + options.runs; run++) {
    const seed = seeds[run % seeds.length];
    if (seed === undefined) break;
    const bytes = damage(seed.bytes, run);
    const started = performance.now();
    const detail = attempt(bytes);
    const took = performance.now() - started;
    if (detail !== undefined) failures.push({ seed: seed.name, run, detail });
    if (took > options.maxMsPerRun) {
      failures.push({ seed: seed.name, run, detail: `took ${Math.round(took)} ms` });
    }
  }
  return failures;
}

function damage(whole: Buffer, run: number): Buffer {
  const random = createRandom(run);
  let bytes = whole;
  for (let count = 2 + random.below(3); count > 0 && bytes.length > 0; count--) {
    bytes = mutate(bytes, random).bytes;
  }
  return bytes;
}

function attempt(bytes: Buffer): string | undefined {
  let records = 0;
  let covered = 0;
  try {
    const reader = new ArchiveReader(memorySource(bytes), {
      bufferLimit: 1 << 16,
      onLoss: ({ offset, skippedBytes }) => {
        if (offset < 0 || offset + skippedBytes > bytes.length) covered = Number.NaN;
        covered += skippedBytes;
      },
    });
    for (const record of reader) {
      records++;
      const body = record.readBody({ maxBytes: MAX_BODY_BYTES });
      if (body.bytes.length > MAX_BODY_BYTES) return 'gave more of a body than asked for';
      if (record.offset < 0 || record.offset >= bytes.length) return 'gave an offset outside';
    }
  } catch (thrown) {
    return `threw ${String(thrown)}`;
  }
  if (!(covered <= bytes.length)) return `skipped ${covered} of ${bytes.length} bytes`;
  if (records > bytes.length / MIN_RECORD_BYTES) return `gave ${records} records`;
  return undefined;
}
