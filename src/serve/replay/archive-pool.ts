// The archives of a server by the names that captures have for them; what cannot be read is a problem for the client.
import { existsSync } from 'node:fs';
import { type ArchiveRecord, openInput, RecordAccess } from '../../archive/archive.ts';
import { placeKind } from '../../archive/source/inputs.ts';
import { splitMemberName } from '../../archive/source/wacz.ts';
import type { Capture } from '../../model/capture.ts';
import { type ArchivePool as OpenPool, openArchivePool } from '../../pipeline/archive-pool.ts';
import { PinakesError } from '../../support/errors.ts';
import { toFileName } from '../file-name.ts';
import { HttpProblem } from '../problems.ts';

/** Where a record is. */
export type RecordPlace = Pick<Capture, 'file' | 'offset' | 'length'>;

/** A record of an archive that was opened for it alone. */
export interface OpenRecord {
  readonly record: ArchiveRecord;
  close(): void;
}

const MAX_OPEN = 16;

/** The open archives of a server. */
export class ArchivePool {
  readonly #locate: (name: string) => string | undefined;
  readonly #pool: OpenPool = openArchivePool({ maxOpen: MAX_OPEN });

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
    return this.#find(file, (location) => this.#pool.read({ location, offset, length }, use));
  }

  /**
   * Opens an archive anew for one record, which is valid until it is closed: a client that takes long holds up
   * nobody else who reads the same archive. Throws as `read` does.
   */
  async open({ file, offset, length }: RecordPlace): Promise<OpenRecord> {
    return this.#find(file, async (location) => {
      const source = await openInput(location);
      const close = () => void source.close().catch(() => {}); // its medium has gone: nothing is left to close
      try {
        const access = await RecordAccess.open(source);
        const pointer = length > 0 ? { offset, length } : { offset };
        return { record: await access.loadAt(pointer), close };
      } catch (thrown) {
        close();
        throw thrown;
      }
    });
  }

  /** Whether the archive of a name is where it should be; of remote ones that is not asked. */
  isThere(file: string): boolean {
    const location = this.#locate(file);
    if (location === undefined) return false;
    if (placeKind(location) !== 'file') return true;
    return existsSync(location) || existsSync(splitMemberName(location)?.wacz ?? location);
  }

  async #find<T>(file: string, use: (location: string) => Promise<T>): Promise<T> {
    try {
      const location = this.#locate(file);
      if (location === undefined) throw new PinakesError('INPUT_NOT_FOUND', { input: file });
      return await use(location);
    } catch (thrown) {
      if (thrown instanceof PinakesError) throw toProblem(file, thrown);
      throw thrown;
    }
  }

  /** Closes the archives once those who read are done. */
  close(): Promise<void> {
    return this.#pool.close();
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
