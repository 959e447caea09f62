// The step from the first format of the capture index, a row for each capture, to the second.
import type { Database } from 'better-sqlite3';
import type { CaptureRow } from './captures-codec.ts';
import { CaptureAdder } from './captures-rows.ts';
import { CAPTURE_TABLES } from './captures-schema.ts';

const ROWS_AT_ONCE = 2000;

/** Moves all captures to the tables of the second format, inside a transaction. Files keep their numbers. */
export function migrateFirst(database: Database): void {
  database.exec('ALTER TABLE capture RENAME TO capture_before; DROP TABLE original;');
  database.exec(CAPTURE_TABLES);
  const read = database.prepare<unknown[], CaptureRow>(
    `SELECT * FROM capture_before WHERE (surt, time, file, offset) > (?, ?, ?, ?)
     ORDER BY surt, time, file, offset LIMIT ${ROWS_AT_ONCE}`,
  );
  const adder = new CaptureAdder(database);
  let last: readonly unknown[] = ['', -1, -1, -1];
  for (;;) {
    const rows = read.all(...last);
    for (const row of rows) adder.add(row);
    const end = rows.at(-1);
    if (end === undefined) break;
    last = [end.surt, end.time, end.file, end.offset];
  }
  adder.flush();
  database.exec('DROP TABLE capture_before');
}
