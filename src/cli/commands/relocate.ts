// `pinakes relocate`: tells a library where its archives are now.
import { defineCommand } from '../command.ts';
import {
  forWriting,
  LIBRARY_FLAG,
  libraryFolder,
  resolveInput,
  useLibrary,
} from '../library-flags.ts';

/** Points a library at archives that were moved. */
export const relocate = defineCommand({
  name: 'relocate',
  summary: 'update the paths of archives that were moved',
  description: `A library stores the paths of its archive files. When they were moved or renamed, this command updates
the paths: every file at or below FROM is expected at the same place below TO, and accepted
if its fingerprint matches what was read.`,
  examples: [
    {
      does: 'A folder was moved to another disk',
      line: 'pinakes relocate /data/crawls /mnt/crawls --library my-library',
    },
  ],
  arguments: {
    from: { help: 'file or folder, as the library knows it', required: true },
    to: { help: 'where it is now', required: true },
  },
  flags: {
    library: LIBRARY_FLAG,
    trust: { type: 'boolean', sources: [], help: 'do not compare the files' },
  },
  async run({ args, flags, host, log, output }) {
    const { relocateFiles } = await import('../../pipeline/relocate.ts');
    const folder = libraryFolder(host, flags.library, 'relocate');
    return useLibrary(folder, forWriting(), async (library) => {
      const paths = { from: resolveInput(host, args.from), to: resolveInput(host, args.to) };
      const moved = await relocateFiles(library, paths, flags.trust);
      if (flags.json) await output.records(moved);
      else {
        await output.lines(
          moved.map(({ from, to, problem }) =>
            problem === undefined ? `${from} -> ${to}` : `${from} stays: ${problem}`,
          ),
        );
      }
      if (moved.length === 0) {
        log.warn(`The library has no file at or below ${paths.from}.`);
        return 1;
      }
      return moved.some(({ problem }) => problem !== undefined) ? 3 : 0;
    });
  },
});
