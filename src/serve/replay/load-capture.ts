// The response that a capture is of, read from its archive; revisits from the record they repeat.
import { type ArchiveRecord, type RevisitTarget, revisitTargetOf } from '../../archive/archive.ts';
import { type Captures, REVISIT_MIME } from '../../index/captures.ts';
import type { Capture } from '../../model/capture.ts';
import { HttpProblem } from '../problems.ts';
import type { ArchivePool, RecordPlace } from './archive-pool.ts';
import { type ArchivedBody, type BodyLimits, loadBody } from './load-body.ts';

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
  readonly body: ArchivedBody;
}

/** Where captures and their records are found. */
export interface Archives {
  readonly captures: Captures;
  readonly pool: ArchivePool;
}

/**
 * Loads the response of a capture. Throws `archive-missing`, `not-found` for a revisit of what is not there, or
 * `unavailable` where the share has no room for the body.
 */
export async function loadCapture(
  { captures, pool }: Archives,
  capture: Capture,
  limits: BodyLimits,
): Promise<Loaded> {
  const load = async (record: ArchiveRecord, place: RecordPlace): Promise<Loaded> => {
    const { mime } = record;
    return { ...headOf(record), mime, body: await loadBody(record, place, limits) };
  };
  const found = await pool.read(capture, async (record) => {
    const target = revisitTargetOf(record);
    return target === undefined ? load(record, capture) : { target, head: headOf(record) };
  });
  if (!('target' in found)) return found;
  const place = findOriginal(captures, capture, found.target);
  if (place === undefined) {
    throw new HttpProblem(
      'not-found',
      'This capture says that nothing had changed since an earlier one, and that one is not in the library.',
    );
  }
  const original = await pool.read(place, (record) => load(record, place));
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
