// One shape for the errors of both drivers: that of better-sqlite3, with the name of SQLite's result code.

/** An error of SQLite. */
export interface SqliteError extends Error {
  /** Name of the extended result code, such as `SQLITE_BUSY` or `SQLITE_IOERR_WRITE`. */
  readonly code: string;
}

/** Whether SQLite itself reported this error. */
export function isSqliteError(thrown: unknown): thrown is SqliteError {
  if (!(thrown instanceof Error) || !('code' in thrown)) return false;
  return typeof thrown.code === 'string' && thrown.code.startsWith('SQLITE_');
}

/** The error of node:sqlite in our shape; other errors are returned unchanged. */
export function fromNodeError(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !('errcode' in thrown)) return thrown;
  const error = new NodeSqliteError(thrown.message, { cause: thrown });
  error.code = nameOf(Number(thrown.errcode));
  return error;
}

class NodeSqliteError extends Error implements SqliteError {
  override name = 'SqliteError';
  code = 'SQLITE_ERROR';
}

/** Primary result codes from 0 (sqlite3.h). */
const PRIMARY = (
  'OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN ' +
  'PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB NOTICE WARNING'
).split(' ');

/** The extended codes of a primary one, from 1. */
const EXTENDED: Readonly<Record<string, readonly string[]>> = {
  ERROR: 'MISSING_COLLSEQ RETRY SNAPSHOT'.split(' '),
  ABORT: ['', 'ROLLBACK'],
  BUSY: 'RECOVERY SNAPSHOT TIMEOUT'.split(' '),
  LOCKED: 'SHAREDCACHE VTAB'.split(' '),
  READONLY: 'RECOVERY CANTLOCK ROLLBACK DBMOVED CANTINIT DIRECTORY'.split(' '),
  IOERR: (
    'READ SHORT_READ WRITE FSYNC DIR_FSYNC TRUNCATE FSTAT UNLOCK RDLOCK DELETE BLOCKED NOMEM ACCESS ' +
    'CHECKRESERVEDLOCK LOCK CLOSE DIR_CLOSE SHMOPEN SHMSIZE SHMLOCK SHMMAP SEEK DELETE_NOENT MMAP GETTEMPPATH ' +
    'CONVPATH VNODE AUTH BEGIN_ATOMIC COMMIT_ATOMIC ROLLBACK_ATOMIC DATA CORRUPTFS IN_PAGE'
  ).split(' '),
  CORRUPT: 'VTAB SEQUENCE INDEX'.split(' '),
  CANTOPEN: 'NOTEMPDIR ISDIR FULLPATH CONVPATH DIRTYWAL SYMLINK'.split(' '),
  CONSTRAINT:
    'CHECK COMMITHOOK FOREIGNKEY FUNCTION NOTNULL PRIMARYKEY TRIGGER UNIQUE VTAB ROWID PINNED DATATYPE'.split(
      ' ',
    ),
};

function nameOf(code: number): string {
  const primary = PRIMARY[code & 0xff] ?? 'ERROR';
  const extended = EXTENDED[primary]?.[(code >> 8) - 1] ?? '';
  return `SQLITE_${primary}${extended === '' ? '' : `_${extended}`}`;
}
