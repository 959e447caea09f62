// Archives kept open for reading single records: those that were used last.
import { openInput } from '../source/inputs-open.ts';
import type { ByteSource } from '../source/source.ts';
import { RecordAccess } from './random-access.ts';

/** How archives are kept. */
export interface OpenArchivesOptions {
  /** Archives that are open at a time. */
  readonly maxOpen: number;
  /** Opens an archive by its place; default `openInput`. */
  readonly openSource?: ((location: string) => Promise<ByteSource>) | undefined;
}

/** Opens archives as they are asked for and closes those not used for longest. For one reader at a time: a record is valid until the next. */
export class OpenArchives {
  readonly #options: OpenArchivesOptions;
  /** In the order of their last use. */
  readonly #open = new Map<string, Promise<RecordAccess>>();

  constructor(options: OpenArchivesOptions) {
    this.#options = options;
  }

  /** The archive at a place. One that cannot be opened is tried again the next time. */
  async at(location: string): Promise<RecordAccess> {
    const known = this.#open.get(location) ?? this.#openAt(location);
    // To the end: the one that was used longest ago stands first.
    this.#open.delete(location);
    this.#open.set(location, known);
    for (const [oldest, access] of this.#open) {
      if (this.#open.size <= this.#options.maxOpen) break;
      this.#open.delete(oldest);
      await closeQuietly(access);
    }
    try {
      return await known;
    } catch (thrown) {
      if (this.#open.get(location) === known) this.#open.delete(location);
      throw thrown;
    }
  }

  async close(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(all.map(closeQuietly));
  }

  async #openAt(location: string): Promise<RecordAccess> {
    const { openSource = openInput } = this.#options;
    const source = await openSource(location);
    try {
      return await RecordAccess.open(source);
    } catch (thrown) {
      await source.close();
      throw thrown;
    }
  }
}

async function closeQuietly(access: Promise<RecordAccess>): Promise<void> {
  try {
    await (await access).source.close();
  } catch {
    // It could not be opened, and whoever asked for it was told so.
  }
}
