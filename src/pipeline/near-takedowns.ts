// Near duplicates of images that were taken down go as soon as their looks are known.
import type { Library } from '../index/index.ts';
import { type RemoveOptions, removeFromLibrary } from './remove.ts';
import { nearDuplicatesOf } from './takedown.ts';

/** Takes down the near duplicates of what was taken down with its near duplicates. Gives how many there were. */
export async function removeNearTakedowns(
  library: Library,
  options: RemoveOptions = {},
): Promise<number> {
  let removed = 0;
  for (const { kind, value, details } of library.takedowns.list()) {
    if (kind !== 'image' || details?.look === undefined || options.signal?.aborted === true) {
      continue;
    }
    const { look, ...told } = details;
    const images = nearDuplicatesOf(library, value, look);
    if (images.length === 0) continue;
    await removeFromLibrary(library, { images, details: { ...told, nearOf: value } }, options);
    removed += images.length;
  }
  return removed;
}
