// The body of an archived response: held in memory, or left in its archive to be read while it is sent.
import type { ArchiveRecord } from '../../archive/archive.ts';
import type { RecordPlace } from './archive-pool.ts';
import type { ByteShare } from './byte-budget.ts';

/** A body with its codings undone. */
export type ArchivedBody =
  | {
      readonly kind: 'held';
      readonly bytes: Buffer;
      /** The body is larger than what is held in memory. */
      readonly isCut: boolean;
    }
  /** A large one that is read in parts. */
  | {
      readonly kind: 'streamed';
      readonly place: RecordPlace;
      /** Its first bytes, to see what it is. */
      readonly bytes: Buffer;
      /** `undefined` where all of it has to be read to know. */
      readonly sizeBytes: number | undefined;
    };

/** What a body may cost. */
export interface BodyLimits {
  /** What the request holds; set to the size of what is loaded. */
  readonly share: ByteShare;
  /** Whether a large body may be sent without having been in memory as a whole. */
  mayStream(body: {
    readonly mime: string;
    readonly bytes: Buffer;
    readonly sizeBytes: number | undefined;
  }): boolean;
}

/** Larger bodies are not held in memory: what has to be rewritten or decoded is handed out up to this size. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Bodies up to this size are held: so much a reader of one record may hold as well, and one read is cheaper. */
const SMALL_BYTES = 8 * 1024 * 1024;
/**
 * What a body that is being streamed holds: the windows of its reader, and the part on its way. With 32 clients that
 * read nothing of a body in a compressed archive the process grew by 7.1 MB for each (Node 20, 60 MB of one letter).
 */
const STREAM_BYTES = 8 * 1024 * 1024;
/** So much of a body shows what it is. */
const START_BYTES = 64 * 1024;

/** Loads the body of a record that was read at a place. Throws `unavailable` where the share has no room for it. */
export async function loadBody(
  record: ArchiveRecord,
  place: RecordPlace,
  limits: BodyLimits,
): Promise<ArchivedBody> {
  const { bodyBytes: sizeBytes } = record;
  limits.share.hold(0);
  const gathering = new Gathering(record, limits);
  await record.pipeBody((piece) => gathering.add(piece));
  const { bytes, isCut, isStreamed } = gathering;
  if (!isStreamed) return { kind: 'held', bytes, isCut };
  return { kind: 'streamed', place, bytes, sizeBytes };
}

/** A body piece by piece, until it is whole, or known to be one that need not be gathered. */
class Gathering {
  isCut = false;
  isStreamed = false;
  readonly #record: Pick<ArchiveRecord, 'mime' | 'bodyBytes'>;
  readonly #limits: BodyLimits;
  readonly #pieces: Buffer[] = [];
  #size = 0;
  /** Whether it is still to be seen how the body is sent. */
  #isOpen: boolean;

  constructor(record: ArchiveRecord, limits: BodyLimits) {
    this.#record = record;
    this.#limits = limits;
    // A little of a content coding can stand for very much at once: such bodies are not streamed.
    this.#isOpen = record.codings.every((coding) => coding === 'chunked');
  }

  /** What was gathered: of a streamed body the start. */
  get bytes(): Buffer {
    const [only] = this.#pieces;
    return this.#pieces.length === 1 && only !== undefined ? only : Buffer.concat(this.#pieces);
  }

  /** Takes a piece, which is valid during the call; answers whether more is wanted. */
  add(piece: Buffer): boolean {
    const size = Math.max(this.#record.bodyBytes ?? 0, this.#size + piece.length);
    if (this.#isOpen && size > SMALL_BYTES) {
      this.#isOpen = false;
      if (this.#canStream((this.#pieces[0] ?? piece).subarray(0, START_BYTES))) return false;
    }
    const part = piece.subarray(0, MAX_BODY_BYTES - this.#size);
    this.#size += part.length;
    this.#limits.share.hold(this.#size);
    this.#pieces.push(Buffer.from(part));
    this.isCut = part.length < piece.length;
    return !this.isCut;
  }

  #canStream(start: Buffer): boolean {
    const { mime, bodyBytes: sizeBytes } = this.#record;
    if (!this.#limits.mayStream({ mime, bytes: start, sizeBytes })) return false;
    this.isStreamed = true;
    this.#pieces.splice(0, this.#pieces.length, Buffer.from(start));
    this.#limits.share.hold(STREAM_BYTES);
    return true;
  }
}
