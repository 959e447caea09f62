// A file that grows under a name that says "not done", and knows the SHA-256 of what it holds.
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { whileWriting } from '../../support/output-file.ts';
import type { OutputFile } from './sink.ts';

/** How much of a file is known to be good. */
export interface Extent {
  readonly bytes: number;
  /** SHA-256 of those bytes, hexadecimal. */
  readonly sha256: string;
}

/** A place in a growing file. */
export interface Mark {
  readonly bytes: number;
  readonly hash: Hash;
}

/** The name of a file until it is whole. */
export const openPathOf = (path: string): string => `${path}.open`;

const PIECE_BYTES = 1 << 20;

/** A file that is being written. It gets its name by `finish`. */
export class GrowingFile {
  /** Its name when it is whole. */
  readonly path: string;
  readonly #handle: FileHandle;
  #hash: Hash;
  #bytes = 0;
  #isOpen = true;

  private constructor(path: string, handle: FileHandle, hash: Hash, bytes: number) {
    this.path = path;
    this.#handle = handle;
    this.#hash = hash;
    this.#bytes = bytes;
  }

  /** Starts anew, whatever was left under the open name. */
  static create(path: string): Promise<GrowingFile> {
    return whileWriting(path, async () => {
      const handle = await open(openPathOf(path), 'w+');
      return new GrowingFile(path, handle, createHash('sha256'), 0);
    });
  }

  /** Goes on behind what is known to be good; `undefined` when that is not there as it was. */
  static async reopen(path: string, extent: Extent): Promise<GrowingFile | undefined> {
    const handle = await open(openPathOf(path), 'r+').catch(() => undefined);
    if (handle === undefined) return undefined;
    try {
      const hash = await hashStart(handle, extent.bytes);
      if (hash?.copy().digest('hex') === extent.sha256) {
        await handle.truncate(extent.bytes);
        return new GrowingFile(path, handle, hash, extent.bytes);
      }
    } catch {
      // What cannot be read is written anew.
    }
    await handle.close();
    return undefined;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get extent(): Extent {
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') };
  }

  /** Writes behind what is there. Throws `OUTPUT_UNWRITABLE`. */
  async append(piece: Uint8Array): Promise<void> {
    await whileWriting(this.path, async () => {
      for (let done = 0; done < piece.length; ) {
        const left = piece.length - done;
        const at = this.#bytes + done;
        done += (await this.#handle.write(piece, done, left, at)).bytesWritten;
      }
    });
    this.#hash.update(piece);
    this.#bytes += piece.length;
  }

  /** A place to come back to. */
  mark(): Mark {
    return { bytes: this.#bytes, hash: this.#hash.copy() };
  }

  /** Drops what was appended behind a mark. */
  async rewind({ bytes, hash }: Mark): Promise<void> {
    await whileWriting(this.path, () => this.#handle.truncate(bytes));
    this.#bytes = bytes;
    this.#hash = hash.copy();
  }

  /** All bytes, in pieces. */
  async *read(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < this.#bytes; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, this.#bytes - at));
      const { bytesRead } = await this.#handle.read(piece, 0, piece.length, at);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  /** Makes all bytes durable. */
  async sync(): Promise<void> {
    await whileWriting(this.path, () => this.#handle.datasync());
  }

  /** Makes the file durable and gives it its name, in place of what was there. */
  async finish(): Promise<OutputFile> {
    await whileWriting(this.path, async () => {
      await this.#handle.sync();
      await this.close();
      await rename(openPathOf(this.path), this.path);
    });
    return { path: this.path, ...this.extent };
  }

  /** Lets go of the file; it stays under its open name. */
  async close(): Promise<void> {
    if (this.#isOpen) await this.#handle.close();
    this.#isOpen = false;
  }
}

async function hashStart(handle: FileHandle, bytes: number): Promise<Hash | undefined> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, bytes));
  for (let at = 0; at < bytes; ) {
    const wanted = Math.min(piece.length, bytes - at);
    const { bytesRead } = await handle.read(piece, 0, wanted, at);
    if (bytesRead === 0) return undefined; // shorter than it was
    hash.update(piece.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash;
}
