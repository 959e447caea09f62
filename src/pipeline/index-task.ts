// The index lines of one input, made in a worker thread.
import { basename } from 'node:path';
import { type CdxFormat, formatCdxLine } from '../archive/cdx/cdx.ts';
import type { CdxEntry } from '../archive/cdx/cdx-entry.ts';
import {
  isIndexed,
  loadPendingEntry,
  type PendingEntry,
  toPendingEntry,
} from '../archive/cdx/cdx-record.ts';
import { type ArchivedRequest, keyWithRequest, requestOf } from '../archive/cdx/request-key.ts';
import { ArchiveReader } from '../archive/read/reader.ts';
import type { ArchiveRecord } from '../archive/read/record.ts';
import { placeKind } from '../archive/source/inputs.ts';
import { openArchives } from '../archive/source/inputs-open.ts';
import type { ByteSource } from '../archive/source/source.ts';
import { splitMemberName, toMemberName, type Wacz } from '../archive/source/wacz.ts';
import { checkStoredLines } from '../archive/wacz/line-check.ts';
import { readStoredIndex } from '../archive/wacz/stored-index.ts';
import type { Loss } from '../model/capture.ts';
import type { TaskHandler } from '../support/worker-pool.ts';

/** One input to be indexed. */
export interface IndexTask {
  readonly location: string;
  readonly format: CdxFormat;
  /** Whether lines name the file by its whole path and not by its last part only. */
  readonly withPaths: boolean;
  /** Whether the lines that a WACZ carries are taken where they prove right. */
  readonly isStoredIndexUsed: boolean;
  /** Whether keys of responses to POST and the like have what was sent. */
  readonly withRequests: boolean;
  /** Whether lines of CDXJ have redirects and robot flags too. */
  readonly withRedirects: boolean;
}

/** What comes of an input, bit by bit. */
export interface IndexMessage {
  readonly lines: readonly string[];
  readonly losses: readonly Loss[];
  /** Records and bytes read since the message before. */
  readonly records: number;
  readonly bytes: number;
  /** What a person may want to know besides. */
  readonly notes?: readonly string[];
}

/** Lines sent at a time. */
const BATCH_RECORDS = 2000;

/** Indexes one input; a WACZ gives the lines of all archives in it. */
export const handle: TaskHandler<IndexTask, IndexMessage, void> = async (task, send, signal) => {
  const input = await openArchives(task.location);
  try {
    const stored = task.isStoredIndexUsed ? await openStoredLines(input.wacz, signal) : undefined;
    for (const archive of input.archives) {
      const source = await archive.open();
      try {
        const isDone = stored !== undefined && (await sendStoredLines(source, stored, task, send));
        if (!isDone) await indexSource(source, task, send, signal);
      } finally {
        await source.close();
      }
      if (signal.aborted) return;
    }
  } finally {
    await input.close();
  }
};

/** The lines that a WACZ carries for an archive, or why they are of no use. */
type StoredLines = (source: ByteSource) => Promise<readonly CdxEntry[] | string>;

async function openStoredLines(
  wacz: Wacz | undefined,
  signal: AbortSignal,
): Promise<StoredLines | undefined> {
  if (wacz === undefined) return undefined;
  const index = await readStoredIndex(wacz, { signal });
  return async (source) => {
    if (index === undefined) return 'it has none';
    if (index.isTooLong) return 'it is too long';
    const [problem] = index.problems;
    if (problem !== undefined) return problem;
    const entries = index.byArchive.get(splitMemberName(source.name)?.path ?? '') ?? [];
    return (await checkStoredLines(source, entries, signal)) ?? entries;
  };
}

