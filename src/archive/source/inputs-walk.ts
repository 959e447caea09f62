// Walks folders for files that a pattern accepts; loops of links and locked folders do no harm.
import { realpathSync, statSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, PinakesError } from '../../support/errors.ts';
import { descend, type Glob, type GlobPlace } from './inputs-glob.ts';
import { nameKind } from './inputs-names.ts';
import { splitMemberName, toMemberName } from './wacz.ts';

/** A folder to look in, and where the pattern stands there. */
export interface Walk {
  readonly folder: string;
  readonly place: GlobPlace;
}

/** Something that was found but is not read. */
export interface SkippedInput {
  readonly name: string;
  readonly reason: string;
}

/** All matching files, links followed, in no particular order; what cannot be read is told too. */
export async function* walkFiles(walks: readonly Walk[]): AsyncGenerator<string | SkippedInput> {
  const open = [...walks];
  const seen: Seen = new Map();
  for (let walk = open.pop(); walk !== undefined; walk = open.pop()) {
    const names = await listOnce(walk, seen).catch((thrown: unknown) => messageOf(thrown));
    if (typeof names === 'string') {
      yield { name: walk.folder, reason: names };
      continue;
    }
    for (const name of names) {
      const place = descend(walk.place, name);
      if (place.state.length === 0) continue;
      const path = join(walk.folder, name);
      const kind = await kindOf(path).catch((thrown: unknown) => messageOf(thrown));
      if (kind === 'folder') open.push({ folder: path, place });
      else if (!place.glob.isMatch(place.state)) continue;
      else if (kind === 'file') yield path;
      else if (nameKind(path))
        yield { name: path, reason: kind ?? 'neither a file nor a link to one' };
    }
  }
}

/**
 * What lies at a path, links followed; `undefined` when nothing does, or no file and no folder. Asked for each of the files of
 * a large collection: to wait for a thread of Node's each time would take several times as long.
 */
export async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : undefined;
  } catch (cause) {
    if (isAbsence(cause)) return undefined;
    const details = { input: path, detail: messageOf(cause) };
    throw new PinakesError('INPUT_UNREADABLE', details, { where: { file: path }, cause });
  }
}

/** The same for every way to name one file, or one member of it. */
export async function identityOf(path: string): Promise<string> {
  const real = realOf(path);
  if (real !== undefined) return real;
  const member = splitMemberName(path);
  return member ? toMemberName(await realpath(member.wacz), member.path) : path;
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // the name of a member, or of nothing
  }
}

/** For each pattern the real folders it was in, and at which place. */
type Seen = Map<Glob, Set<string>>;

/** The names in a folder, or none when it was looked into with the pattern at this place before. */
async function listOnce({ folder, place }: Walk, seen: Seen): Promise<string[]> {
  try {
    const visit = `${await realpath(folder)}\n${place.state.join()}`;
    const visits = seen.get(place.glob) ?? new Set();
    if (visits.has(visit)) return [];
    seen.set(place.glob, visits.add(visit));
    return (await readdir(folder)).sort();
  } catch (cause) {
    if (isAbsence(cause)) return [];
    throw cause;
  }
}

function isAbsence(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : '';
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG';
}
