// The promise of the archive reader under damage: no crash, no hang, no lost neighbour.
import { createHash } from 'node:crypto';
import { ArchiveReader } from '../../src/archive/read/reader.ts';
import { memorySource } from '../../src/archive/source/source.ts';
import { mutate } from './mutate.ts';
import { createRandom } from './random.ts';

/** An undamaged archive to start from. */
export interface Seed {
  readonly name: string;
  readonly bytes: Buffer;
  /** Bytes at the start without which no record can be read: the dictionary of a zstd file. */
  readonly dictionaryBytes?: number;
}

/** A broken promise, with all that is needed to see it again. */
export interface Failure {
  readonly seed: string;
  readonly run: number;
  readonly detail: string;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly fingerprint: string;
}

/** Damages each seed in turn, `runs` times in all, and returns every broken promise. */
export function fuzzArchives(
  seeds: readonly Seed[],
  options: { readonly runs: number; readonly firstRun?: number; readonly maxMsPerRun: number },
): Failure[] {
  const known = seeds.map((seed) => ({ seed, records: readAll(seed.bytes) }));
  const failures: Failure[] = [];
  const first = options.firstRun ?? 0;
  for (let run = first; run < first + options.runs; run++) {
    const chosen = known[run % known.length];
    if (chosen === undefined) break;
    const detail = attempt(chosen.seed, chosen.records, run, options.maxMsPerRun);
    if (detail !== undefined) failures.push({ seed: chosen.seed.name, run, detail });
  }
  return failures;
}

function attempt(
  seed: Seed,
  records: readonly Found[],
  run: number,
  maxMs: number,
): string | undefined {
  const damage = mutate(seed.bytes, createRandom(run));
  const started = performance.now();
  let after: Found[];
  try {
    after = readAll(damage.bytes);
  } catch (thrown) {
    return `threw ${String(thrown)}`;
  }
  const took = performance.now() - started;
  if (took > maxMs) return `took ${Math.round(took)} ms`;
  if (damage.start < (seed.dictionaryBytes ?? 0)) return undefined;
  const lost = records.find((record) => {
    if (record.end <= damage.start) return !isFound(record, 0, after);
    return record.start >= damage.end && !isFound(record, damage.shift, after);
  });
  if (lost === undefined) return undefined;
  return `${damage.kind} ${damage.start}..${damage.end} lost the record at ${lost.start}..${lost.end}`;
}

/**
 * Whether a record is still there, in a member that holds its bytes: that may begin earlier, because
 * the torn header of a gzip member can take what follows for a name of its file.
 */
function isFound(record: Found, shift: number, after: readonly Found[]): boolean {
  const start = record.start + shift;
  const end = record.end + shift;
  return after.some(
    (found) => found.fingerprint === record.fingerprint && found.start <= start && found.end >= end,
  );
}

/** All records that an index can point at, with a fingerprint of what they hold. */
function readAll(bytes: Buffer): Found[] {
  const found: Found[] = [];
  const reader = new ArchiveReader(memorySource(bytes), { bufferLimit: 1 << 20 });
  for (const record of reader) {
    record.readBody({ maxBytes: 1 << 20 });
    if (!record.isAddressable || record.isStreamed) continue;
    const hash = createHash('sha1').update(record.block).digest('hex');
    const end = record.offset + (record.storedLength ?? 0);
    const fingerprint = `${record.type} ${record.url} ${record.time} ${hash}`;
    // A record that is damaged already has no end of its own that it could keep.
    if (record.damage === undefined) found.push({ start: record.offset, end, fingerprint });
  }
  return found;
}
