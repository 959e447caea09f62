// What the commands that work on a library have in common.
import { resolve } from 'node:path';
import type { Library, LibraryOptions } from '../index/index.ts';
import { PinakesError } from '../support/errors.ts';
import type { Host } from './command.ts';

/** Where the library is. */
export const LIBRARY_FLAG = {
  type: 'string',
  placeholder: 'DIR',
  help: 'folder of the library',
} as const;

/** What is found out about images besides the usual. */
export const ENRICH_FLAG = {
  type: 'choice',
  choices: ['ocr'],
  repeatable: true,
  placeholder: 'NAME',
  sources: ['env'], // in a settings file it would be the table of the command
  help: 'also find out: `ocr`, the words in pictures, which takes ten times as long as all else',
} as const;

/** The folder of the library, or an error that says how to name it. */
export function libraryFolder(host: Host, library: string | undefined, command: string): string {
  if (library !== undefined) return resolve(host.cwd, library);
  throw new PinakesError('USAGE', {
    command,
    detail: 'No library is given: add --library DIR, or set PINAKES_LIBRARY.',
  });
}

/** How commands that change a library open it. */
export function forWriting(create?: LibraryOptions['create']): LibraryOptions {
  return { access: 'write', ...(create && { create }) };
}

/**
 * Opens a library, works with it and closes it. What SQLite refuses meanwhile, such as damaged pages, is told as
 * an error of the library.
 */
export async function useLibrary<T>(
  folder: string,
  options: LibraryOptions,
  work: (library: Library) => Promise<T>,
): Promise<T> {
  const { openLibrary, toLibraryError } = await import('../index/index.ts');
  const library = await openLibrary(folder, options);
  try {
    return await work(library);
  } catch (thrown) {
    throw toLibraryError(folder, thrown);
  } finally {
    library.close();
  }
}

/** Local paths from the working folder; addresses as they are. */
export function resolveInput(host: Host, input: string): string {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(input) ? input : resolve(host.cwd, input);
}
