// Entries of a capture index, gathered from records that are read for their contents anyway.
import type { ArchiveRecord } from '../archive/archive.ts';
import { isIndexed } from '../archive/cdx/cdx-record.ts';
import { bareDigest } from '../archive/write/digest.ts';
import type { Capture } from '../model/capture.ts';
import { toSurt } from '../model/surt.ts';

/** What extraction has found out about a record, so that nobody computes it twice. */
export interface KnownOfRecord {
  readonly surt?: string;
  /** Payload digest, base32 SHA-1. */
  readonly digest?: string;
}

/**
 * Makes an entry of each record that an index names. A streamed record knows its length only when the
 * next one has been read, so an entry is finished then. No digest is computed for it: it is the one that
 * the record header tells, or that extraction needed itself; else `''`.
 */
export class CaptureList {
  #pending: { readonly record: ArchiveRecord; readonly entry: Capture } | undefined;

  /** Starts the entry of a record that has just been read. */
  start(record: ArchiveRecord, known: KnownOfRecord): void {
    const { time } = record;
    if (time === '' || !isIndexed(record)) return;
    const isRevisit = record.type === 'revisit';
    const entry: Capture = {
      surt: known.surt ?? toSurt(record.url),
      time,
      url: record.url,
      mime: isRevisit ? 'warc/revisit' : record.mime || 'unk',
      status: isRevisit ? 0 : record.status,
      digest: known.digest ?? bareDigest(record.fields.get('warc-payload-digest')),
      file: record.file,
      offset: record.offset,
      length: 0,
    };
    this.#pending = { record, entry };
  }

  /** Adds the entry started last, unless its record cannot be read by its offset. A damaged one is used as far as it goes. */
  finish(captures: Capture[]): void {
    if (this.#pending === undefined) return;
    const { record, entry } = this.#pending;
    this.#pending = undefined;
    if (record.isAddressable) captures.push({ ...entry, length: record.storedLength ?? 0 });
  }
}
