// Captures from index files that somebody made before: nothing but the selected records' archives is read.
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { placeKind } from '../../archive/source/inputs.ts';
import { nameKind } from '../../archive/source/inputs-names.ts';
import { splitMemberName } from '../../archive/source/wacz.ts';
import { type ArchiveFinder, createFinder, openArchiveFinder } from './archive-finder.ts';
import type { SourceInput } from './capture-source.ts';
import { expandIndexes } from './expand-indexes.ts';
import { type IndexFile, openIndexFile } from './index-file.ts';
import { createIndexSource } from './index-source.ts';
import type { DivisibleSource } from './part-source.ts';

/** Options of `openCdxSource`. */
export interface CdxSourceOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens index files (CDX, CDXJ, plain or gzip, ZipNum; folders and patterns of them) as a source of captures.
 * `archives` says where the archives that lines name may lie, see `openArchiveFinder`; without any they are looked
 * for in the folders of the indexes. Throws `INPUT_NOT_FOUND` and `INPUT_UNREADABLE`; an archive that is missing
 * shows when a record of it is opened.
 */
export async function openCdxSource(
  cdx: readonly string[],
  archives: readonly string[],
  options: CdxSourceOptions = {},
): Promise<DivisibleSource> {
  const { signal } = options;
  const locations = await expandIndexes(cdx, signal);
  const finder = await openFinder(archives, locations, signal);
  const files = await openAll(locations, signal);
  const indexes = files.map(({ name, bytes }): SourceInput => ({ kind: 'index', name, bytes }));
  return createIndexSource({
    inputs: [...indexes, ...finder.inputs],
    finder,
    preparation: files.every(({ isSorted }) => isSorted)
      ? ''
      : 'sorts indexes that are not in order',
    names: files.map(({ name }) => name),
    opened: files,
    prepare: async () => ({ files, losses: [] }),
  });
}

/** Without archives, those that lie beside local indexes; what is in folders there is not looked at. */
async function openFinder(
  archives: readonly string[],
  indexes: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ArchiveFinder> {
  if (archives.length > 0) return openArchiveFinder(archives, { signal });
  const local = indexes.filter((location) => placeKind(location) === 'file');
  const folders = new Set(
    local.map((location) => dirname(splitMemberName(location)?.wacz ?? location)),
  );
  const beside: string[] = [];
  for (const folder of folders) {
    for (const name of await readdir(folder)) {
      const kind = nameKind(name);
      if (kind === 'records' || kind === 'wacz') beside.push(join(folder, name));
    }
  }
  return beside.length === 0 ? createFinder([]) : openArchiveFinder(beside, { signal });
}

async function openAll(
  locations: readonly string[],
  signal: AbortSignal | undefined,
): Promise<IndexFile[]> {
  const files: IndexFile[] = [];
  try {
    for (const location of locations) files.push(await openIndexFile(location, { signal }));
    return files;
  } catch (thrown) {
    for (const file of files) await file.close();
    throw thrown;
  }
}
