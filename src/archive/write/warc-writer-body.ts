// Reads a block to its end before it is written: its length and digests stand in front of it.
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { whileWriting } from '../../support/output-file.ts';
import { createSha1, sha1Base32 } from './digest.ts';
import { SPOOL_PREFIX } from './warc-writer-output.ts';
import type { Block } from './warc-writer-record.ts';

/** A block that has been read to its end. */
export interface MeasuredBlock {
  /** Length of head and body in bytes. */
  readonly length: number;
  /** SHA-1 of head and body in base32. */
  readonly blockDigest: string;
  /** SHA-1 of the body in base32. */
  readonly bodyDigest: string;
  /** Head and body when they are in memory, `undefined` when the body is in a temporary file. */
  readonly inMemory: readonly Uint8Array[] | undefined;
  /** Head and body, wherever they are. */
  pieces(): AsyncIterable<Uint8Array>;
  /** Gives up the temporary file, if there is one. */
  release(): Promise<void>;
}

/** Where a body goes that is too large for memory. */
export interface SpoolOptions {
  /** Folder for the temporary file. */
  readonly folder: string;
  /** A body up to this many bytes stays in memory. */
  readonly memoryBytes: number;
}

/** Reads the body of a block to its end. What the body throws is thrown on; nothing is left behind. */
export async function measureBlock(block: Block, options: SpoolOptions): Promise<MeasuredBlock> {
  const { head, body } = block;
  if (body instanceof Uint8Array) return measureBytes(head, body);
  const whole = createSha1();
  const payload = createSha1();
  whole.update(head);
  const spool = new Spool(options);
  try {
    for await (const piece of body) {
      whole.update(piece);
      payload.update(piece);
      await spool.add(piece);
    }
  } catch (error) {
    await spool.release();
    throw error;
  }
  return {
    length: head.length + spool.length,
    blockDigest: whole.toBase32(),
    bodyDigest: payload.toBase32(),
    inMemory: spool.inMemory && [head, ...spool.inMemory],
    async *pieces() {
      yield head;
      yield* spool.read();
    },
    release: () => spool.release(),
  };
}

/** A body that is in memory stays there: it gains nothing from a file. */
function measureBytes(head: Uint8Array, body: Uint8Array): MeasuredBlock {
  const isOne = head.buffer === body.buffer && head.byteOffset + head.length === body.byteOffset;
  const blockDigest = isOne
    ? sha1Base32(new Uint8Array(head.buffer, head.byteOffset, head.length + body.length))
    : sha1Base32(head, body);
  return {
    length: head.length + body.length,
    blockDigest,
    get bodyDigest() {
      return head.length === 0 ? blockDigest : sha1Base32(body);
    },
    inMemory: [head, body],
    async *pieces() {
      yield head;
      yield body;
    },
    release: async () => {},
  };
}

const READ_BYTES = 1 << 18;

/** Bytes in memory up to a bound, beyond it in a file without a name. */
class Spool {
  length = 0;
  readonly #options: SpoolOptions;
  #held: Uint8Array[] = [];
  #file: FileHandle | undefined;

  constructor(options: SpoolOptions) {
    this.#options = options;
  }

  get inMemory(): readonly Uint8Array[] | undefined {
    return this.#file === undefined ? this.#held : undefined;
  }

  async add(piece: Uint8Array): Promise<void> {
    this.length += piece.length;
    if (this.#file === undefined) {
      this.#held.push(piece);
      if (this.length <= this.#options.memoryBytes) return;
      await whileWriting(this.#options.folder, () => this.#moveToFile());
    } else {
      const file = this.#file;
      await whileWriting(this.#options.folder, () => file.appendFile(piece));
    }
  }

  async *read(): AsyncGenerator<Uint8Array> {
    yield* this.#held;
    if (this.#file === undefined) return;
    for (let at = 0; at < this.length; ) {
      const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, this.length - at));
      const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) throw new Error('the temporary file of a record became shorter');
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  async release(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #moveToFile(): Promise<void> {
    this.#file = await openNameless(this.#options.folder);
    for (const held of this.#held) await this.#file.appendFile(held);
    this.#held = [];
  }
}

/** Opens a file and removes its name at once, so that a killed process leaves nothing behind. */
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, SPOOL_PREFIX + randomUUID());
  const file = await open(path, 'wx+');
  await rm(path);
  return file;
}
