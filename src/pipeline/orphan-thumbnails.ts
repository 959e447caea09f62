// Thumbnails of images that a library no longer has.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Library, openThumbnails, THUMBNAILS_FILE } from '../index/index.ts';
import { joinContents } from './content-join.ts';

/**
 * Removes the thumbnails of images that the library no longer has, so that no trace of them stays in the file. `among`: the only
 * images it may have lost; else all are looked at. Gives their number.
 */
export function removeOrphanThumbnails(library: Library, among?: readonly string[]): number {
  if (!existsSync(join(library.folder, THUMBNAILS_FILE))) return 0;
  const thumbnails = openThumbnails(library.folder, { access: 'write' });
  try {
    if (among !== undefined) return thumbnails.remove(library.digests.missing(among));
    const orphans: string[] = [];
    for (const { documents, pictures } of joinContents(library, thumbnails)) {
      // Two under one key may be of images of which one has gone.
      if (documents === 0 || pictures.size > 1) {
        orphans.push(...library.digests.missing([...pictures.keys()]));
      }
    }
    return orphans.length === 0 ? 0 : thumbnails.remove(orphans);
  } finally {
    thumbnails.close();
  }
}
