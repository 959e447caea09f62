// Whole archives as one WARC 1.1 file: ARC records converted, WARC records as they are.
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type ArchiveRecord,
  type Capture,
  type Loss,
  openArchive,
  type Timestamp,
} from '../../archive/archive.ts';
import { PinakesError } from '../../support/errors.ts';
import { GrowingFile, openPathOf } from './growing-file.ts';
import { RecordCopier } from './warc-copy.ts';
import { encodeWarcInfo } from './warc-info.ts';

/** How archives are converted. */
export interface ConvertOptions {
  /** File to write: gzip members when its name ends in `.gz`, else plain. It has this name when it is whole. */
  readonly out: string;
  readonly signal?: AbortSignal | undefined;
  /** Called for what could not be read or converted. */
  readonly onLoss?: ((loss: Loss | ConvertLoss) => void) | undefined;
  /** Called after each record. */
  readonly onRecord?: ((file: string, bytes: number) => void) | undefined;
}

/** A record that is not in the output. */
export interface ConvertLoss {
  readonly kind: 'record';
  readonly file: string;
  readonly offset: number;
  readonly url: string;
  readonly reason: string;
}

/** What was converted. */
export interface ConvertReport {
  readonly out: string;
  readonly files: number;
  /** Records in the output, without its first, which says who made it. */
  readonly records: number;
  /** Those of them that were ARC records. */
  readonly converted: number;
  readonly bytes: number;
  /** SHA-256 of the output. */
  readonly sha256: string;
  readonly losses: number;
}

/** The first record of an output without any other. */
const NO_TIME = '19700101000000' as Timestamp; // 14 digits

/**
 * Writes all records of archives into one WARC file, in their order; the same archives give the same bytes. What cannot
 * be read or converted is told, and the others go on. Throws `OUTPUT_UNWRITABLE`, `INPUT_UNREADABLE`, `INTERRUPTED`.
 */
export async function convertArchives(
  archives: readonly string[],
  { out, signal, onLoss, onRecord }: ConvertOptions,
): Promise<ConvertReport> {
  const isCompressed = /\.gz$/i.test(out);
  const file = await GrowingFile.create(out);
  const copier = new RecordCopier({ locate: (location) => location });
  const counts = { records: 0, converted: 0, losses: 0 };
  const tell = (loss: Loss | ConvertLoss) => {
    counts.losses++;
    onLoss?.(loss);
  };
  const append = (piece: Uint8Array) => file.append(piece);
  const start = async (time: Timestamp) => {
    const fields = [
      ['software', 'Pinakes'],
      ['format', 'WARC File Format 1.1'],
      ['description', `converted from ${archives.map((path) => basename(path)).join(', ')}`],
    ] as const;
    const info = { fileName: basename(out), time, runKey: archives.join('\n'), fields };
    await file.append(await encodeWarcInfo(info, isCompressed));
  };
  try {
    for (const archive of archives) {
      const reader = await openArchive(archive, { onLoss: tell });
      try {
        for await (const record of reader) {
          if (signal?.aborted === true) throw new PinakesError('INTERRUPTED');
          if (file.bytes === 0) await start(record.time || NO_TIME);
          const mark = file.mark();
          const isArc = record.header.format === 'arc';
          const { url, offset } = record;
          const result = record.isAddressable
            ? await copier.copy(placeOf(record, archive), { isCompressed, append })
            : ({ kind: 'refused', reason: 'it shares a compressed member with others' } as const);
          if (result.kind === 'copied') {
            counts.records++;
            if (isArc) counts.converted++;
            onRecord?.(archive, result.read);
            continue;
          }
          await file.rewind(mark);
          tell({ kind: 'record', file: archive, offset, url, reason: result.reason });
        }
      } finally {
        await reader.close();
      }
    }
    if (file.bytes === 0) await start(NO_TIME);
    const { bytes, sha256 } = await file.finish();
    return { out, files: archives.length, ...counts, bytes, sha256 };
  } catch (thrown) {
    await file.close();
    await rm(openPathOf(out), { force: true });
    throw thrown;
  } finally {
    await copier.close();
  }
}

/** What the copier looks at of a capture: where it lies. */
function placeOf({ offset, storedLength }: ArchiveRecord, file: string): Capture {
  return { file, offset, length: storedLength ?? 0 } as Capture; // nothing else is asked for
}
