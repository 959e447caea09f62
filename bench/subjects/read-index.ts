// The lines of a CDXJ file that fits into memory.
import { readFileSync } from 'node:fs';
import { type CdxEntry, parseCdxLine } from 'pinakes/archive';

/** All entries, in the order of the file. */
export function readIndex(file: string): readonly CdxEntry[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => parseCdxLine(line, 'cdxj'))
    .flatMap((line) => (line.kind === 'entry' ? [line.entry] : []));
}
