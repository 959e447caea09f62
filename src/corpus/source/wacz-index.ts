// The index that a WACZ brings along, used when it is whole: it must name every archive, and nothing else.
import { type Input, openInput, openWacz } from '../../archive/archive.ts';
import { type IndexFile, openIndexFile } from './index-file.ts';

/** A WACZ and what is in it. */
export interface WaczMembers {
  readonly input: Input;
  /** Its archives, by the names that `openInput` takes. */
  readonly members: readonly Pick<Input, 'name' | 'location'>[];
  /** Its indexes, the better ones first. */
  readonly indexes: readonly string[];
}

/** Lists the archives and indexes in some WACZ files. Throws `WACZ_INVALID`. */
export async function listWaczMembers(inputs: readonly Input[]): Promise<readonly WaczMembers[]> {
  const lists: WaczMembers[] = [];
  for (const input of inputs) {
    const wacz = await openWacz(await openInput(input.location));
    try {
      const toMember = (path: string) => ({
        name: `${input.name}#${path}`,
        location: `${input.location}#${path}`,
      });
      const paths = wacz.indexes().map(({ path }) => path);
      // The compressed blocks of a ZipNum index are read through their summary.
      const summaries = paths.filter((path) => /\.idx$/i.test(path));
      const plain = paths.filter((path) => /\.cdxj?$/i.test(path));
      const compressed = paths.filter((path) => /\.cdxj?\.gz$/i.test(path));
      lists.push({
        input,
        members: wacz.archives().map(({ path }) => toMember(path)),
        indexes: [...plain, ...summaries, ...compressed].map((path) => toMember(path).location),
      });
    } finally {
      await wacz.close();
    }
  }
  return lists;
}

/** Opens the first usable index of a WACZ; `undefined` when there is none. */
export async function openWaczIndex(
  wacz: WaczMembers,
  signal?: AbortSignal,
): Promise<IndexFile | undefined> {
  const byLastPart = new Map(wacz.members.map(({ name }) => [lastPart(name), name]));
  if (byLastPart.size < wacz.members.length) return undefined; // lines could not tell them apart
  for (const location of wacz.indexes) {
    const file = await openIndexFile(location, {
      signal,
      change: (entry) => ({ ...entry, file: byLastPart.get(lastPart(entry.file)) ?? entry.file }),
    }).catch(() => undefined); // as good as none
    if (file === undefined) continue;
    if (await isWhole(file, new Set(byLastPart.values()), signal)) return file;
    await file.close();
  }
  return undefined;
}

/** Reads all lines, which takes a small part of the time that making an index would. */
async function isWhole(
  file: IndexFile,
  archives: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!file.isSorted) return false;
  const named = new Set<string>();
  let isSound = true;
  const onLoss = () => {
    isSound = false;
  };
  for await (const { captures } of file.captures(undefined, undefined, { signal, onLoss })) {
    for (const capture of captures) named.add(capture.file);
    if (!isSound || named.size > archives.size) return false;
  }
  return named.size === archives.size && [...named].every((name) => archives.has(name));
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
