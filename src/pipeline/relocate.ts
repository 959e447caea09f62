// Archives that were moved: the library learns where they are now.
import type { Library } from '../index/index.ts';
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
    library.transaction(() => {
      library.files.update(file.id, { name, location, modified });
      library.rows.refresh();
      // Of equal captures in two files that of the smaller name is shown: there a new name may change a document.
      library.rows.markShared(file.id);
    });
  }
  await deriveDocuments(library);
  return moved;
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
