// `pinakes remove`: takes images, addresses or collections out of a library for good.
import { PinakesError } from '../../support/errors.ts';
import { defineCommand } from '../command.ts';
import { LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';

const STEPS = {
  removing: 'removing',
  indexing: 'merging and indexing what is left',
  erasing: 'writing the library anew without the removed bytes',
} as const;

/** Takes something out of a library. */
export const remove = defineCommand({
  name: 'remove',
  summary: 'take images, addresses or collections out of a library for good',
  description: `Removes what is named from the library: from the index, from what is stored and from the statistics. Its bytes
are overwritten. It is remembered, so that a later ingest does not bring it back, unless
--forget is given. The archives themselves are not changed.

Writing the library anew takes time and, for a while, as much space again as the library has.`,
  examples: [
    {
      does: 'Everything below an address',
      line: 'pinakes remove --url-prefix http://example.org/private/ --library my-library',
    },
    { does: 'A collection', line: 'pinakes remove --collection 2010 --library my-library' },
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
    forget: {
      type: 'boolean',
      sources: [],
      help: 'do not remember it: a later ingest may bring it back',
    },
  },
  async run({ flags, host, log, output, signal, startProgress }) {
    const images = flags.id.map((id) => id.toLowerCase());
    const wrong = images.find((id) => !/^[0-9a-f]{64}(?:-[0-9a-f]{16})?$/.test(id));
    if (wrong !== undefined) throw wrongUse(`${wrong} is no id of an image.`);
    if (images.length + flags.urlPrefix.length + flags.collection.length === 0) {
      throw wrongUse('Nothing is named: give --id, --url-prefix or --collection.');
    }
    const { removeFromLibrary } = await import('../../pipeline/remove.ts');
    const folder = libraryFolder(host, flags.library, 'remove');
    return useLibrary(folder, { access: 'write' }, async (library) => {
      const progress = startProgress({ unit: 'steps' });
      const request = {
        images,
        urlPrefixes: flags.urlPrefix,
        collections: flags.collection,
        isRemembered: !flags.forget,
      };
      const outcome = await removeFromLibrary(library, request, {
        signal,
        onProgress: (step) => progress.advance(1, 0, STEPS[step]),
      }).finally(() => progress.stop());
      if (signal.aborted) {
        log.warn('Interrupted: the same command, or the next ingest, completes the removal.');
        return 3;
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
      return isEmpty ? 1 : 0;
    });
  },
});

function wrongUse(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'remove', detail });
}
