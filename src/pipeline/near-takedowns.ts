// Near duplicates of images that were taken down go as soon as their looks are known.
import type { FactMaker } from '../enrich/enrich.ts';
import type { Library, TakedownEntry } from '../index/index.ts';
import { type ImageReader, openImageReader } from './read-image.ts';
import { type RemoveOptions, removeFromLibrary } from './remove.ts';
import { nearDuplicatesOf } from './takedown.ts';

/** Takes down the near duplicates of what was taken down with its near duplicates. Gives how many there were. */
export async function removeNearTakedowns(
  library: Library,
  options: RemoveOptions = {},
): Promise<number> {
  await learnLooks(library, options.signal);
  let removed = 0;
  for (const { kind, value, details } of library.takedowns.list()) {
    if (kind !== 'image' || details?.look === undefined || options.signal?.aborted === true) {
      continue;
    }
    const { look, withNear: _, ...told } = details;
    const images = nearDuplicatesOf(library, value, look);
    if (images.length === 0) continue;
    await removeFromLibrary(library, { images, details: { ...told, nearOf: value } }, options);
    removed += images.length;
  }
  return removed;
}

/** Records of one image that are tried. */
const MAX_TRIES = 5;

/** Looks at images that were blocked by their digests alone, in the archives in which they were met. */
async function learnLooks(library: Library, signal: AbortSignal | undefined): Promise<void> {
  const waiting = library.takedowns.list().filter((entry) => {
    const { look, withNear, isLookless } = entry.details ?? {};
    return entry.kind === 'image' && withNear === true && look === undefined && !isLookless;
  });
  const met = waiting.filter(({ value }) => library.hidden.recordsOf(value, 1).length > 0);
  if (met.length === 0) return;
  const { openFactMaker } = await import('../enrich/enrich.ts');
  await using maker = openFactMaker();
  await using reader = openImageReader();
  for (const entry of met) {
    if (signal?.aborted === true) return;
    const details = await lookAt(library, entry, { maker, reader });
    if (details !== undefined) {
      library.transaction(() => library.takedowns.add({ ...entry, details }));
    }
  }
}

/** The details of an image with its look; `undefined` where no archive has it now. */
async function lookAt(
  { files, hidden }: Library,
  { value, details }: TakedownEntry,
  { maker, reader }: { readonly maker: FactMaker; readonly reader: ImageReader },
): Promise<TakedownEntry['details']> {
  const { readLook } = await import('../enrich/enrich.ts');
  const known = files.list();
  for (const { file, offset } of hidden.recordsOf(value, MAX_TRIES)) {
    const found = known.find(({ id }) => id === file);
    if (found === undefined) continue;
    const { name, location } = found;
    const place = { digest: value, url: '', file: name, location, offset };
    const bytes = await reader.read(place);
    if ('problem' in bytes) continue;
    const { look } = await readLook(maker, bytes);
    return { ...details, ...(look === undefined ? { isLookless: true } : { look }) };
  }
  return undefined;
}
