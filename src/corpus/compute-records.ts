// Derives values of records that lie in archives: opens each record once and runs the enrichments on it. No state of a run.
import {
  type ArchiveRecord,
  type CdxEntry,
  type RevisitTarget,
  revisitTargetOf,
} from '../archive/archive.ts';
import { OpenArchives } from '../archive/read/open-archives.ts';
import type { AnyEnrichment, Archived } from '../model/enrichment.ts';
import { OpenEnrichments } from '../model/open-enrichments.ts';
import { messageOf } from '../support/errors.ts';
import { type Derivable, type Derived, deriveValues, forgetValues } from './derive-values.ts';
import { keyPathOf, needsArchive } from './plan.ts';
import type { LoadRecord } from './source/capture-source.ts';

/** Where a record lies, or why nobody can tell. */
export type StoredPlace =
  | {
      readonly kind: 'stored';
      /** What `openInput` takes. */
      readonly location: string;
      readonly offset: number;
      /** Stored bytes, 0 when not known. */
      readonly length: number;
      /** Whether it was found in place of a revisit. */
      readonly isOriginal: boolean;
    }
  | { readonly kind: 'replayed'; readonly load: LoadRecord }
  | { readonly kind: 'missing'; readonly reason: string };

/** A record to work on. */
export interface Assignment {
  readonly derived: Derived & { readonly capture: CdxEntry };
  readonly place: StoredPlace;
}

/** What became of a record beside its values. */
export interface Outcome {
  /** Stored bytes read; 0 when no archive was opened. */
  readonly bytes: number;
  /** Why the archived record could not be read, if it could not. */
  readonly loss: string | undefined;
  /** The record repeats another one, which has to be found first; nothing that needs it was derived. */
  readonly revisit: RevisitTarget | undefined;
}

interface ReadRecord {
  readonly outcome: Partial<Outcome>;
  readonly archived?: Archived;
}

/** Archives kept open for reading single records: in the order of SURTs each record lies in another one. */
const MAX_OPEN = 64;

/** Records of one batch, and the bytes of their payloads that are held for it. */
const MAX_TOGETHER = 32;
const MAX_TOGETHER_BYTES = 32 * 1024 * 1024;

const NOTHING_READ: Outcome = { bytes: 0, loss: undefined, revisit: undefined };

/** Opens archives and runs enrichments. Used by one caller at a time. */
export class RecordComputer {
  readonly #archives = new OpenArchives({ maxOpen: MAX_OPEN });
  readonly #opened = new OpenEnrichments();
  readonly #maxPayloadBytes: number;

  constructor(options: { readonly maxPayloadBytes: number }) {
    this.#maxPayloadBytes = options.maxPayloadBytes;
  }

  /**
   * Derives the values of records, several at a time where an enrichment knows batches. Never throws for what a record or
   * its archive is like; `OpenFailure` where an enrichment cannot be opened. Values that `isKept` does not name are dropped
   * as soon as their record is done: payloads, texts and trees of a whole batch would be copied by the collector again
   * and again.
   */
  async compute(
    assignments: readonly Assignment[],
    order: readonly AnyEnrichment[],
    isKept: (path: string) => boolean,
  ): Promise<Outcome[]> {
    await this.#opened.open(order);
    const together = order.some(({ deriveMany }) => deriveMany !== undefined) ? MAX_TOGETHER : 1;
    const outcomes: Outcome[] = [];
    let ready: Derivable[] = [];
    let bytes = 0;
    for (const { derived, place } of assignments) {
      const left = order.filter((enrichment) => !derived.tried.has(keyPathOf(enrichment)));
      const read = needsArchive(left) ? await this.#read(place) : undefined;
      const outcome = { ...NOTHING_READ, ...read?.outcome };
      outcomes.push(outcome);
      if (left.length === 0 || outcome.revisit !== undefined) continue;
      ready.push({ derived, archived: () => read?.archived ?? refuse(outcome.loss) });
      bytes += read?.archived?.payload.length ?? 0;
      if (ready.length < together && bytes < MAX_TOGETHER_BYTES) continue;
      await this.#derive(ready, order, isKept);
      ready = [];
      bytes = 0;
    }
    await this.#derive(ready, order, isKept);
    return outcomes;
  }

  /** Closes archives, and what enrichments have opened. */
  async close(): Promise<void> {
    try {
      await this.#opened.close();
    } finally {
      await this.#archives.close();
    }
  }

  async #derive(
    ready: readonly Derivable[],
    order: readonly AnyEnrichment[],
    isKept: (path: string) => boolean,
  ): Promise<void> {
    if (ready.length === 0) return;
    const derivation = deriveValues(ready, order, this.#opened);
    if (derivation !== undefined) await derivation;
    for (const { derived } of ready) forgetValues(derived, isKept);
  }

  async #read(place: StoredPlace): Promise<ReadRecord> {
    if (place.kind === 'missing') return { outcome: { loss: place.reason } };
    try {
      return place.kind === 'replayed' ? await this.#replay(place.load) : await this.#open(place);
    } catch (thrown) {
      return { outcome: { loss: messageOf(thrown) } };
    }
  }

  async #replay(load: LoadRecord): Promise<ReadRecord> {
    const record = await load(this.#maxPayloadBytes);
    const archived = await this.#toArchived(record, true);
    return { outcome: { bytes: archived.payload.length }, archived };
  }

  async #open({ location, offset, length }: StoredPlace & { kind: 'stored' }): Promise<ReadRecord> {
    const access = await this.#archives.at(location);
    const pointer = { offset, ...(length > 0 && { length }) };
    const isLocal = access.source.readSync !== undefined;
    const record = isLocal ? access.readAt(pointer) : await access.loadAt(pointer);
    const revisit = revisitTargetOf(record);
    if (revisit !== undefined) return { outcome: { bytes: length, revisit } };
    const archived = await this.#toArchived(record, isLocal);
    const loss =
      archived.truncated === 'damaged' ? 'the record is damaged or truncated' : undefined;
    return { outcome: { bytes: record.storedLength ?? length, loss }, archived };
  }

  async #toArchived(record: ArchiveRecord, isLocal: boolean): Promise<Archived> {
    const options = { maxBytes: this.#maxPayloadBytes };
    const body = isLocal ? record.readBody(options) : await record.loadBody(options);
    const isBroken = record.damage !== undefined && body.truncated === undefined;
    return {
      recordHeader: toObject(record.fields.entries),
      httpHeader: toObject(record.http?.fields.entries ?? []),
      statusLine: record.http?.startLine ?? '',
      // A copy: the reader uses its memory again.
      payload: new Uint8Array(body.bytes),
      truncated: isBroken ? 'damaged' : body.truncated,
    };
  }
}

function refuse(loss: string | undefined): never {
  throw new Error(loss ?? 'the archive was not opened');
}

function toObject(
  entries: readonly (readonly [name: string, value: string])[],
): Readonly<Record<string, string>> {
  const object: Record<string, string> = Object.create(null);
  for (const [name, value] of entries) {
    const before = object[name];
    object[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return object;
}
