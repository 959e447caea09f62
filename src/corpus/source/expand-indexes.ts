// Turns what a user typed into the list of index files: files, folders, patterns, addresses.

import { placeKind } from '../../archive/source/inputs.ts';
import {
  compileGlob,
  everywhere,
  expandBraces,
  hasMagic,
} from '../../archive/source/inputs-glob.ts';
import { identityOf, kindOf, type Walk, walkFiles } from '../../archive/source/inputs-walk.ts';
import { splitMemberName } from '../../archive/source/wacz.ts';
import { PinakesError } from '../../support/errors.ts';

/**
 * The index files that some names stand for, each once, sorted by name. Folders and patterns pick up what looks like
 * an index: `.cdx`, `.cdxj`, both with `.gz`, and `.idx`, whose blocks are not taken again. Throws `INPUT_NOT_FOUND`.
 */
export async function expandIndexes(
  names: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const found = new Map<string, string>();
  for (const name of names) {
    const files = await expandOne(name, signal);
    if (files.length === 0) throw new PinakesError('INPUT_NOT_FOUND', { input: name });
    for (const file of files) {
      const identity = placeKind(file) === 'file' ? await identityOf(file) : file;
      if (!found.has(identity)) found.set(identity, file);
    }
  }
  return [...found.values()].sort((a, b) => (a < b ? -1 : 1));
}

async function expandOne(name: string, signal: AbortSignal | undefined): Promise<string[]> {
  if (placeKind(name) !== 'file') return [name];
  const kind = await kindOf(name);
  const member = splitMemberName(name);
  if (kind === 'file' || (member && (await kindOf(member.wacz)) === 'file')) return [name];
  if (kind === 'folder') return walk([{ folder: name, place: everywhere() }], signal);
  if (!hasMagic(name)) return [];
  return walk(expandBraces(name).map(toWalk), signal);
}

function toWalk(pattern: string): Walk {
  const segments = pattern.split('/').filter((part, index) => part !== '' || index === 0);
  const firstMagic = segments.findIndex(hasMagic);
  const fixed = firstMagic < 0 ? segments.length - 1 : firstMagic;
  const glob = compileGlob(segments.slice(fixed).join('/'));
  const folder = fixed === 0 ? '.' : segments.slice(0, fixed).join('/') || '/';
  return { folder, place: { glob, state: glob.start } };
}

async function walk(walks: readonly Walk[], signal: AbortSignal | undefined): Promise<string[]> {
  const paths: string[] = [];
  for await (const found of walkFiles(walks)) {
    signal?.throwIfAborted();
    if (typeof found === 'string' && /\.(?:cdxj?(?:\.gz)?|idx)$/i.test(found)) paths.push(found);
  }
  // The compressed blocks beside a summary are the same lines.
  const folders = new Set(paths.filter((path) => /\.idx$/i.test(path)).map(folderOf));
  return paths.filter((path) => !/\.gz$/i.test(path) || !folders.has(folderOf(path)));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
