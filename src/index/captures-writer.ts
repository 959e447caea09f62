// What changes the capture index: the captures of a file come or go, addresses are taken out.
import type { Database } from 'better-sqlite3';
import type { Capture } from '../model/capture.ts';
import { MAX_NUMBER_BYTES, writeNumber } from './captures-bytes.ts';
import { rangesBelow } from './captures-range.ts';
import { CaptureAdder, removeCaptures } from './captures-rows.ts';

/** The captures of one file on their way into the index: all of them are kept, or none. */
export interface FileCaptures {
  /** Adds some captures of the file, whose `file` is not looked at. */
  add(captures: readonly Pick<Capture, Exclude<keyof Capture, 'file'>>[]): void;
  /** Keeps what was added in place of what the file held before. */
  commit(): void;
  /** Leaves everything as it was. */
  rollback(): void;
}

/** Files whose captures are looked for in one pass. */
const FILES_AT_ONCE = 50;

/** Starts to replace the captures of a file, in a transaction that lasts until its end. */
export function startFile(database: Database, name: string): FileCaptures {
  database.exec('BEGIN IMMEDIATE');
  const file = replaceId(database, name);
  const adder = new CaptureAdder(database);
  return {
    add(captures) {
      for (const { surt, time, offset, url, mime, status, digest, length } of captures) {
        adder.add({ surt, time: Number(time), file, offset, url, mime, status, digest, length });
      }
    },
    commit: () => {
      adder.flush();
      database.exec('COMMIT');
    },
    rollback: () => {
      if (database.inTransaction) database.exec('ROLLBACK');
    },
  };
}

/** Takes out the captures of files. Reads the whole index once, since it is sorted by address. */
export function removeFiles(database: Database, names: readonly string[]): number {
  return inTransaction(database, () => {
    const ids = names.map((name) => idOf(database, name)).filter((id) => id !== undefined);
    const count = removeRowsOf(database, ids);
    for (const id of ids) database.prepare('DELETE FROM file WHERE id = ?').run(id);
    return count;
  });
}

/** Takes out all captures below a prefix of SURT keys. */
export function removeBelow(database: Database, surtPrefix: string): number {
  return inTransaction(database, () => {
    let count = 0;
    for (const { start, end } of rangesBelow(surtPrefix)) {
      const where = start === end ? 'surt >= ? AND surt <= ?' : 'surt >= ? AND surt < ?';
      count += removeCaptures(database, { where, values: [start, end] });
    }
    return count;
  });
}

/** Takes out the captures of a record. */
export function removeRecord(
  database: Database,
  { surt, file, offset }: Pick<Capture, 'surt' | 'file' | 'offset'>,
): number {
  const id = idOf(database, file);
  if (id === undefined) return 0;
  return inTransaction(database, () =>
    removeCaptures(database, {
      where: 'surt = ?',
      values: [surt],
      isGone: (capture) => capture.file === id && capture.offset === offset,
    }),
  );
}

/** Gives a file another name; one that has it already goes. */
export function renameFile(database: Database, from: string, to: string): void {
  inTransaction(database, () => {
    const id = idOf(database, from);
    const taken = idOf(database, to);
    if (id === undefined || id === taken) return;
    if (taken !== undefined) {
      removeRowsOf(database, [taken]);
      database.prepare('DELETE FROM file WHERE id = ?').run(taken);
    }
    database.prepare('UPDATE file SET name = ? WHERE id = ?').run(to, id);
  });
}

function removeRowsOf(database: Database, files: readonly number[]): number {
  let count = 0;
  for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
    const some = files.slice(from, from + FILES_AT_ONCE);
    // Rows without the bytes of the number have no capture of the file; those with them may have.
    const where = some.map(() => 'instr(data, ?)').join(' OR ');
    const isGone = ({ file }: { readonly file: number }): boolean => some.includes(file);
    count += removeCaptures(database, { where, values: some.map(toNumberBytes), isGone });
  }
  return count;
}

function toNumberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(MAX_NUMBER_BYTES);
  return bytes.subarray(0, writeNumber(bytes, 0, value));
}

/** The number of a file whose captures, if it had any, are gone. */
function replaceId(database: Database, name: string): number {
  const known = idOf(database, name);
  if (known !== undefined) {
    removeRowsOf(database, [known]);
    return known;
  }
  return Number(database.prepare('INSERT INTO file(name) VALUES(?)').run(name).lastInsertRowid);
}

function idOf(database: Database, name: string): number | undefined {
  return database
    .prepare<[string], number>('SELECT id FROM file WHERE name = ?')
    .pluck()
    .get(name) as number | undefined; // an integer column
}

/** Work in a transaction; then the log, which still holds what was removed, is written back and emptied. */
function inTransaction<T>(database: Database, work: () => T): T {
  const result = database.transaction(work).immediate();
  database.pragma('wal_checkpoint(TRUNCATE)');
  return result;
}
