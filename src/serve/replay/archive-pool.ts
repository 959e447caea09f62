// Archives held open for reading single records, a few at a time and each by one reader at a time.
import { type ArchiveRecord, openInput, RecordAccess } from '../../archive/archive.ts';
import type { Capture } from '../../model/capture.ts';
import { PinakesError } from '../../support/errors.ts';
import { toFileName } from '../file-name.ts';
import { HttpProblem } from '../problems.ts';

/** Where a record is. */
export type RecordPlace = Pick<Capture, 'file' | 'offset' | 'length'>;

const MAX_OPEN = 16;

interface Entry {
  readonly access: Promise<RecordAccess>;
  /** Ends when the last reader that waits is done: a record is valid only until the next is read. */
  queue: Promise<unknown>;
  readers: number;
}

/** The open archives of a server. */
export class ArchivePool {
  readonly #locate: (name: string) => string | undefined;
  /** In order of their last use. */
  readonly #entries = new Map<string, Entry>();

  /** `locate` tells what opens the archive of a name. */
  constructor(locate: (name: string) => string | undefined) {
    this.#locate = locate;
  }

  /**
   * Reads the record at a place; it is valid until the promise of `use` is settled. Throws the problem
   * `archive-missing` when the archive has gone or holds no record there.
   */
  async read<T>(
    { file, offset, length }: RecordPlace,
    use: (record: ArchiveRecord) => Promise<T>,
  ): Promise<T> {
    const entry = this.#entryOf(file);
    entry.readers++;
    const work = entry.queue.then(async () => {
      const access = await entry.access;
      const pointer = length > 0 ? { offset, length } : { offset };
      return use(await access.loadAt(pointer));
    });
    entry.queue = work.catch(() => {}); // told to whoever asked
    try {
      return await work;
    } catch (thrown) {
      if (thrown instanceof PinakesError) throw toProblem(file, thrown);
      throw thrown;
    } finally {
      entry.readers--;
      this.#closeSome(MAX_OPEN);
    }
  }

  /** Closes the archives once those who read are done. */
  async close(): Promise<void> {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.all(entries.map(closeEntry));
  }

  #entryOf(file: string): Entry {
    const known = this.#entries.get(file);
    if (known !== undefined) {
      this.#entries.delete(file);
      this.#entries.set(file, known);
      return known;
    }
    const entry: Entry = { access: this.#open(file), queue: Promise.resolve(), readers: 0 };
    this.#entries.set(file, entry);
    // One that cannot be opened now may be there again for the next request.
    entry.access.catch(() => {
      if (this.#entries.get(file) === entry) this.#entries.delete(file);
    });
    return entry;
  }

  async #open(file: string): Promise<RecordAccess> {
    const location = this.#locate(file);
    if (location === undefined) {
      throw new PinakesError('INPUT_NOT_FOUND', { input: file });
    }
    return RecordAccess.open(await openInput(location));
  }

  #closeSome(most: number): void {
    for (const [file, entry] of this.#entries) {
      if (this.#entries.size <= most) return;
      if (entry.readers > 0) continue;
      this.#entries.delete(file);
      void closeEntry(entry);
    }
  }
}

async function closeEntry({ access, queue }: Entry): Promise<void> {
  await queue;
  try {
    await (await access).source.close();
  } catch {
    // It was never open, or can no longer be closed: nothing is left to do.
  }
}

function toProblem(path: string, { code }: PinakesError): HttpProblem {
  const file = toFileName(path);
  const detail =
    code === 'RECORD_NOT_FOUND'
      ? `The archive file ${file} no longer has the record that the library knows of: it is another version of the file.`
      : `The archive file ${file}, which holds this capture, cannot be read now.`;
  return new HttpProblem('archive-missing', detail, { retryAfter: 60 });
}
