// References to images that were taken down: they are not kept, and those through style sheets and redirects are not seen.
import {
  createSplit,
  type GroupCapture,
  type GroupReference,
  type OtherAnswer,
  type Split,
} from '../dedupe/dedupe.ts';
import type { GroupRow, Library, StoredReference } from '../index/index.ts';
import type { Timestamp } from '../model/capture.ts';
import { iterateRedirected, iterateRedirectedSheets, othersAt } from './address-answers.ts';

/** What the addresses of a key gave. */
export interface KeyAnswers {
  readonly captures: readonly GroupCapture[];
  readonly others: readonly OtherAnswer[];
}

/**
 * References to the images captured at a key that its own rows do not have: through style sheets, and through redirects.
 * Without those to images that were taken down.
 */
export function* iterateUnstoredReferences(
  library: Library,
  key: number,
  answers: KeyAnswers,
): Generator<GroupReference> {
  const surts = new Set(answers.captures.map(({ surt }) => surt));
  let isSeen: SeenTest | undefined;
  for (const reference of referencesElsewhere(library, key, surts)) {
    isSeen ??= seenTest(library, key, answers);
    if (isSeen(reference.surt, reference.page.time)) yield reference;
  }
}

function* referencesElsewhere(
  library: Library,
  key: number,
  surts: ReadonlySet<string>,
): Generator<GroupReference> {
  yield* library.sheetReferences.to(key, surts);
  for (const { reference, surt } of iterateRedirected(library, key)) {
    yield { ...reference, surt };
  }
  yield* iterateRedirectedSheets(library, key);
}

/** Whether a page of a time sees an image at a SURT. */
export type SeenTest = (surt: string, time: Timestamp) => boolean;

/** Tells whether the capture nearest to a page is not of an image that was taken down; `answers` are those of the key. */
export function seenTest(library: Library, key: number, answers: KeyAnswers): SeenTest {
  const hiddenFrom = hiddenTest(library, key, answers);
  return (surt, time) => hiddenFrom(surt, time) === undefined;
}

/** The digest of the image that a page of a time would see at a SURT, if that is one that was taken down. */
type HiddenTest = (surt: string, time: Timestamp) => string | undefined;

function hiddenTest(library: Library, key: number, { captures, others }: KeyAnswers): HiddenTest {
  const hidden = library.hidden.at(key);
  if (hidden.length === 0) return () => undefined;
  const digests = new Set(hidden.map(({ digest }) => digest));
  const splits = new Map<string, Split>();
  return (surt, time) => {
    const known = splits.get(surt);
    const isOf = (one: { readonly surt: string }) => one.surt === surt;
    const split = known ?? createSplit([...captures.filter(isOf), ...hidden], others.filter(isOf));
    if (known === undefined) splits.set(surt, split);
    const digest = split.digestFor(time) ?? '';
    return digests.has(digest) ? digest : undefined;
  };
}

/**
 * Takes out the stored references to images that were taken down, at all keys that wait to be derived; within the
 * transaction that stored them. Gives how many there were.
 */
export function dropHiddenReferences(library: Library): number {
  library.redirects.spread();
  let dropped = 0;
  for (const key of library.hidden.waitingKeys()) {
    const rows = [...library.rows.group(key)];
    const captures = rows.flatMap((row) => row.captures);
    const others = othersAt(library, key, rows);
    const hiddenFrom = hiddenTest(library, key, { captures, others });
    for (const row of rows) {
      const references = row.references.filter(({ surt, page }) => {
        const digest = hiddenFrom(surt, page.time);
        if (digest !== undefined) library.hidden.addMention(row.file, { key, digest });
        return digest === undefined;
      });
      const lost = row.references.length - references.length;
      if (lost === 0) continue;
      dropped += lost;
      replaceReferences(library, { ...row, key }, references);
    }
    dropped += dropRedirected(library, key, hiddenFrom);
  }
  return dropped;
}

/**
 * Takes out stored references that lead to a key through redirects, to an image that was taken down. Gives how many there were.
 * `isNoted`: files are noted to have had them.
 */
export function dropRedirected(
  library: Library,
  key: number,
  hiddenFrom: HiddenTest,
  isNoted = true,
): number {
  // All of them are found before the first row changes.
  const found = [...iterateRedirected(library, key)].filter(({ row, surt, reference }) => {
    const digest = hiddenFrom(surt, reference.page.time);
    if (digest === undefined) return false;
    if (isNoted) library.hidden.addMention(row.file, { key, digest });
    return true;
  });
  const byRow = new Map<string, (typeof found)[number]['row']>();
  const gone = new Set(found.map(({ reference }) => reference));
  for (const { row } of found) byRow.set(`${row.key} ${row.file} ${row.part}`, row);
  for (const row of byRow.values()) {
    const left = row.references.filter((reference) => !gone.has(reference));
    replaceReferences(library, row, left);
  }
  return gone.size;
}

/** Stores a row with other references, or without the captures that are left out. */
export function replaceReferences(
  library: Library,
  row: Omit<GroupRow, 'references'> & { readonly key: number },
  references: readonly StoredReference[],
): void {
  const { key, surt, file, part, captures, others } = row;
  const left = references.map(({ pageRow, tag, said }) => ({ page: pageRow, tag, said }));
  library.rows.replaceRow({ key, file, part }, { surt, captures, references: left, others });
}
