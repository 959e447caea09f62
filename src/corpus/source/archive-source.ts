// Captures of archives without an index: one is made on the fly, and kept beside them where that is wanted.
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expandInputs, type Input, type Loss } from '../../archive/archive.ts';
import { nameKind } from '../../archive/source/inputs-names.ts';
import { kindOf } from '../../archive/source/inputs-walk.ts';
import { LOSS_REASONS } from '../../model/capture.ts';
import { indexArchives } from '../../pipeline/index-archives.ts';
import { writeAtomically } from '../../support/output-file.ts';
import { createFinder, toSourceInput } from './archive-finder.ts';
import type { CorpusLoss } from './capture-source.ts';
import { type IndexFile, openIndexFile } from './index-file.ts';
import { createIndexSource, type PreparedIndex } from './index-source.ts';
import { type ArchiveState, checkKeptIndex, writeKeptIndex } from './kept-index.ts';
import type { DivisibleSource } from './part-source.ts';
import { listWaczMembers, openWaczIndex, type WaczMembers } from './wacz-index.ts';

/** How far indexing is. */
export interface IndexProgress {
  /** Records and stored bytes since the last call. */
  readonly records: number;
  readonly bytes: number;
  /** The archive they were read from. */
  readonly file: string;
}

/** Options of `openArchiveSource`. */
export interface ArchiveSourceOptions {
  /**
   * Whether the index is kept: `<archive>.cdxj` beside an archive, `index.cdxj` in a folder. It is used again while the
   * archives are the same. Default false; archives that are not local have none.
   */
  readonly keepIndex?: boolean | undefined;
  /** Threads for indexing. Default: one for each core. */
  readonly workers?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/**
 * Opens archives as a source of captures. Their index is made when the first captures are wanted, in a temporary file
 * or beside them; a WACZ brings its own, if that is usable. Throws `INPUT_NOT_FOUND` where nothing is.
 */
export async function openArchiveSource(
  archives: readonly string[],
  options: ArchiveSourceOptions = {},
): Promise<DivisibleSource> {
  const { signal } = options;
  const groups = await toGroups(archives, options);
  const inputs = groups.flatMap((group) => group.inputs);
  const waczs = await listWaczMembers(inputs.filter(isWacz));
  const members = waczs.flatMap((wacz) => wacz.members);
  const kept = groups.flatMap(({ keptAt }) => keptAt ?? []);
  return createIndexSource({
    inputs: inputs.map(({ location }) => toSourceInput(location)),
    finder: createFinder([...inputs.filter((input) => !isWacz(input)), ...members]),
    preparation: `makes an index of ${inputs.length} archives${kept.length > 0 ? ', unless the one kept is still good' : ''}`,
    names: kept.length > 0 ? kept : ['that index'],
    prepare: (folder, wanted) =>
      prepare({ groups, waczs }, folder, { ...options, signal: wanted ?? signal }),
  });
}

/** Archives that share an index. */
interface Group {
  readonly inputs: readonly Input[];
  /** Where their index is kept; `undefined` when it is not. */
  readonly keptAt: string | undefined;
}

/** One group for each kept index; all others together. */
async function toGroups(
  archives: readonly string[],
  { keepIndex = false, signal }: ArchiveSourceOptions,
): Promise<readonly Group[]> {
  const settings = signal === undefined ? {} : { signal };
  const all = await expandInputs(archives, settings);
  if (!keepIndex) return [{ inputs: all.inputs, keptAt: undefined }];
  const groups: Group[] = [];
  const left = new Map(all.inputs.map((input) => [input.location, input]));
  for (const archive of archives) {
    const isFolder = (await kindOf(archive).catch(() => undefined)) === 'folder';
    const { inputs } = await expandInputs([archive], settings);
    const own = inputs.filter((input) => left.delete(input.location) && canKeep(input));
    if (isFolder) groups.push({ inputs: own, keptAt: join(archive, 'index.cdxj') });
    else
      groups.push(...own.map((input) => ({ inputs: [input], keptAt: `${input.location}.cdxj` })));
  }
  const kept = new Set(groups.flatMap((group) => group.inputs.map(({ location }) => location)));
  const others = all.inputs.filter(({ location }) => !kept.has(location));
  return [...groups, { inputs: others, keptAt: undefined }].filter(
    ({ inputs }) => inputs.length > 0,
  );
}

function canKeep(input: Input): boolean {
  return input.kind === 'file' && !isWacz(input);
}

function isWacz({ location }: Input): boolean {
  return nameKind(location) === 'wacz';
}

async function prepare(
  { groups, waczs }: { readonly groups: readonly Group[]; readonly waczs: readonly WaczMembers[] },
  folder: () => Promise<string>,
  options: ArchiveSourceOptions,
): Promise<PreparedIndex> {
  const files: IndexFile[] = [];
  const losses: CorpusLoss[] = [];
  try {
    const withoutIndex: Input[] = [];
    for (const wacz of waczs) {
      const file = await openWaczIndex(wacz, options.signal);
      if (file === undefined) withoutIndex.push(wacz.input);
      else files.push(file);
    }
    for (const group of groups) {
      const inputs = group.inputs.filter((input) => !isWacz(input) || withoutIndex.includes(input));
      if (inputs.length === 0) continue;
      const made = await openOrMake(
        { ...group, inputs },
        join(await folder(), `made-${files.length}.cdxj`),
        options,
      );
      files.push(made.file);
      losses.push(...made.losses);
    }
    return { files, losses };
  } catch (thrown) {
    for (const file of files) await file.close();
    throw thrown;
  }
}

interface MadeIndex {
  readonly file: IndexFile;
  readonly losses: readonly CorpusLoss[];
}

async function openOrMake(
  group: Group,
  path: string,
  options: ArchiveSourceOptions,
): Promise<MadeIndex> {
  const { keptAt, inputs } = group;
  const { signal } = options;
  if (keptAt === undefined) {
    const { losses } = await makeIndex(inputs, path, options);
    return { file: await openIndexFile(path, { signal }), losses };
  }
  const before = await statesOf(inputs);
  const known = await checkKeptIndex(keptAt, before);
  if (known !== undefined) return { file: await openIndexFile(keptAt, { signal }), losses: known };
  const made = await makeIndex(inputs, path, options);
  const archives = await statesOf(inputs);
  // An archive that grew meanwhile, or could not be read to its end, has no index worth keeping.
  const isGood = made.failed === 0 && JSON.stringify(before) === JSON.stringify(archives);
  if (isGood)
    await writeKeptIndex(keptAt, { path, bytes: made.bytes }, { archives, losses: made.losses });
  return { file: await openIndexFile(isGood ? keptAt : path, { signal }), losses: made.losses };
}

async function statesOf(inputs: readonly Input[]): Promise<readonly ArchiveState[]> {
  const hasPaths = needsPaths(inputs);
  return Promise.all(
    inputs.map(async ({ location }) => {
      const { size, mtimeMs } = await stat(location);
      return { name: hasPaths ? location : basename(location), size, modified: mtimeMs };
    }),
  );
}

/**
 * Whether lines must name whole paths: the last part is enough unless two archives share it, and an index with it can
 * be moved along with them.
 */
function needsPaths(inputs: readonly Input[]): boolean {
  const lastParts = new Set(inputs.map(({ location }) => basename(location)));
  return lastParts.size < inputs.length || inputs.some(({ kind }) => kind !== 'file');
}

/** Losses that are told one by one; of more there is a number. */
const MAX_LOSSES = 10_000;

async function makeIndex(
  inputs: readonly Input[],
  path: string,
  { workers, signal, onProgress }: ArchiveSourceOptions,
): Promise<{
  readonly losses: readonly CorpusLoss[];
  readonly failed: number;
  readonly bytes: number;
}> {
  const losses: CorpusLoss[] = [];
  let more = 0;
  const add = (loss: CorpusLoss) => {
    if (losses.length < MAX_LOSSES) losses.push(loss);
    else more++;
  };
  const index = await indexArchives(inputs, {
    format: 'cdxj',
    withPaths: needsPaths(inputs),
    withRedirects: true,
    workers,
    ...(signal && { signal }),
    onLoss: (loss) => add(toLoss(loss)),
    onFailed: (input, error) => add({ kind: 'archive', file: input.name, reason: error.message }),
    onProgress: (records, bytes, input) => onProgress?.({ records, bytes, file: input.name }),
  });
  try {
    signal?.throwIfAborted();
    const bytes = await writeAtomically(path, index.pieces());
    if (more > 0)
      losses.push({
        kind: 'archive',
        file: path,
        reason: `${more} more places that cannot be read`,
      });
    return { losses, failed: index.report.failedFiles, bytes };
  } finally {
    index.close();
  }
}

function toLoss({ file, offset, reason, skippedBytes, detail }: Loss): CorpusLoss {
  const more = detail === undefined ? '' : ` (${detail})`;
  const skipped = skippedBytes > 0 ? `; ${skippedBytes} bytes passed over` : '';
  return {
    kind: 'archive',
    file,
    place: offset,
    reason: `${LOSS_REASONS[reason]}${more}${skipped}`,
  };
}
