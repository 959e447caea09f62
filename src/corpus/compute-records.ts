// Derives values of records that lie in archives: opens each record once and runs the enrichments on it. No state of a run.
import {
  type ArchiveRecord,
  type CdxEntry,
  type RevisitTarget,
  revisitTargetOf,
} from '../archive/archive.ts';
import { OpenArchives } from '../archive/read/open-archives.ts';
import type { AnyEnrichment, Archived } from '../model/enrichment.ts';
import { messageOf } from '../support/errors.ts';
import { type Derived, deriveValues } from './derive-values.ts';

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

/** Archives kept open for reading single records: in the order of SURTs each record lies in another one. */
const MAX_OPEN = 64;

/** Opens archives and runs enrichments. Used by one caller at a time. */
export class RecordComputer {
  readonly #archives = new OpenArchives({ maxOpen: MAX_OPEN });
  readonly #maxPayloadBytes: number;

  constructor(options: { readonly maxPayloadBytes: number }) {
    this.#maxPayloadBytes = options.maxPayloadBytes;
  }

  /** Derives the values of one record. Never throws for what the record or its archive is like. */
  async compute(
    { derived, place }: Assignment,
    order: readonly AnyEnrichment[],
    isOpened: boolean,
  ): Promise<Outcome> {
    let outcome: Outcome = { bytes: 0, loss: undefined, revisit: undefined };
    let archived: Archived | undefined;
    if (isOpened) {
      const read = await this.#read(place);
      outcome = { ...outcome, ...read.outcome };
      if (outcome.revisit !== undefined) return outcome;
      archived = read.archived;
    }
    const { loss } = outcome;
    const derivation = deriveValues(derived, order, () => {
      if (archived === undefined) throw new Error(loss ?? 'the archive was not opened');
      return archived;
    });
    if (derivation !== undefined) await derivation;
    return outcome;
  }

  close(): Promise<void> {
    return this.#archives.close();
  }

  async #read(place: StoredPlace): Promise<{ outcome: Partial<Outcome>; archived?: Archived }> {
    if (place.kind === 'missing') return { outcome: { loss: place.reason } };
    const { location, offset, length } = place;
    try {
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
    } catch (thrown) {
      return { outcome: { loss: messageOf(thrown) } };
    }
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
