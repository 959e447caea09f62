// A person says where a picture is: kept as a fact of its content, and shown from then on.
import { CORRECTION } from '../enrich/enrich.ts';
import { openLibrary } from '../index/index.ts';
import type { PlaceCorrection } from '../model/place-correction.ts';
import { deriveDocuments } from './derive.ts';

/**
 * Keeps a correction in place of the one before. Facts stay through re-ingesting, merging, backup and repair, and go with a
 * takedown; their version is the time, so that of two libraries that are merged the later correction counts. `false` when
 * there is no such image. Throws as `openLibrary` does.
 */
export async function correctPlace(
  folder: string,
  id: string,
  correction: PlaceCorrection,
): Promise<boolean> {
  const library = await openLibrary(folder, { access: 'write' });
  try {
    const [document] = await library.index.documents([id]);
    if (document === undefined) return false;
    const { point, name, author, time } = correction;
    const version = time.replace(/\D/g, '').slice(0, 14);
    library.transaction(() => {
      library.facts.put(
        document.digest,
        { name: CORRECTION, version, settings: {} },
        { kind: 'json', value: { ...point, name, author, time } },
      );
    });
    await deriveDocuments(library);
    return true;
  } finally {
    library.close();
  }
}
