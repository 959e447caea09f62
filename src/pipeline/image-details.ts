// All that a library knows of one image: its captures over time and the pages that show it.
import { keyOfDigest, type Library } from '../index/index.ts';
import type { Timestamp } from '../model/capture.ts';
import type { ImageDocument, ImagePage, ImageVersion } from '../model/image.ts';
import { accumulateImage } from './derive.ts';

/** One image in full. */
export interface ImageDetails {
  readonly document: ImageDocument;
  /** Captures of this content, the oldest first. */
  readonly versions: readonly ImageVersion[];
  /** Captures in all; `versions` may hold fewer. */
  readonly versionCount: number;
  /** Pages that show it, the oldest first, at most 50. */
  readonly pages: readonly ImagePage[];
}

/** Captures that are listed unless asked otherwise. */
const DEFAULT_VERSIONS = 1000;

/** Reads an image by its id; `undefined` when there is none. `isSeen` leaves out captures of some files and times. */
export async function loadImageDetails(
  library: Library,
  id: string,
  maxVersions = DEFAULT_VERSIONS,
  isSeen: (file: number, time: Timestamp) => boolean = () => true,
): Promise<ImageDetails | undefined> {
  const [document] = await library.index.documents([id]);
  if (document === undefined) return undefined;
  const { digest } = document;
  const keys = library.documents.keysOf(keyOfDigest(digest));
  // Documents of an index elsewhere may be of archives that the library has not.
  if (keys.length === 0) {
    const { oldest, page } = document;
    return {
      document,
      versions: [oldest],
      versionCount: 1,
      pages: page === undefined ? [] : [page],
    };
  }
  const byMoment = new Map<string, ImageVersion>();
  for (const key of keys) {
    for (const row of library.rows.group(key)) {
      for (const capture of row.captures) {
        if (capture.digest !== digest || !isSeen(row.file, capture.time)) continue;
        const { surt, url, time, file, offset } = capture;
        const moment = `${time} ${surt}`;
        const known = byMoment.get(moment);
        // The same capture in two files is one; as in the documents, the smaller place is shown.
        if (
          known === undefined ||
          file < known.file ||
          (file === known.file && offset < known.offset)
        ) {
          byMoment.set(moment, { surt, url, time, file, offset });
        }
      }
    }
  }
  const versions = [...byMoment.values()].sort((a, b) =>
    a.time < b.time || (a.time === b.time && a.surt < b.surt) ? -1 : 1,
  );
  return {
    document,
    versions: versions.slice(0, maxVersions),
    versionCount: versions.length,
    pages: accumulateImage(library, digest)?.pages() ?? [],
  };
}
