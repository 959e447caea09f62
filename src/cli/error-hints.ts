// What to try on the command line: errors of libraries say nothing of commands and flags.
import { type ErrorCode, fillTemplate, type PinakesError } from '../support/errors.ts';

/** Hints that take the place of those of the table of errors; `{name}` is replaced by the detail of that name. */
export const COMMAND_HINTS: Partial<Readonly<Record<ErrorCode, string>>> = {
  USAGE: 'See `pinakes {command} --help`.',
  INTERRUPTED: 'Run the same command again to go on.',
  LIBRARY_NOT_FOUND:
    'Make one with `pinakes ingest ARCHIVE... --library {folder}`, or check the path.',
  LIBRARY_SETTINGS:
    'This is fixed when a library is made: leave --dedupe and --referenced-only out, or make another library.',
  LIBRARY_OLD: 'Read its archives into a new one: `pinakes ingest PATH... --library NEW`.',
  LIBRARY_FIELDS:
    'Run `pinakes doctor --library {folder} --repair` once: it rebuilds the index from what is stored.',
  LIBRARY_DAMAGED:
    'Nothing was changed. `pinakes doctor --library {folder}` shows details; `--repair` rebuilds the index from the stored data.',
  LOOK_UNKNOWN: 'Look at the pixels first: `pinakes enrich --library DIR`. Or leave `--near` out.',
  LIBRARY_LOST:
    'Restore a backup, or read the archives into a new library: `pinakes ingest PATH... --library NEW`, then `pinakes remove --import {folder}/takedowns.tsv --library NEW`.',
  DISK_FULL: 'Free some space and run the same command again: it goes on where it stopped.',
  SOURCE_UNREADABLE:
    'No output was written. Check that the archives and indexes are there, and whole: `pinakes doctor`.',
  MANIFEST_INVALID: 'Give the `.manifest.json` that stands beside an output of `pinakes corpus`.',
  REMOTE_FAILED: 'Check the address and the network, then run the command again.',
  REMOTE_CHANGED: 'Run the command again to read the new version from its start.',
  NOT_AN_ARCHIVE: 'Run `pinakes doctor {input}` to see what was found.',
  RECORD_NOT_FOUND:
    'The index may belong to another version of the file; make it again with `pinakes cdx`.',
  WACZ_INVALID: 'Run `pinakes doctor {input}` for details.',
  CDX_INVALID: 'Make the index again with `pinakes cdx`.',
  INDEX_NOT_FOUND: 'Make it of a library: `pinakes index sync --library DIR --index ADDRESS`.',
  INDEX_OLD: 'Recreate it: `pinakes index sync --fresh --library DIR --index ADDRESS`.',
  INDEX_REPLICAS:
    'Bring the missing nodes back, or ask for fewer with --min-replicas; then run the same command again.',
  PLACE_FILE_INVALID: 'Create it again with `pinakes gazetteer import`.',
  PORT_IN_USE: 'Stop that program, or choose another port with --port (0 takes any free one).',
  ADDRESS_UNUSABLE:
    'Give an address of this machine with --host, and a port that you may use with --port.',
};

/** What somebody at the command line can try. */
export function commandHint({ code, hint, details }: PinakesError): string {
  const own = COMMAND_HINTS[code];
  return own === undefined ? hint : fillTemplate(own, details);
}
