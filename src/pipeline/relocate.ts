// Archives that were moved: the library learns where they are now.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CAPTURES_FILE, type Library, openCaptures } from '../index/index.ts';
import { messageOf } from '../support/errors.ts';
import { deriveDocuments } from './derive.ts';
import { fingerprintOf, modifiedTimeOf } from './fingerprint.ts';

/** What became of a file. */
export interface Relocation {
  readonly from: string;
  readonly to: string;
  /** Why it stays where it was; absent when it was moved. */
  readonly problem?: string;
}

/**
 * Points all files below `from` to the same places below `to`. A file is only pointed anew when what
 * lies there has the fingerprint that was read, unless `isTrusted`.
 */
export async function relocateFiles(
  library: Library,
  paths: { readonly from: string; readonly to: string },
  isTrusted = false,
): Promise<Relocation[]> {
  const moved: Relocation[] = [];
  const captures = existsSync(join(library.folder, CAPTURES_FILE))
    ? openCaptures(library.folder, { access: 'write' })
    : undefined;
  for (const file of library.files.list()) {
    if (!isBelow(file.location, paths.from)) continue;
    const location = paths.to + file.location.slice(paths.from.length);
    const name = isBelow(file.name, paths.from)
      ? paths.to + file.name.slice(paths.from.length)
      : location;
    const change = { from: file.location, to: location };
    const other = library.files.find(name);
    const problem =
      other !== undefined && other.id !== file.id
        ? 'the library has another file of that name'
        : isTrusted
          ? undefined
          : await problemOf(location, file.fingerprint);
    moved.push(problem === undefined ? change : { ...change, problem });
    if (problem !== undefined) continue;
    const modified = modifiedTimeOf(location);
    captures?.renameFile(file.name, name);
    library.transaction(() => {
      library.files.update(file.id, { name, location, modified });
      library.rows.refresh();
      markShared(library, file.id);
    });
  }
  captures?.close();
  await deriveDocuments(library);
  return moved;
}

/** Of equal captures in two files that of the smaller name is shown: there a new name may change a document. */
function markShared({ database, rows }: Library, file: number): void {
  const select = database.prepare<[number, number], number>(
    'SELECT 1 FROM observation WHERE key = ? AND file <> ? AND captures > 0 LIMIT 1',
  );
  for (const { key } of rows.placesOf(file)) {
    if (select.get(key, file) !== undefined) rows.markKey(key);
  }
}

/** Whether a path is the folder itself, below it, or the file itself. */
function isBelow(path: string, folder: string): boolean {
  if (!path.startsWith(folder)) return false;
  const next = path.charAt(folder.length);
  return next === '' || next === '/' || next === '\\' || next === '#' || folder.endsWith('/');
}

async function problemOf(location: string, fingerprint: string): Promise<string | undefined> {
  try {
    const found = await fingerprintOf(location);
    return found === fingerprint ? undefined : 'the file there is another one';
  } catch (thrown) {
    return messageOf(thrown);
  }
}
