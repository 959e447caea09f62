// The archived records behind chosen images: one WARC with its index, through the writer of corpora.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Capture, revisitTargetOf, type Timestamp } from '../../archive/archive.ts';
import { loadPendingEntry } from '../../archive/cdx/cdx-record.ts';
import type { RecordView } from '../../corpus/corpus.ts';
import { openWarcSink } from '../../corpus/output/warc-sink.ts';
import { REVISIT_MIME } from '../../index/captures.ts';
import { toSurt } from '../../model/surt.ts';
import { toTimestamp } from '../../model/timestamp.ts';
import { HttpProblem } from '../problems.ts';
import type { ApiItem } from '../query/api-item.ts';
import type { MainReader } from '../query/main-reader.ts';
import { ArchivePool } from '../replay/archive-pool.ts';

/** A WARC of chosen images and the pages they were found on, in a folder that goes with it. */
export interface PackedRecords extends AsyncDisposable {
  /** Paths of the WARC and of its index (CDXJ). */
  readonly warc: string;
  readonly index: string;
  /** Records in it. */
  readonly count: number;
  /** Captures that could not be copied, for people. */
  readonly losses: readonly string[];
}

/** What is needed to copy records. */
export interface PackOptions {
  readonly reader: Pick<MainReader, 'captures' | 'locate' | 'refresh'>;
  readonly version: string;
  /** Name of the WARC. */
  readonly name: string;
  readonly signal: AbortSignal;
}

/** Bytes of records that are packed; what comes after them is told as a loss. */
export const MAX_PACKED_BYTES = 1_000_000_000;

/** Copies the oldest capture of each image, and of the page it was found on. */
export async function packRecords(
  items: readonly ApiItem[],
  { reader, version, name, signal }: PackOptions,
): Promise<PackedRecords> {
  await reader.refresh();
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-package-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  const pool = new ArchivePool((file) => reader.locate(file));
  const losses: string[] = [];
  try {
    const warc = join(folder, name);
    const sink = await openWarcSink(warc, {
      runKey: name,
      software: `Pinakes/${version}`,
      info: [['description', 'Images chosen by a reader, and the pages they were found on']],
      locate: (file) => reader.locate(file),
      onLoss: ({ url, reason }) => losses.push(`${url}: ${reason}`),
    });
    try {
      let bytes = 0;
      const captures = await findCaptures(items, { reader, pool, losses });
      for (const [at, capture] of captures.entries()) {
        signal.throwIfAborted();
        bytes += capture.length;
        if (bytes > MAX_PACKED_BYTES) losses.push(`${capture.url}: too much for one file`);
        else await sink.write([toView(capture)], at + 1);
      }
      const { written } = sink;
      const files = await sink.finish();
      const index = files.find(({ path }) => path !== warc)?.path ?? '';
      return { warc, index, count: written, losses, [Symbol.asyncDispose]: dispose };
    } catch (thrown) {
      await sink.abort().catch(() => {}); // what went wrong first is told
      throw thrown;
    }
  } catch (thrown) {
    await dispose();
    throw thrown;
  } finally {
    await pool.close();
  }
}

/** The writer looks at nothing but the capture. */
function toView(capture: Capture): RecordView {
  return { capture, values: new Map(), forEachPaths: new Set(), failures: [] };
}

interface Finding {
  readonly reader: PackOptions['reader'];
  readonly pool: ArchivePool;
  readonly losses: string[];
}

/** Each capture once, those that revisits repeat before them. */
async function findCaptures(
  items: readonly ApiItem[],
  finding: Finding,
): Promise<readonly Capture[]> {
  const found = new Map<string, Capture>();
  const add = (capture: Capture) => found.set(`${capture.file} ${capture.offset}`, capture);
  for (const { url, firstCapture, page } of items) {
    const wanted = [[url, firstCapture], ...(page === null ? [] : [[page.url, page.time]])];
    for (const [address = '', time = ''] of wanted) {
      // Images inside pages have no record of their own.
      if (address.startsWith('data:')) continue;
      const capture = findCapture(finding.reader, address, toTimestamp(new Date(time)));
      if (capture === undefined) {
        finding.losses.push(`${address}: its capture is not listed any more`);
        continue;
      }
      const original = capture.mime === REVISIT_MIME ? await findOriginal(capture, finding) : [];
      for (const each of original) add(each);
      add(capture);
    }
  }
  return [...found.values()];
}

function findCapture(
  { captures }: Finding['reader'],
  url: string,
  time: Timestamp,
): Capture | undefined {
  for (const batch of captures.find({ surt: toSurt(url), from: time, to: time })) {
    for (const capture of batch) return capture;
  }
  return undefined;
}

/** The record that a revisit repeats; none where it cannot be had. */
async function findOriginal(revisit: Capture, { reader, pool }: Finding): Promise<Capture[]> {
  try {
    const target = await pool.read(revisit, async (record) => revisitTargetOf(record));
    const place = target && reader.captures.findOriginal(target);
    if (place === undefined) return [];
    const entry = await pool.read(place, (record) => loadPendingEntry(record, place.file));
    return [{ ...entry, length: place.length }];
  } catch (thrown) {
    if (thrown instanceof HttpProblem) return []; // the writer tells that the revisit stands alone
    throw thrown;
  }
}
