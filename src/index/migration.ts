// Steps from older formats of the library to the present one.
import type { Database } from 'better-sqlite3';
import { keepLinks } from './migration-to-2.ts';
import { shareRows } from './migration-to-3.ts';
import { FORMAT_VERSION } from './schema.ts';

/** Takes a library from one format to the next, inside a transaction. */
export type MigrationStep = (database: Database) => void;

/** `STEPS[n]` leads from format n + 1 to n + 2. Format 1 is the first. */
const STEPS: readonly MigrationStep[] = [keepLinks, shareRows];

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
