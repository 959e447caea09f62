// `pinakes backup`: a whole copy of a library while it is in use.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { PinakesError } from '../../support/errors.ts';
import { defineCommand } from '../command.ts';
import { LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';

/** Copies a library. */
export const backup = defineCommand({
  name: 'backup',
  summary: 'copy a library while it is being searched and written',
  description: `Writes a consistent copy of the library to another folder, while others search and
write. The copy is a library itself. The archives are not copied: the library only points to them.`,
  examples: [
    { does: 'A copy on another disk', line: 'pinakes backup /mnt/copy --library my-library' },
  ],
  arguments: { folder: { help: 'folder to write; must not exist yet', required: true } },
  flags: { library: LIBRARY_FLAG },
  async run({ args, flags, host, log, output }) {
    const source = libraryFolder(host, flags.library, 'backup');
    const target = resolve(host.cwd, args.folder);
    if (existsSync(target)) throw new PinakesError('OUTPUT_EXISTS', { output: target });
    const { backupLibrary } = await import('../../pipeline/backup.ts');
    await useLibrary(source, {}, (library) => backupLibrary(library, target));
    if (flags.json) await output.json({ library: source, copy: target });
    else log.note(`The library was copied to ${target}.`);
    return 0;
  },
});
