// Revisits: records that say "the same as before", and which earlier record they mean.
import type { Capture, Timestamp } from '../../model/capture.ts';
import { toSurt } from '../../model/surt.ts';
import { parseTimestamp } from '../../model/timestamp.ts';
import { bareDigest } from '../write/digest.ts';
import type { ArchiveRecord } from './record.ts';

/** What a revisit says of the record it repeats. */
export interface RevisitTarget {
  /** Key of the original's URL; that of the revisit where it names no other. */
  readonly surt: string;
  /** Time of the original, `''` when it is not told. */
  readonly time: Timestamp | '';
  /** Payload digest, base32 SHA-1 without a prefix; `''` when it is not told. */
  readonly digest: string;
  /** Time of the revisit itself. */
  readonly revisitTime: Timestamp | '';
}

/** Where an original is stored. */
export type Original = Pick<Capture, 'surt' | 'time' | 'digest' | 'file' | 'offset' | 'length'>;

/** Finds the original of a revisit, in an index of the caller's choice. */
export type FindOriginal = (target: RevisitTarget) => Original | undefined;

/** What `record` repeats; `undefined` when it is no revisit. */
export function revisitTargetOf(record: ArchiveRecord): RevisitTarget | undefined {
  if (record.type !== 'revisit') return undefined;
  const { fields } = record;
  const url = fields.get('warc-refers-to-target-uri') || record.url;
  return {
    surt: toSurt(url),
    time: parseTimestamp(fields.get('warc-refers-to-date')) ?? '',
    digest: bareDigest(fields.get('warc-payload-digest')),
    revisitTime: record.time,
  };
}

/** Captures of one digest that are remembered; more would only be further copies of the same. */
const MAX_PER_DIGEST = 32;

/** Originals of an input set, found by what a revisit refers to, else by digest. */
export class RevisitIndex {
  readonly #byPlace = new Map<string, Original>();
  readonly #byDigest = new Map<string, Original[]>();

  /** Remembers a capture that has a payload of its own. */
  add(capture: Original): void {
    this.#byPlace.set(`${capture.surt} ${capture.time}`, capture);
    if (capture.digest === '') return;
    const same = this.#byDigest.get(capture.digest);
    if (same === undefined) this.#byDigest.set(capture.digest, [capture]);
    else if (same.length < MAX_PER_DIGEST) same.push(capture);
  }

  /**
   * The original of a revisit: the capture it names, if its digest does not speak against it; else
   * one with the same digest, preferably of the same URL, then the latest that is not later.
   */
  readonly find: FindOriginal = (target) => {
    const named = this.#byPlace.get(`${target.surt} ${target.time}`);
    if (named !== undefined && agrees(named, target)) return named;
    if (target.digest === '') return undefined;
    const same = this.#byDigest.get(target.digest) ?? [];
    return same.reduce<Original | undefined>(
      (best, next) => (best === undefined || isBetter(next, best, target) ? next : best),
      undefined,
    );
  };
}

function agrees(capture: Original, target: RevisitTarget): boolean {
  return target.digest === '' || capture.digest === '' || capture.digest === target.digest;
}

function isBetter(next: Original, best: Original, target: RevisitTarget): boolean {
  const hasUrl = next.surt === target.surt;
  if (hasUrl !== (best.surt === target.surt)) return hasUrl;
  const isEarlier = next.time <= target.revisitTime;
  if (isEarlier !== best.time <= target.revisitTime) return isEarlier;
  return isEarlier ? next.time > best.time : next.time < best.time;
}
