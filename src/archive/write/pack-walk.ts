// Walks the folder of a static site in a fixed order and says what is left out, and why.
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

/** Why something in the folder is not packed. */
export type SkipReason = keyof typeof SKIP_REASONS;

/** Every reason with an explanation for people. */
export const SKIP_REASONS = {
  hidden: 'the name starts with a dot',
  outside: 'a link that leads out of the folder',
  loop: 'a link to a folder that holds it, or below another linked folder',
  special: 'neither a file nor a folder',
  output: 'the file being written, or its index',
  'bad-name': 'the name is not valid UTF-8',
  unreadable: 'it cannot be read',
} as const;

/** Something that was left out. */
export interface Skipped {
  readonly kind: 'skipped';
  /** Path within the folder. */
  readonly path: string;
  readonly reason: SkipReason;
}

/** A file to be packed. */
export interface SiteFile {
  readonly kind: 'file';
  /** Path that can be opened. */
  readonly path: string;
  /** Names from the folder down to the file. */
  readonly segments: readonly string[];
  /** Whether the file is what a server sends for its folder. */
  readonly isIndex: boolean;
}

/**
 * Yields the files of a folder, sorted by the bytes of their names, and what is left out. Links to
 * files and folders inside are followed, but only one linked folder on each path, which keeps
 * folders that link to each other from multiplying without end.
 */
export function walkSite(root: string): AsyncGenerator<SiteFile | Skipped> {
  return walkFolder({ root, segments: [], isLinked: false });
}

interface Folder {
  /** The site's folder, free of links. */
  readonly root: string;
  readonly segments: readonly string[];
  /** Whether a linked folder was passed on the way here. */
  readonly isLinked: boolean;
}

type Entry = { readonly kind: 'folder'; readonly folder: Folder } | SiteFile | Skipped;

async function* walkFolder(folder: Folder): AsyncGenerator<SiteFile | Skipped> {
  const path = join(folder.root, ...folder.segments);
  let names: Dirent<Buffer>[];
  try {
    names = await readdir(path, { encoding: 'buffer', withFileTypes: true });
  } catch {
    // A folder that may not be listed is skipped like a file that may not be read.
    yield skip(folder.segments, 'unreadable');
    return;
  }
  names.sort((a, b) => Buffer.compare(a.name, b.name));
  const entries: Entry[] = [];
  for (const name of names) entries.push(await classify(folder, name));
  const index = findIndex(entries);
  for (const entry of entries) {
    if (entry.kind === 'folder') yield* walkFolder(entry.folder);
    else yield entry === index ? { ...index, isIndex: true } : entry;
  }
}

async function classify(folder: Folder, entry: Dirent<Buffer>): Promise<Entry> {
  const name = entry.name.toString();
  const segments = [...folder.segments, name];
  if (!Buffer.from(name).equals(entry.name)) return skip(segments, 'bad-name');
  // `.well-known` is the one hidden name that web servers serve (RFC 8615).
  if (name.startsWith('.') && name !== '.well-known') return skip(segments, 'hidden');
  if (entry.isSymbolicLink()) return followLink(folder, segments);
  if (entry.isDirectory()) return { kind: 'folder', folder: { ...folder, segments } };
  return entry.isFile() ? file(folder, segments) : skip(segments, 'special');
}

async function followLink(folder: Folder, segments: readonly string[]): Promise<Entry> {
  const path = join(folder.root, ...segments);
  try {
    const target = await realpath(path);
    if (!isWithin(folder.root, target)) return skip(segments, 'outside');
    const found = await stat(target);
    if (found.isFile()) return file(folder, segments);
    if (!found.isDirectory()) return skip(segments, 'special');
    return folder.isLinked || isWithin(target, path)
      ? skip(segments, 'loop')
      : { kind: 'folder', folder: { root: folder.root, segments, isLinked: true } };
  } catch {
    return skip(segments, 'unreadable'); // a link to nothing, or to what may not be looked at
  }
}

/** The page a server sends for the folder: `index.html` before `index.htm`, in any case. */
function findIndex(entries: readonly Entry[]): SiteFile | undefined {
  const files = entries.filter((entry) => entry.kind === 'file');
  const named = (name: string) =>
    files.find(({ segments }) => segments.at(-1)?.toLowerCase() === name);
  return named('index.html') ?? named('index.htm');
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function file({ root }: Folder, segments: readonly string[]): SiteFile {
  return { kind: 'file', path: join(root, ...segments), segments, isIndex: false };
}

function skip(segments: readonly string[], reason: SkipReason): Skipped {
  return { kind: 'skipped', path: segments.join('/'), reason };
}
