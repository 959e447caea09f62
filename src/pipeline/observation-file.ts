// Files that `pinakes extract --for-ingest` writes: all that a library needs of archives, read on another machine.
import type { LooseEnd } from '../extract/extract.ts';
import type { FileReport, NewFile } from '../index/index.ts';
import type { Capture } from '../model/capture.ts';
import type { Observation } from '../model/observation.ts';
import { toLineProblem } from './observation-line.ts';
import { readLines } from './text-lines.ts';

/** The first line. `format` is raised when older programs would misread what follows. */
export interface ObservationHeader {
  readonly kind: 'extract';
  readonly format: number;
}

/** An archive begins: what follows was found in it. */
export interface ArchiveStart extends Omit<NewFile, 'report'> {
  readonly kind: 'archive';
  /** Collection that it was read for; absent: whoever stores it knows. */
  readonly collection?: string;
  /** Images with a shorter side were rejected; absent: as above. */
  readonly minSide?: number;
}

/** A record as index lines have it. Its file is the archive that it is in. */
export type RecordLine = Omit<Capture, 'file'> & { readonly kind: 'record' };

/** An archive was read, to its end or as far as `failure` tells. */
export interface ArchiveEnd extends FileReport {
  readonly kind: 'archive-end';
}

/** The last line: without it the file is not whole. */
export interface ObservationEnd {
  readonly kind: 'end';
  readonly archives: number;
}

/** A line of such a file. */
export type ObservationLine =
  | ObservationHeader
  | ArchiveStart
  | Observation
  | Exclude<LooseEnd, { readonly kind: 'original' }>
  | RecordLine
  | ArchiveEnd
  | ObservationEnd;

/** The format that is written and read. */
export const OBSERVATION_FORMAT = 1;

/** Whether an input of `ingest` is a file of observations, by its name, which may be one that Spark gave. */
export function isObservationFile(name: string): boolean {
  return /\.ndjson(?:\.gz)?$|(?:^|[\\/])part-\d+-[\w-]+\.txt(?:\.gz)?$/i.test(name);
}

/** Longer lines are none of ours: the largest are style sheets with all that they hold. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/**
 * Reads the lines of a file, each checked: throws an `Error` that tells line and reason for one that cannot be, for a
 * file that was written without `--for-ingest`, and at the end of a file that is cut off.
 */
export async function* readObservations(path: string): AsyncGenerator<ObservationLine> {
  let number = 0;
  let archives = 0;
  let isInArchive = false;
  let isEnded = false;
  for await (const text of readLines(path, MAX_LINE_BYTES)) {
    number++;
    const wrong = (detail: string) => new Error(`line ${number}: ${detail}`);
    const line = parse(text);
    const problem = line === undefined ? 'it is not JSON' : toLineProblem(line);
    if (problem !== undefined) throw wrong(problem);
    const known = line as ObservationLine; // checked by `toLineProblem`
    if (number === 1 && known.kind !== 'extract') {
      throw new Error('it was not written by `pinakes extract --for-ingest`');
    }
    if (known.kind === 'extract' && known.format !== OBSERVATION_FORMAT) {
      throw new Error(
        `it has format ${known.format}, and this version reads ${OBSERVATION_FORMAT}`,
      );
    }
    const isOutside = known.kind === 'extract' || known.kind === 'archive' || known.kind === 'end';
    if (isEnded || isOutside === isInArchive || (known.kind === 'extract' && number > 1)) {
      throw wrong(`\`${known.kind}\` does not belong here`);
    }
    if (known.kind === 'archive') isInArchive = true;
    if (known.kind === 'archive-end') {
      isInArchive = false;
      archives++;
    }
    if (known.kind === 'end') {
      isEnded = true;
      if (known.archives !== archives) throw wrong(`${archives} archives, not ${known.archives}`);
    }
    yield known;
  }
  if (!isEnded) throw new Error('it is cut off: the last line is missing');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // told with the number of the line
  }
}
