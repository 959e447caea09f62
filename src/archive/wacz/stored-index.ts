// The index that a WACZ carries: its lines by the archive and the place they point at.

import { messageOf } from '../../support/errors.ts';
import type { CdxEntry } from '../cdx/cdx-entry.ts';
import { openCdx } from '../cdx/cdx-file.ts';
import type { Wacz, WaczMember } from '../source/wacz.ts';

/** Longer indexes are not taken into memory; they hold about 500 bytes a line there. */
export const MAX_STORED_LINES = 300_000;

/** The lines of a stored index. */
export interface StoredIndex {
  readonly lines: number;
  /** The lines that point into each archive (by its path in the WACZ), sorted by offset, each once. */
  readonly byArchive: ReadonlyMap<string, readonly CdxEntry[]>;
  /** What is wrong with the index by itself, for a person; none of it is in `byArchive`. */
  readonly problems: readonly string[];
  /** Whether the index is too long to be held; then `byArchive` is empty. */
  readonly isTooLong: boolean;
}

/** Reads the index of a WACZ; `undefined` when it has none. Bad lines are problems and never throw. */
export async function readStoredIndex(
  wacz: Wacz,
  options: { readonly maxLines?: number; readonly signal?: AbortSignal } = {},
): Promise<StoredIndex | undefined> {
  const maxLines = options.maxLines ?? MAX_STORED_LINES;
  // A summary (.idx) repeats what the compressed lines beside it say.
  const members = wacz.indexes().filter(({ path }) => !/\.(?:idx|loc)$/i.test(path));
  if (members.length === 0) return undefined;
  const byArchive = new Map<string, CdxEntry[]>(wacz.archives().map(({ path }) => [path, []]));
  const problems: string[] = [];
  let lines = 0;
  let rejected = 0;
  let strangers = 0;
  for (const member of members) {
    try {
      for await (const batch of readBatches(member, options.signal)) {
        lines += batch.entries.length + batch.rejected.length;
        rejected += batch.rejected.length;
        if (lines > maxLines) {
          return { lines, byArchive: new Map(), problems, isTooLong: true };
        }
        for (const entry of batch.entries) {
          const found = byArchive.get(pathOf(entry.file));
          if (found === undefined) strangers++;
          else found.push(entry);
        }
      }
    } catch (thrown) {
      problems.push(`${member.path}: ${messageOf(thrown)}`);
    }
  }
  if (rejected > 0) problems.push(`${rejected} lines cannot be read`);
  if (strangers > 0) problems.push(`${strangers} lines name an archive that is not there`);
  return { lines, byArchive: new Map([...byArchive].map(sorted)), problems, isTooLong: false };
}

async function* readBatches(member: WaczMember, signal: AbortSignal | undefined) {
  const index = await openCdx(await member.open());
  try {
    yield* index.batches(signal === undefined ? {} : { signal });
  } finally {
    await index.close();
  }
}

/** Lines name an archive without its folder; some tools write all of the path. */
function pathOf(file: string): string {
  const inside = file.slice(file.lastIndexOf('#') + 1);
  return inside.startsWith('archive/') ? inside : `archive/${inside}`;
}

function sorted([path, entries]: readonly [string, CdxEntry[]]): [string, readonly CdxEntry[]] {
  entries.sort((a, b) => a.offset - b.offset);
  // A WACZ may hold the same lines plain and compressed.
  const isFirst = (entry: CdxEntry, at: number) => {
    const before = entries[at - 1];
    return (
      before?.offset !== entry.offset || before.surt !== entry.surt || before.time !== entry.time
    );
  };
  return [path, entries.filter(isFirst)];
}
