// Completes the files that a killed writer left behind: keeps their whole records, cuts off a torn one.
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Loss } from '../../model/capture.ts';
import { PinakesError } from '../../support/errors.ts';
import { syncFolder, whileWriting } from '../../support/output-file.ts';
import { ArchiveReader } from '../read/reader.ts';
import type { ArchiveRecord } from '../read/record.ts';
import { openFile } from '../source/source.ts';
import { indexPathOf, OPEN_SUFFIX, SPOOL_PREFIX } from './warc-writer-output.ts';

/** A file that was left open. */
export interface RecoveredFile {
  /** Its final name; a file without a whole record is removed instead. */
  readonly file: string;
  /** Whole records. */
  readonly records: number;
  readonly keptBytes: number;
  /** Bytes of a torn record, cut off. */
  readonly droppedBytes: number;
  /** Whether its index was already written; else it has to be made from the file. */
  readonly hasIndex: boolean;
}

/**
 * Finds the `.open` files of a folder, cuts off what is behind their last whole record and gives
 * them their final names. No writer may be at work in the folder.
 */
export async function recoverOpenFiles(folder: string): Promise<readonly RecoveredFile[]> {
  const names = (await readdir(folder)).sort();
  const recovered: RecoveredFile[] = [];
  for (const name of names) {
    if (name.startsWith(SPOOL_PREFIX)) await rm(join(folder, name), { force: true });
    if (!OPEN_WARC.test(name)) continue;
    const path = join(folder, name.slice(0, -OPEN_SUFFIX.length));
    recovered.push(await whileWriting(path, () => recover(path)));
  }
  if (recovered.length > 0) await whileWriting(folder, () => syncFolder(folder));
  return recovered;
}

const OPEN_WARC = /\.warc(?:\.gz)?\.open$/;

async function recover(path: string): Promise<RecoveredFile> {
  const openPath = path + OPEN_SUFFIX;
  const { size, keptBytes, records } = await findWholeRecords(openPath);
  const hasIndex = await exists(indexPathOf(path));
  const result = { file: path, records, keptBytes, droppedBytes: size - keptBytes, hasIndex };
  if (records === 0) {
    await rm(openPath);
    return result;
  }
  if (await exists(path)) throw new PinakesError('OUTPUT_EXISTS', { output: path });
  const handle = await open(openPath, 'r+');
  try {
    await handle.truncate(keptBytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(openPath, path);
  return result;
}

async function findWholeRecords(path: string) {
  const losses: Loss[] = [];
  const reader = new ArchiveReader(openFile(path), { onLoss: (loss) => losses.push(loss) });
  let records = 0;
  let lastWhole = -1;
  // Whether a large record is whole is known only when the one behind it is asked for.
  const settle = (record: ArchiveRecord | undefined) => {
    if (record === undefined || record.damage !== undefined) return;
    records += 1;
    lastWhole = record.offset;
  };
  let previous: ArchiveRecord | undefined;
  for (const record of reader) {
    settle(previous);
    previous = record;
  }
  settle(previous);
  const { size } = reader.source;
  await reader.close();
  const torn = losses.find((loss) => loss.offset > lastWhole);
  return { size, records, keptBytes: torn?.offset ?? size };
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
