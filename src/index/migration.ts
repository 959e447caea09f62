// Steps from older formats of the library to the present one.
import type { Database } from 'better-sqlite3';
import { toStoredDigest } from './payload-digest.ts';
import { FORMAT_VERSION, HIDDEN_TABLE, LINK_TABLES } from './schema.ts';

/** Takes a library from one format to the next, inside a transaction. */
export type MigrationStep = (database: Database) => void;

/** `STEPS[n]` leads from format n + 1 to n + 2. Format 1 is the first. */
const STEPS: readonly MigrationStep[] = [keepLinks];

/** Why files of an older library are read again. */
const READ_AGAIN = 'it was read by an older version, and is to be read again';

/**
 * Format 2 keeps revisits and style sheets for good. What they gave so far stays until their files are read again, which
 * the next ingest does: format 1 did not note what came of what.
 */
function keepLinks(database: Database): void {
  database.exec('ALTER TABLE original RENAME TO original_before; DROP INDEX original_file');
  database.exec(LINK_TABLES + HIDDEN_TABLE);
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

/**
 * Brings a library to the present format. Each step is one transaction together with the note of the format
 * it leads to, so that an interruption leaves a library of one format or the other.
 */
export function migrate(
  database: Database,
  from: number,
  steps: readonly MigrationStep[] = STEPS,
  to = FORMAT_VERSION,
): void {
  for (let format = from; format < to; format++) {
    const step = steps[format - 1];
    if (step === undefined) throw new Error(`pinakes: no way from library format ${format}`);
    database.transaction(() => {
      step(database);
      database.pragma(`user_version = ${format + 1}`);
    })();
  }
}
