// The list of what was taken down, in a plain file beside the database: what must not come back survives a database that is lost.
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Timestamp } from '../model/capture.ts';
import {
  printDetails,
  type TakedownEntry,
  type TakedownKind,
  toDetails,
} from './takedown-entry.ts';

/** Name of the file: in each line kind, value, time and, where there are some, details as JSON, with tabs between. */
export const TAKEDOWN_FILE = 'takedowns.tsv';

const KINDS: readonly string[] = ['image', 'url-prefix', 'file'] satisfies TakedownKind[];
/** A list of a million entries; what is larger was not written by us. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The lines of such a file. */
export function printTakedowns(entries: readonly TakedownEntry[]): string {
  const lines = entries.map(({ kind, value, time, details = {} }) =>
    [kind, value, time, printDetails(details)].join('\t').trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** Makes the file say what the database says. A library without takedowns has none. */
export function writeTakedownFile(folder: string, entries: readonly TakedownEntry[]): void {
  const path = join(folder, TAKEDOWN_FILE);
  const text = printTakedowns(entries);
  if (text === '') {
    rmSync(path, { force: true });
    return;
  }
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  writeFileSync(`${path}.open`, text, { flush: true });
  renameSync(`${path}.open`, path);
}

/** What such a file says; lines that cannot be read are passed over, and a file that is not there says nothing. */
export function readTakedownFile(path: string): TakedownEntry[] {
  if (!existsSync(path) || statSync(path).size > MAX_BYTES) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [kind = '', value = '', time = '', details = ''] = line.split('\t');
      const isEntry = KINDS.includes(kind) && value !== '' && /^\d{14}$/.test(time);
      // Of these types by what was just looked at.
      const entry = { kind: kind as TakedownKind, value, time: time as Timestamp };
      return isEntry ? [{ ...entry, ...toDetails(details) }] : [];
    });
}
