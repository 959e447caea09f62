// The archives of a server by the names that captures have for them; what cannot be read is a problem for the client.
import type { ArchiveRecord } from '../../archive/archive.ts';
import type { Capture } from '../../model/capture.ts';
import { type ArchivePool as OpenPool, openArchivePool } from '../../pipeline/archive-pool.ts';
import { PinakesError } from '../../support/errors.ts';
import { toFileName } from '../file-name.ts';
import { HttpProblem } from '../problems.ts';

/** Where a record is. */
export type RecordPlace = Pick<Capture, 'file' | 'offset' | 'length'>;

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
    try {
      const location = this.#locate(file);
      if (location === undefined) throw new PinakesError('INPUT_NOT_FOUND', { input: file });
      return await this.#pool.read({ location, offset, length }, use);
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
