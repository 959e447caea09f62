// Paths from a list: `--files-from FILE`, one path or address a line.
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { PinakesError } from '../support/errors.ts';
import type { Host } from './command.ts';
import { iterateInputLines } from './input-lines.ts';
import type { Log } from './log.ts';

/** A list of further paths, for commands that take `ARCHIVE_PATHS`. */
export const FILES_FROM_FLAG = {
  type: 'string',
  placeholder: 'FILE',
  sources: [],
  help: 'read further paths from a file, one a line; `-` is the standard input',
} as const;

/** What a list holds. */
export interface ListedPaths {
  readonly paths: readonly string[];
  /** Lines that name nothing that is there; each was told by its number. */
  readonly missing: number;
}

/**
 * Reads a list of paths. Blank lines and those that start with `#` count as none. A line at which nothing is found is told and
 * passed over: of ten thousand files one may have moved. Remote ones are looked for when they are opened.
 */
export async function readFilesFrom(
  file: string,
  { host, log, signal }: { readonly host: Host; readonly log: Log; readonly signal: AbortSignal },
): Promise<ListedPaths> {
  const { expandInputs } = await import('../archive/source/inputs.ts');
  const name = file === '-' ? 'the standard input' : file;
  const input = file === '-' ? host.stdin : createReadStream(resolve(host.cwd, file));
  const paths: string[] = [];
  let number = 0;
  let missing = 0;
  const passOver = (reason: string): void => {
    missing++;
    log.warn(`Line ${number} of ${name} is passed over: ${reason}`);
  };
  try {
    for await (const line of iterateInputLines(input, { signal })) {
      number++;
      const path = line.kind === 'line' ? line.text.trim() : '';
      if (line.kind === 'too-long') passOver('it is too long.');
      else if (path !== '' && !path.startsWith('#')) {
        try {
          await expandInputs([path]);
          paths.push(path);
        } catch (thrown) {
          if (!(thrown instanceof PinakesError)) throw thrown;
          passOver(thrown.message);
        }
      }
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new PinakesError('INPUT_NOT_FOUND', { input: name }, { cause });
  }
  return { paths, missing };
}
