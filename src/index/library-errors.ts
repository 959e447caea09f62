// What SQLite or the file system refuses, said in the words of a library.
import { isSqliteError } from '../sqlite/sqlite.ts';
import { messageOf, PinakesError } from '../support/errors.ts';
import { FORMAT_VERSION } from './schema.ts';

/** Runs work on a library; errors of SQLite become errors that name the library and say what to do. */
export function whileUsing<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw toLibraryError(folder, thrown);
  }
}

/**
 * Something was stored by a newer version of the program, in a way that this one does not know; or it is damaged so
 * that it looks so.
 */
export class NewerFormatError extends RangeError {
  constructor(what: string) {
    super(`${what} was stored by a newer version of Pinakes`);
  }
}

/** The error of a library that an error of SQLite stands for; others come back as they are. */
export function toLibraryError(folder: string, thrown: unknown): unknown {
  if (thrown instanceof NewerFormatError) {
    const found = `${FORMAT_VERSION} with fields that were added later`;
    return new PinakesError(
      'LIBRARY_TOO_NEW',
      { folder, found, known: FORMAT_VERSION },
      { cause: thrown },
    );
  }
  if (thrown instanceof RangeError) return damaged(folder, thrown.message, thrown);
  const code = codeOf(thrown);
  if (code === undefined) return thrown;
  const message = messageOf(thrown);
  if (/^(?:SQLITE_FULL|SQLITE_IOERR_(?:WRITE|SHMSIZE)|ENOSPC|EDQUOT)$/.test(code)) {
    return new PinakesError('DISK_FULL', { folder }, { cause: thrown });
  }
  // A schema or a text index that is not as the format has it is damage too.
  const isOdd = code === 'SQLITE_ERROR' && ODD_SCHEMA.test(message);
  if (isOdd || /^SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(code)) {
    return damaged(folder, message, thrown);
  }
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) {
    return new PinakesError('LIBRARY_LOCKED', { folder }, { cause: thrown });
  }
  if (/^(?:SQLITE_(?:CANTOPEN|READONLY|PERM|IOERR)|E[A-Z]+$)/.test(code)) {
    return new PinakesError('LIBRARY_UNREADABLE', { folder, detail: message }, { cause: thrown });
  }
  return thrown;
}

const ODD_SCHEMA =
  /^(?:no such (?:table|column|module)|invalid fts5 file format|unrecognized option|parse error in)/;

/** The code of an error of SQLite or of the file system. */
function codeOf(thrown: unknown): string | undefined {
  if (isSqliteError(thrown)) return thrown.code;
  const isOfSystem = thrown instanceof Error && 'syscall' in thrown && 'code' in thrown;
  return isOfSystem ? String(thrown.code) : undefined;
}

function damaged(folder: string, detail: string, cause: unknown): PinakesError {
  return new PinakesError('LIBRARY_DAMAGED', { folder, detail }, { cause });
}
