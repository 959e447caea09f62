// `pinakes remove`: takes images, addresses or collections out of a library for good, and tells or allows what was.
import path from 'node:path';
import type { Library, TakedownDetails, TakedownEntry } from '../../index/index.ts';
import { toIsoTime } from '../../model/timestamp.ts';
import { PinakesError } from '../../support/errors.ts';
import { createLossList } from '../archive-inputs.ts';
import type { BlockList } from '../block-list.ts';
import { defineCommand, type ExitCode, type Host } from '../command.ts';
import { forWriting, LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';
import type { Log } from '../log.ts';
import type { Output } from '../output.ts';

const STEPS = {
  removing: 'removing',
  indexing: 'merging and indexing what is left',
  erasing: 'overwriting the removed bytes',
} as const;

/** Takes something out of a library. */
export const remove = defineCommand({
  name: 'remove',
  summary: 'remove images, URLs or collections from a library for good',
  description: `Removes images, pages or whole collections from the library: from the index, the stored data and the statistics. The bytes
are overwritten. The takedown is remembered, so that a later ingest does not bring the content back, unless
--forget is given. The archives themselves are not changed.

--list shows the takedowns; takedowns.tsv in the library folder has the same list, and --import applies such a file. --lift lifts a takedown:
nothing comes back by itself, but the next ingest reads the archives concerned again.`,
  examples: [
    {
      does: 'Everything below a URL',
      line: 'pinakes remove --url-prefix http://example.org/private/ --library my-library',
    },
    {
      does: 'Everything on a block list, now and in the future',
      line: 'pinakes remove --block-list blocked.txt --library my-library',
    },
    {
      does: 'An image and near duplicates, by court order, until a date',
      line: 'pinakes remove --id addc9e0db5cc9dc385a425db41e74de7d6939b5aee0816b828882deb1f3307a5 --near --by-order --reference 12-O-345/26 --expires 2031-05-01 --library my-library',
    },
    { does: 'A collection', line: 'pinakes remove --collection 2010 --library my-library' },
    { does: 'List the takedowns', line: 'pinakes remove --list --library my-library' },
    {
      does: 'Lift a takedown',
      line: 'pinakes remove --lift http://example.org/private/ --library my-library',
    },
  ],
  arguments: {},
  flags: {
    library: LIBRARY_FLAG,
    id: {
      type: 'string',
      placeholder: 'ID',
      repeatable: true,
      sources: [],
      help: 'image with this id, at all its addresses',
    },
    urlPrefix: {
      type: 'string',
      placeholder: 'URL',
      repeatable: true,
      sources: [],
      help: 'images and pages whose address starts so, with http and https, with www or not',
    },
    collection: {
      type: 'string',
      placeholder: 'NAME',
      repeatable: true,
      sources: [],
      help: 'files of this collection that are in no other',
    },
    blockList: {
      type: 'string',
      placeholder: 'FILE',
      sources: [],
      help: 'hosts, addresses and SHA-256 digests, one a line, near:DIGEST for near duplicates too: out now, and kept out',
    },
    near: {
      type: 'boolean',
      sources: [],
      help: 'with --id: near duplicates go too, those that come later as soon as their pixels were looked at',
    },
    reason: {
      type: 'string',
      placeholder: 'TEXT',
      sources: [],
      help: 'why; kept with what is remembered, as are the next four',
    },
    requester: {
      type: 'string',
      placeholder: 'NAME',
      sources: [],
      help: 'who asked for it',
    },
    reference: {
      type: 'string',
      placeholder: 'TEXT',
      sources: [],
      help: 'number of a letter, a ticket or a court file',
    },
    expires: {
      type: 'string',
      placeholder: 'DAY',
      sources: [],
      help: 'lifted by the first ingest on or after this day, such as 2031-05-01',
    },
    byOrder: {
      type: 'boolean',
      sources: [],
      help: 'a law or a court demands it: servers answer 451, with reason, requester and reference',
    },
    forget: {
      type: 'boolean',
      sources: [],
      help: 'do not remember it: a later ingest may bring it back',
    },
    list: {
      type: 'boolean',
      sources: [],
      help: 'only list what was taken down',
    },
    import: {
      type: 'string',
      placeholder: 'FILE',
      sources: [],
      help: 'take down what the takedowns.tsv of another library lists',
    },
    export: {
      type: 'string',
      placeholder: 'FILE',
      sources: [],
      help: 'write what was taken down to a file that --import reads; - for standard output',
    },
    lift: {
      type: 'string',
      placeholder: 'VALUE',
      repeatable: true,
      sources: [],
      help: 'allow again what was taken down: a value of --list, or an address as it was given',
    },
  },
  async run({ flags, host, log, output, signal, startProgress }) {
    const hasList = flags.blockList !== undefined;
    const named =
      flags.id.length + flags.urlPrefix.length + flags.collection.length + Number(hasList);
    const acts = [
      flags.list,
      flags.lift.length > 0,
      flags.import !== undefined,
      flags.export !== undefined,
      named > 0,
    ];
    const details = toDetails(flags);
    const isTold = Object.keys(details).length > 0 || flags.near;
    if (isTold && (named === 0 || flags.forget)) {
      throw wrongUse('Reasons and the like are kept with what is removed and remembered.');
    }
    if (flags.near && flags.id.length === 0) throw wrongUse('--near goes with --id.');
    if (acts.filter(Boolean).length > 1) {
      throw wrongUse(
        '--list, --lift, --import, --export and what is to be removed cannot be given together.',
      );
    }
    if (flags.list) {
      const folder = libraryFolder(host, flags.library, 'remove');
      return useLibrary(folder, {}, (library) => list(library, output, flags.json));
    }
    if (flags.lift.length > 0) {
      const folder = libraryFolder(host, flags.library, 'remove');
      return useLibrary(folder, forWriting(), (library) =>
        lift(library, flags.lift, { output, log, isJson: flags.json }),
      );
    }
    if (flags.export !== undefined) {
      const folder = libraryFolder(host, flags.library, 'remove');
      const file = flags.export === '-' ? undefined : path.resolve(host.cwd, flags.export);
      return useLibrary(folder, {}, (library) => exportList(library, file, output));
    }
    if (flags.import !== undefined) {
      const folder = libraryFolder(host, flags.library, 'remove');
      const file = path.resolve(host.cwd, flags.import);
      return useLibrary(folder, forWriting(), (library) =>
        importList(library, file, { output, signal, isJson: flags.json }),
      );
    }
    const images = flags.id.map((id) => id.toLowerCase());
    const wrong = images.find((id) => !/^[0-9a-f]{64}(?:-[0-9a-f]{16})?$/.test(id));
    if (wrong !== undefined) throw wrongUse(`${wrong} is no id of an image.`);
    if (named === 0) {
      throw wrongUse(
        'Nothing is named: give --id, --url-prefix, --collection or --block-list, or --list, --import, --export or --lift.',
      );
    }
    const blocked = await readBlocked(host, flags.blockList);
    const { removeFromLibrary } = await import('../../pipeline/remove.ts');
    const folder = libraryFolder(host, flags.library, 'remove');
    return useLibrary(folder, forWriting(), async (library) => {
      const progress = startProgress({ unit: 'steps' });
      const request = {
        images: [...images, ...blocked.images],
        nearImages: blocked.nearImages,
        urlPrefixes: [...flags.urlPrefix, ...blocked.urlPrefixes],
        collections: flags.collection,
        isRemembered: !flags.forget,
        withNear: flags.near,
        details,
      };
      const losses = createLossList();
      const outcome = await removeFromLibrary(library, request, {
        signal,
        onLoss: losses.add,
        onProgress: (step) => progress.advance(1, 0, STEPS[step]),
      }).finally(() => progress.stop());
      if (!signal.aborted && blocked.nearImages.length > 0) {
        const { removeNearTakedowns } = await import('../../pipeline/near-takedowns.ts');
        await removeNearTakedowns(library, { signal, onLoss: losses.add });
      }
      if (signal.aborted) {
        log.warn('Interrupted: the same command, or the next ingest, completes the removal.');
        return 3;
      }
      losses.tell(log);
      if (!outcome.isErased) {
        log.warn(
          'Another program reads the library: the bytes are overwritten by the next ingest or remove.',
        );
      }
      if (flags.json) await output.json(outcome);
      else {
        const { files, captures, references, pages, documents } = outcome;
        await output.lines([
          `Removed ${files} files, ${captures} captures, ${references} references and ${pages} pages; ` +
            `${documents} images went or changed.`,
        ]);
      }
      const isEmpty = outcome.files + outcome.captures + outcome.references + outcome.pages === 0;
      // A list is made for what may come: that nothing of it is there yet is as it should be.
      return isEmpty && !hasList ? 1 : 0;
    });
  },
});

async function readBlocked(host: Host, file: string | undefined): Promise<BlockList> {
  if (file === undefined) return { images: [], nearImages: [], urlPrefixes: [] };
  const { readBlockList } = await import('../block-list.ts');
  return readBlockList(path.resolve(host.cwd, file), 'remove');
}

/** Prints what was taken down; the exit code is 1 when there is nothing. */
async function list(library: Library, output: Output, isJson: boolean): Promise<ExitCode> {
  const takedowns = library.takedowns.list().map(toShown);
  if (isJson) await output.json({ takedowns });
  else await output.lines(takedowns.map(toLine));
  return takedowns.length === 0 ? 1 : 0;
}

/** Allows values again; the exit code is 1 when none of them was taken down. */
async function lift(
  library: Library,
  values: readonly string[],
  { output, log, isJson }: { readonly output: Output; readonly log: Log; readonly isJson: boolean },
): Promise<ExitCode> {
  const { liftTakedown } = await import('../../pipeline/lift.ts');
  const { lifted, unknown, files } = await liftTakedown(library, values);
  for (const value of unknown) log.warn(`${value} was not taken down: see pinakes remove --list.`);
  if (isJson) await output.json({ lifted: lifted.map(toShown), files });
  else {
    await output.lines([
      `Lifted ${lifted.length}; the next ingest reads ${files} files of the library again.`,
    ]);
  }
  return lifted.length === 0 ? 1 : 0;
}

/** Takes down what a list names; the exit code is 1 when there is nothing new in it. */
async function importList(
  library: Library,
  file: string,
  {
    output,
    signal,
    isJson,
  }: { readonly output: Output; readonly signal: AbortSignal; readonly isJson: boolean },
): Promise<ExitCode> {
  const { readTakedownFile } = await import('../../index/index.ts');
  const { importTakedowns } = await import('../../pipeline/import-takedowns.ts');
  const listed = readTakedownFile(file);
  if (listed.length === 0) throw wrongUse(`${file} lists nothing that was taken down.`);
  const imported = await importTakedowns(library, listed, signal);
  if (isJson) await output.json({ listed: listed.length, imported });
  else await output.lines([`${imported} of ${listed.length} entries were new.`]);
  return imported === 0 ? 1 : 0;
}

/** Writes the list as it stands beside the database; the exit code is 1 when there is nothing in it. */
async function exportList(
  library: Library,
  file: string | undefined,
  output: Output,
): Promise<ExitCode> {
  const { printTakedowns } = await import('../../index/index.ts');
  const entries = library.takedowns.list();
  const text = printTakedowns(entries);
  if (file === undefined) await output.lines(text.split('\n').slice(0, -1));
  else {
    const { writeAtomically } = await import('../../support/output-file.ts');
    await writeAtomically(
      file,
      (async function* () {
        yield Buffer.from(text);
      })(),
    );
  }
  return entries.length === 0 ? 1 : 0;
}

/** What the flags tell of a takedown. */
function toDetails({
  reason,
  requester,
  reference,
  expires,
  byOrder,
}: DetailFlags): TakedownDetails {
  for (const text of [reason, requester, reference]) {
    if (text !== undefined && text.length > MAX_DETAIL) {
      throw wrongUse(`A reason, a name or a reference has at most ${MAX_DETAIL} characters.`);
    }
  }
  const isDay =
    expires === undefined || new Date(`${expires}T00:00:00Z`).toJSON()?.startsWith(expires);
  if (!isDay || (expires !== undefined && !/^\d{4}-\d\d-\d\d$/.test(expires))) {
    throw wrongUse(`${expires} is no day: give one such as 2031-05-01.`);
  }
  return {
    ...(reason !== undefined && { reason }),
    ...(requester !== undefined && { requester }),
    ...(reference !== undefined && { reference }),
    ...(expires !== undefined && { expires }),
    ...(byOrder && { isOrder: true }),
  };
}

interface DetailFlags {
  readonly reason: string | undefined;
  readonly requester: string | undefined;
  readonly reference: string | undefined;
  readonly expires: string | undefined;
  readonly byOrder: boolean;
}

/** Longest text that is kept. */
const MAX_DETAIL = 2000;

/** An entry as programs see it: its look is for comparing alone. */
function toShown({
  kind,
  value,
  time,
  details: { look, isLookless: _, ...told } = {},
}: TakedownEntry) {
  return {
    kind,
    value,
    time: toIsoTime(time),
    ...told,
    ...(look !== undefined && { withNear: true }),
  };
}

function toLine({ kind, value, time, ...told }: ReturnType<typeof toShown>): string {
  const { reason, requester, reference, expires, isOrder, nearOf, withNear } = told;
  const said = [
    ...(isOrder === true ? ['by order'] : []),
    ...(withNear === true ? ['with near duplicates'] : []),
    ...(nearOf === undefined ? [] : [`near duplicate of ${nearOf}`]),
    ...(reason === undefined ? [] : [reason]),
    ...(requester === undefined ? [] : [`asked by ${requester}`]),
    ...(reference === undefined ? [] : [reference]),
    ...(expires === undefined ? [] : [`until ${expires}`]),
  ];
  return [kind, value, time, ...said].map((text) => text.replace(/\s+/g, ' ')).join('\t');
}

function wrongUse(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'remove', detail });
}