/** Sends the lines of a stored index; false when it cannot be used, which is noted. */
async function sendStoredLines(
  source: ByteSource,
  stored: StoredLines,
  { format, withPaths }: IndexTask,
  send: (message: IndexMessage) => Promise<void>,
): Promise<boolean> {
  const entries = await stored(source);
  if (typeof entries === 'string') {
    const note = `${source.name} is read through, the index of its WACZ is not used: ${entries}.`;
    await send({ lines: [], losses: [], records: 0, bytes: 0, notes: [note] });
    return false;
  }
  const file = withPaths ? source.name : shortName(source.name);
  for (let at = 0; at < entries.length; at += BATCH_RECORDS) {
    const part = entries.slice(at, at + BATCH_RECORDS);
    const lines = part.map((entry) => formatCdxLine({ ...entry, file }, format));
    const bytes = part.reduce((sum, { length }) => sum + length, 0);
    await send({ lines, losses: [], records: part.length, bytes });
  }
  return true;
}

async function indexSource(
  source: ByteSource,
  { format, withPaths, withRequests, withRedirects }: IndexTask,
  send: (message: IndexMessage) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const file = withPaths ? source.name : shortName(source.name);
  let lines: string[] = [];
  let losses: Loss[] = [];
  let records = 0;
  let passed = 0;
  // A streamed record knows its length only when the next one has been read.
  let pending: { readonly entry: PendingEntry; readonly record: ArchiveRecord } | undefined;
  // The request before or after a response tells its key.
  let request: ArchivedRequest | undefined;
  const reader = new ArchiveReader(source, { onLoss: (loss) => losses.push(loss) });

  const finishPending = (): void => {
    if (pending === undefined) return;
    const { entry, record } = pending;
    pending = undefined;
    const place = placeOf(record, format);
    if (place === undefined) losses.push(notAddressable(record));
    else {
      const told = format === 'cdxj' && !withRedirects ? withoutRedirects(entry) : entry;
      lines.push(formatCdxLine({ ...told, ...place }, format));
    }
  };
  const flush = async (): Promise<void> => {
    await send({ lines, losses, records, bytes: reader.position - passed });
    passed = reader.position;
    records = 0;
    lines = [];
    losses = [];
  };

  const isLocal = source.readSync !== undefined;
  while (!signal.aborted) {
    const record = isLocal ? reader.next() : await reader.nextAsync();
    const next = withRequests && record !== undefined ? requestOf(record) : undefined;
    if (pending !== undefined && next !== undefined) {
      const surt = keyWithRequest(pending.record, next) ?? pending.entry.surt;
      pending = { ...pending, entry: { ...pending.entry, surt } };
    }
    finishPending();
    if (record === undefined) break;
    records++;
    if (isIndexed(record)) {
      const entry = isLocal ? toPendingEntry(record, file) : await loadPendingEntry(record, file);
      const surt = (request && keyWithRequest(record, request)) ?? entry.surt;
      pending = { entry: { ...entry, surt }, record };
    }
    request = next;
    if (records >= BATCH_RECORDS) await flush();
  }
  await flush();
}

/** The last part of a path, with the member of a WACZ; addresses are only good as a whole. */
function shortName(name: string): string {
  if (placeKind(name) !== 'file') return name;
  const member = splitMemberName(name);
  return member === undefined ? basename(name) : toMemberName(basename(member.wacz), member.path);
}

/** Lines of CDXJ are as pywb has them, which leaves redirects and robot flags out. */
function withoutRedirects(entry: PendingEntry): PendingEntry {
  const { redirect: _redirect, meta: _meta, ...rest } = entry;
  return rest;
}

/** How a line points at a record; only CDXJ can name one inside a shared member, and say that one is damaged or what told its time. */
function placeOf(
  record: ArchiveRecord,
  format: CdxFormat,
): Pick<CdxEntry, 'length' | 'extra'> | undefined {
  const { damage, isAddressable, header } = record;
  if (!isAddressable && format !== 'cdxj') return undefined;
  const extra = {
    ...(!isAddressable && { inner: String(record.innerOffset) }),
    ...(damage !== undefined && { damage }),
    ...(header.timeSource !== undefined && { timeSource: header.timeSource }),
  };
  const length = isAddressable ? (record.storedLength ?? 0) : 0;
  return Object.keys(extra).length === 0 ? { length } : { length, extra };
}

function notAddressable({ file, offset }: ArchiveRecord): Loss {
  return { kind: 'loss', file, offset, reason: 'not-addressable', skippedBytes: 0 };
}
