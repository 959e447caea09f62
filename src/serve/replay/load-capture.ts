// The response that a capture is of, read from its archive; revisits from the record they repeat.
import { type ArchiveRecord, type RevisitTarget, revisitTargetOf } from '../../archive/archive.ts';
import { type Captures, REVISIT_MIME } from '../../index/captures.ts';
import type { Capture } from '../../model/capture.ts';
import { HttpProblem } from '../problems.ts';
import type { ArchivePool, RecordPlace } from './archive-pool.ts';

/** An archived response. */
export interface Loaded {
  /** HTTP status, 0 where there is none. */
  readonly status: number;
  /** Values of header fields as archived, `''` where there is none. */
  readonly contentType: string;
  readonly location: string;
  /** Some header fields as archived, by their names in lower case; those that cannot be sent again are left out. */
  readonly original: Readonly<Record<string, string>>;
  /** Declared media type, lower case, without parameters. */
  readonly mime: string;
  /** The body with its codings undone. */
  readonly bytes: Buffer;
  /** The body is larger than what is held in memory. */
  readonly isCut: boolean;
}

/** Larger bodies are not handed out: they would have to be held in memory. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Loads the response of a capture. Throws `archive-missing`, or `not-found` for a revisit of what is not there. */
export async function loadCapture(
  captures: Captures,
  pool: ArchivePool,
  capture: Capture,
): Promise<Loaded> {
  const found = await pool.read(capture, async (record) => {
    const target = revisitTargetOf(record);
    return target === undefined ? load(record) : { target, head: headOf(record) };
  });
  if (!('target' in found)) return found;
  const place = findOriginal(captures, capture, found.target);
  if (place === undefined) {
    throw new HttpProblem(
      'not-found',
      'This capture says that nothing had changed since an earlier one, and that one is not in the library.',
    );
  }
  const original = await pool.read(place, load);
  // What a revisit says itself is of its own moment: its status may be another.
  const { head } = found;
  return {
    ...original,
    status: head.status || original.status,
    original: { ...original.original, ...head.original },
  };
}

function findOriginal(
  captures: Captures,
  capture: Capture,
  target: RevisitTarget,
): RecordPlace | undefined {
  const found = captures.findOriginal(target);
  if (found !== undefined || target.digest !== '') return found;
  // A server said "not modified" and the crawler noted no more: the capture before is meant.
  const { surt, time } = capture;
  for (const batch of captures.find({ surt, to: time, isReverse: true })) {
    const before = batch.find(({ mime, status }) => mime !== REVISIT_MIME && status < 300);
    if (before !== undefined) return before;
  }
  return undefined;
}

async function load(record: ArchiveRecord): Promise<Loaded> {
  const { mime } = record;
  const { bytes, truncated } = await record.loadBody({ maxBytes: MAX_BODY_BYTES });
  // The bytes are valid until the next record is read.
  return { ...headOf(record), mime, bytes: Buffer.from(bytes), isCut: truncated === 'limit' };
}

/** What clients make records of their own from; nothing that a browser would act on without its prefix. */
const KEPT_FIELDS = ['date', 'content-type', 'content-language', 'last-modified', 'etag', 'server'];
const SENDABLE = /^[\x20-\x7e]{1,1000}$/;

function headOf(
  record: ArchiveRecord,
): Pick<Loaded, 'status' | 'contentType' | 'location' | 'original'> {
  const { http } = record;
  const kept = KEPT_FIELDS.map((name) => [name, http?.fields.get(name) ?? ''] as const);
  return {
    status: record.status,
    contentType: (http?.fields ?? record.fields).get('content-type'),
    location: http?.fields.get('location') ?? '',
    original: Object.fromEntries(kept.filter(([, value]) => SENDABLE.test(value))),
  };
}
