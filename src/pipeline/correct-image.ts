// A person says where a picture is, or what it shows: kept as a fact of its content, and shown from then on.
import { CORRECTION } from '../enrich/enrich.ts';
import { openLibrary } from '../index/index.ts';
import type { PlaceCorrection } from '../model/place-correction.ts';
import { TEXT_CORRECTION } from '../model/text-correction.ts';
import { deriveDocuments } from './derive.ts';

/** What a person said about the words of a picture. Texts that are absent stay as they were corrected before; `''` takes back. */
export interface TextCorrection {
  readonly title?: string | undefined;
  readonly caption?: string | undefined;
  readonly author: string;
  /** RFC 3339 in UTC. */
  readonly time: string;
}

/**
 * Keeps a correction in place of the one before. Facts stay through re-ingesting, merging, backup and repair, and go with a
 * takedown; their version is the time, so that of two libraries that are merged the later correction counts. `false` when
 * there is no such image. Throws as `openLibrary` does.
 */
export function correctPlace(
  folder: string,
  id: string,
  correction: Omit<PlaceCorrection, 'isNowhere'> & { readonly isTakenBack?: boolean },
): Promise<boolean> {
  const { point, name, author, time, isTakenBack = false } = correction;
  return keep(folder, id, {
    name: CORRECTION,
    time,
    // Kept although it says nothing: in a merge it counts against the older one that it takes back.
    toValue: () => ({ ...point, name, author, time, ...(isTakenBack && { isTakenBack }) }),
  });
}

/** The same for title and caption. */
export function correctTexts(
  folder: string,
  id: string,
  { title, caption, author, time }: TextCorrection,
): Promise<boolean> {
  const toValue = (before: unknown) => {
    const known = (member: string) =>
      typeof before === 'object' && before !== null
        ? String(Reflect.get(before, member) ?? '')
        : '';
    const texts = { title: title ?? known('title'), caption: caption ?? known('caption') };
    // Nothing is corrected any more: nobody has to answer for it.
    const isTakenBack = texts.title === '' && texts.caption === '';
    return { ...texts, by: isTakenBack ? '' : `${author}, ${time}` };
  };
  return keep(folder, id, { name: TEXT_CORRECTION, time, toValue });
}

interface KeptFact {
  readonly name: string;
  readonly time: string;
  /** The value, made of the one that was there. */
  readonly toValue: (before: unknown) => object;
}

async function keep(
  folder: string,
  id: string,
  { name, time, toValue }: KeptFact,
): Promise<boolean> {
  const library = await openLibrary(folder, { access: 'write' });
  try {
    const [document] = await library.index.documents([id]);
    if (document === undefined) return false;
    const version = time.replace(/\D/g, '').slice(0, 14);
    library.transaction(() => {
      const before = library.facts.of(document.digest).get(name);
      const value = toValue(before?.kind === 'json' ? before.value : undefined);
      library.facts.put(document.digest, { name, version, settings: {} }, { kind: 'json', value });
    });
    await deriveDocuments(library);
    return true;
  } finally {
    library.close();
  }
}
