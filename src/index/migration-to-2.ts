// From format 1 to format 2, which keeps revisits and style sheets for good.
import type { Database } from 'better-sqlite3';
import { toStoredDigest } from './payload-digest.ts';

/** Why files of an older library are read again. */
const READ_AGAIN = 'it was read by an older version, and is to be read again';

/** The tables that came with format 2, as they were then. */
const TABLES = `CREATE TABLE original(
  digest BLOB, key INTEGER, time INTEGER, file INTEGER, offset INTEGER, kind INTEGER NOT NULL,
  PRIMARY KEY(digest, key, time, file, offset)
) WITHOUT ROWID;
CREATE INDEX original_file ON original(file, offset);
CREATE TABLE revisit(
  id INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  time INTEGER NOT NULL,
  digest BLOB NOT NULL,
  target_key INTEGER NOT NULL,
  target_time INTEGER NOT NULL,
  origin_file INTEGER NOT NULL,
  origin_offset INTEGER NOT NULL,
  origin_kind INTEGER NOT NULL,
  page INTEGER NOT NULL,
  url TEXT NOT NULL
);
CREATE INDEX revisit_file ON revisit(file);
CREATE INDEX revisit_target ON revisit(digest, target_key);
CREATE TABLE sheet(
  key INTEGER, time INTEGER, file INTEGER, offset INTEGER, content INTEGER NOT NULL,
  PRIMARY KEY(key, time, file, offset)
) WITHOUT ROWID;
CREATE INDEX sheet_file ON sheet(file);
CREATE TABLE sheet_content(id INTEGER PRIMARY KEY, key INTEGER NOT NULL, data BLOB NOT NULL);
CREATE INDEX sheet_content_key ON sheet_content(key);
CREATE TABLE sheet_image(key INTEGER, content INTEGER, PRIMARY KEY(key, content)) WITHOUT ROWID;
CREATE TABLE sheet_import(key INTEGER, content INTEGER, PRIMARY KEY(key, content)) WITHOUT ROWID;
CREATE TABLE sheet_link(
  key INTEGER, file INTEGER, part INTEGER, data BLOB NOT NULL,
  PRIMARY KEY(key, file, part)
) WITHOUT ROWID;
CREATE INDEX sheet_link_file ON sheet_link(file);
CREATE TABLE dirty_revisit(id INTEGER PRIMARY KEY);
CREATE TABLE hidden_capture(
  key INTEGER, time INTEGER, file INTEGER, offset INTEGER, digest TEXT NOT NULL,
  PRIMARY KEY(key, time, file, offset)
) WITHOUT ROWID;
CREATE INDEX hidden_capture_file ON hidden_capture(file);`;

/** What revisits and style sheets gave so far stays until their files are read again, which the next ingest does. */
export function keepLinks(database: Database): void {
  database.exec('ALTER TABLE original RENAME TO original_before; DROP INDEX original_file');
  database.exec(TABLES);
  database.function('stored_digest', { deterministic: true }, (digest) =>
    toStoredDigest(String(digest)),
  );
  database.exec(
    `INSERT OR IGNORE INTO original
       SELECT stored_digest(digest), key, time, file, offset, kind FROM original_before;
     DROP TABLE original_before;
     DROP TABLE loose_end;`,
  );
  database
    .prepare("UPDATE file SET report = json_set(report, '$.failure', ?) WHERE json_valid(report)")
    .run(READ_AGAIN);
}
