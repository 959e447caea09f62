// The health of one archive file: what it holds and what of it cannot be read.
import type { Loss, LossReason } from '../../model/capture.ts';
import type { ByteSource } from '../source/source.ts';
import { wrongDigestOf } from './digest-check.ts';
import { ArchiveReader, type ReadOptions } from './reader.ts';
import type { ArchiveRecord } from './record.ts';

/** What reading an archive from end to end found. */
export interface Health {
  readonly file: string;
  readonly bytes: number;
  readonly records: number;
  /** Number of records by type. */
  readonly types: Readonly<Record<string, number>>;
  /** Formats met: `warc 1.0`, `arc 1` and the like. */
  readonly formats: Readonly<Record<string, number>>;
  /** Records that were read but are cut short or otherwise damaged. */
  readonly damagedRecords: number;
  /** Records whose body breaks off inside its codings or is damaged by them. */
  readonly brokenBodies: number;
  /** Records in compressed members that hold several: no index can point at them. */
  readonly sharedRecords: number;
  /** Losses in the order they were met, at most `maxLosses`. */
  readonly losses: readonly Loss[];
  /** Number of losses by reason, all of them. */
  readonly lossCounts: Readonly<Partial<Record<LossReason, number>>>;
  readonly skippedBytes: number;
}

/** Options of `examineArchive`. */
export interface ExamineOptions extends Pick<ReadOptions, 'signal' | 'dictionary'> {
  /** Losses kept one by one; the counts go on. Default 1000. */
  readonly maxLosses?: number;
  /** Called for every record when its body has been read; the record is valid during the call. */
  readonly onRecord?: (record: ArchiveRecord) => void;
  /** Called about once a megabyte with the bytes read so far. */
  readonly onProgress?: (bytes: number, records: number) => void;
}

/** Reads a source from end to end, bodies too, and tells what it holds. Memory stays bounded. */
export async function examineArchive(
  source: ByteSource,
  options: ExamineOptions = {},
): Promise<Health> {
  const maxLosses = options.maxLosses ?? 1000;
  const types: Record<string, number> = {};
  const formats: Record<string, number> = {};
  const lossCounts: Partial<Record<LossReason, number>> = {};
  const losses: Loss[] = [];
  let skippedBytes = 0;
  let records = 0;
  let damagedRecords = 0;
  let brokenBodies = 0;
  let sharedRecords = 0;
  let nextReport = 0;
  const lose = (loss: Loss): void => {
    if (losses.length < maxLosses) losses.push(loss);
    lossCounts[loss.reason] = (lossCounts[loss.reason] ?? 0) + 1;
    skippedBytes += loss.skippedBytes;
  };
  const reader = new ArchiveReader(source, { ...options, onLoss: lose });
  const isLocal = source.readSync !== undefined;
  while (options.signal?.aborted !== true) {
    const record = isLocal ? reader.next() : await reader.nextAsync();
    if (record === undefined) break;
    records++;
    count(types, record.type || 'unknown');
    count(formats, `${record.header.format} ${record.header.version || 'unknown'}`);
    const wrong = wrongDigestOf(record);
    if (wrong !== undefined) lose(toLoss(record, wrong));
    const isWhole = isLocal ? record.writeBody(keepOn) : await record.pipeBody(keepOn);
    if (record.damage !== undefined) damagedRecords++;
    else if (!isWhole) brokenBodies++;
    if (!record.isAddressable) sharedRecords++;
    options.onRecord?.(record);
    if (reader.position >= nextReport) {
      options.onProgress?.(reader.position, records);
      nextReport = reader.position + PROGRESS_BYTES;
      await pause();
    }
  }
  options.onProgress?.(reader.position, records);
  return {
    file: source.name,
    bytes: source.size,
    records,
    types,
    formats,
    damagedRecords,
    brokenBodies,
    sharedRecords,
    losses,
    lossCounts,
    skippedBytes,
  };
}

function toLoss({ file, offset }: ArchiveRecord, wrong: 'block' | 'payload'): Loss {
  const detail = `the one of the ${wrong}`;
  return { kind: 'loss', file, offset, reason: 'digest', skippedBytes: 0, detail };
}

const PROGRESS_BYTES = 1 << 20;

const keepOn = (): boolean => true;

function count(counts: Record<string, number>, name: string): void {
  // The names come from the file: a cap keeps a hostile one from filling the memory with them.
  const key = name in counts || Object.keys(counts).length < 100 ? name : 'other';
  counts[key] = (counts[key] ?? 0) + 1;
}

/** Lets signals and timers through between two stretches of synchronous work. */
function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
