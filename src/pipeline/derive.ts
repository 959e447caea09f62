// From rows to documents: everything that changed is grouped, merged and indexed anew.
import {
  type GroupCapture,
  type GroupReference,
  ImageAccumulator,
  mergeGroup,
} from '../dedupe/dedupe.ts';
import { type GroupRow, keyOfDigest, type Library, toLibraryError } from '../index/index.ts';
import type { ImageDocument } from '../model/image.ts';
import { iterateSheetReferences } from './hidden-references.ts';

/** Options of `deriveDocuments`. */
export interface DeriveOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with the number of keys that are done and the number in all. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Keys, or images, that are worked on in one transaction. Large ones are cheaper, since each stores anew what its documents
 * share, counts of words and pages of indexes.
 */
const KEYS_AT_ONCE = 300_000;
const IMAGES_AT_ONCE = 2000;

/**
 * Keys that go through each step together: the processor keeps the code and data of a step at hand then, which saved
 * a tenth of the time.
 */
const KEYS_TOGETHER = 100;

/** A transaction that has lasted so long is ended: a crash costs no more than this. */
const TRANSACTION_MS = 60_000;
/** After so long signals have their turn: nobody who interrupts has to wait. */
const TURN_MS = 50;

/**
 * Derives the documents of all that has changed since the last time. Interrupted at any moment, it goes on
 * from the last transaction: what is left to do is kept in the library. Gives the number of
 * documents that were written or removed.
 *
 * A content captured at one SURT only, as most are, is done with the group of that SURT. Contents of several
 * SURTs are noted and done afterwards, each once, however many of their SURTs changed.
 */
export async function deriveDocuments(
  library: Library,
  options: DeriveOptions = {},
): Promise<number> {
  const total = countDirty(library);
  let done = 0;
  let changes = 0;
  while (options.signal?.aborted !== true) {
    const derived = await deriveSome(library, options.signal, (worked) =>
      options.onProgress?.(done + worked, total),
    );
    done += derived.keys;
    changes += derived.changes;
    if (derived.keys === 0) break;
  }
  const groups = new GroupCache(library);
  while (options.signal?.aborted !== true) {
    const count = library.transaction(() => {
      const images = dirtyImages(library);
      for (const { hash } of images) changes += deriveImage(library, groups, hash);
      return images.length;
    });
    if (count === 0) break;
    await new Promise(setImmediate);
  }
  return changes;
}

/** Derives the documents of the next keys in one transaction, which an abort only makes shorter. */
async function deriveSome(
  library: Library,
  signal: AbortSignal | undefined,
  onTurn: (keys: number) => void,
): Promise<{ readonly keys: number; readonly changes: number }> {
  library.begin();
  try {
    const keys = dirtyKeys(library);
    const started = performance.now();
    let turn = started;
    let worked = 0;
    let changes = 0;
    while (worked < keys.length && signal?.aborted !== true) {
      const groups = library.rows.groups(keys.slice(worked, worked + KEYS_TOGETHER));
      changes += deriveGroups(library, groups);
      worked += groups.length;
      const now = performance.now();
      if (now - started > TRANSACTION_MS) break;
      if (now - turn < TURN_MS) continue;
      onTurn(worked);
      await new Promise(setImmediate);
      turn = performance.now();
    }
    forgetKeys(library, keys[worked - 1]);
    library.commit();
    onTurn(worked);
    return { keys: worked, changes };
  } catch (error) {
    library.rollback();
    throw toLibraryError(library.folder, error);
  }
}

/** All that is known of the images at one key, by digest; `rows` are those of the key. */
export function accumulateKey(
  library: Library,
  key: number,
  rows: Iterable<GroupRow> = library.rows.group(key),
): Map<string, ImageAccumulator> {
  const captures: GroupCapture[] = [];
  const kept: GroupRow[] = [];
  for (const row of rows) {
    for (const capture of row.captures) captures.push(capture);
    if (kept.length <= MAX_KEPT_ROWS) kept.push(row);
  }
  // All captures are needed before the first reference can be given to one. Large groups are read twice
  // rather than kept.
  const all = kept.length > MAX_KEPT_ROWS ? library.rows.group(key) : kept;
  const seen = iterateSheetReferences(library, key, captures);
  return mergeGroup(captures, referencesOf(all, seen), library.settings.mode);
}

function* referencesOf(
  rows: Iterable<GroupRow>,
  seen: Iterable<GroupReference>,
): Generator<GroupReference> {
  for (const { references } of rows) yield* references;
  yield* seen;
}

const MAX_KEPT_ROWS = 64;

/** Everything about the content of one digest, from all its keys. */
export function accumulateImage(library: Library, digest: string): ImageAccumulator | undefined {
  let whole: ImageAccumulator | undefined;
  for (const key of library.documents.keysOf(keyOfDigest(digest))) {
    const part = accumulateKey(library, key).get(digest);
    if (part === undefined) continue;
    if (whole === undefined) whole = part;
    else whole.merge(part);
  }
  return whole;
}

function countDirty({ database }: Library): number {
  return Number(database.prepare('SELECT count(*) FROM dirty_key').pluck().get());
}

function dirtyKeys({ database }: Library): number[] {
  return database
    .prepare('SELECT key FROM dirty_key ORDER BY key LIMIT ?')
    .pluck()
    .all(KEYS_AT_ONCE) as number[]; // an integer column
}

/** Takes the keys up to this one for done. */
function forgetKeys({ database }: Library, last: number | undefined): void {
  if (last !== undefined) database.prepare('DELETE FROM dirty_key WHERE key <= ?').run(last);
}

function dirtyImages({ database }: Library): { readonly key: number; readonly hash: number }[] {
  const images = database
    .prepare('SELECT key, hash FROM dirty_image ORDER BY key, hash LIMIT ?')
    .all(IMAGES_AT_ONCE) as { readonly key: number; readonly hash: number }[]; // its two columns
  const last = images.at(-1);
  if (last !== undefined) {
    database
      .prepare('DELETE FROM dirty_image WHERE (key, hash) <= (?, ?)')
      .run(last.key, last.hash);
  }
  return images;
}

/** Brings the images of some keys up to date. */
function deriveGroups(
  library: Library,
  groups: readonly { readonly key: number; readonly rows: Iterable<GroupRow> }[],
): number {
  const { documents } = library;
  const merged = groups.map(({ key, rows }) => {
    return { key, images: accumulateKey(library, key, rows) };
  });
  const waiting = new Map<number, readonly ImageDocument[]>();
  const placements = loadPlacements(library, merged);
  let changes = 0;
  for (const { key, images } of merged) {
    for (const [hash, accumulators] of placeImages(library, placements, key, images)) {
      // What waits for the same content comes first.
      if (waiting.has(hash)) {
        changes += documents.replaceAll(waiting, placements.isNew);
        waiting.clear();
      }
      waiting.set(hash, toDocuments(library, accumulators));
    }
  }
  documents.flushPlaces();
  return changes + documents.replaceAll(waiting, placements.isNew);
}

/** Which contents some keys had so far, and all keys of these contents and of those they have now. */
interface Placements {
  readonly hashesAt: ReadonlyMap<number, readonly number[]>;
  readonly keysOf: Map<number, number[]>;
  /** Whether no key had the contents of a hash. Such a hash comes once: the next key that has it finds it placed. */
  isNew(hash: number): boolean;
}

function loadPlacements(
  { documents }: Library,
  groups: readonly { readonly key: number; readonly images: ReadonlyMap<string, unknown> }[],
): Placements {
  const hashesAt = documents.hashesAt(groups.map(({ key }) => key));
  const hashes = new Set([...hashesAt.values()].flat());
  for (const { images } of groups) {
    for (const digest of images.keys()) hashes.add(keyOfDigest(digest));
  }
  const keysOf = documents.keysOfAll([...hashes]);
  const known = new Set(keysOf.keys());
  return { hashesAt, keysOf, isNew: (hash) => !known.has(hash) };
}

/** Notes which contents a key has, and gives by hash those that no other key has. */
function placeImages(
  library: Library,
  placements: Placements,
  key: number,
  images: ReadonlyMap<string, ImageAccumulator>,
): Map<number, ImageAccumulator[]> {
  const { documents } = library;
  const byHash = groupByHash(images);
  const before = placements.hashesAt.get(key) ?? [];
  for (const hash of before) {
    if (byHash.has(hash)) continue;
    documents.unplace(hash, key);
    const others = placements.keysOf.get(hash)?.filter((other) => other !== key) ?? [];
    placements.keysOf.set(hash, others);
    byHash.set(hash, []);
  }
  for (const [hash, accumulators] of byHash) {
    const keys = placements.keysOf.get(hash) ?? [];
    if (accumulators.length > 0 && !before.includes(hash)) {
      documents.place(hash, key);
      placements.keysOf.set(hash, keys);
      keys.push(key);
    }
    const isElsewhere = keys.some((other) => other !== key);
    if (!isElsewhere) continue;
    markImage(library, Math.min(...keys), hash);
    byHash.delete(hash);
  }
  return byHash;
}

/** Brings the contents of one hash up to date. */
function deriveImage(library: Library, groups: GroupCache, hash: number): number {
  return library.documents.replace(hash, documentsOf(library, hash, groups));
}

/** The documents of the contents of one hash, from all their keys. */
export function documentsOf(
  library: Library,
  hash: number,
  groups = new GroupCache(library),
): ImageDocument[] {
  const merged = new Map<string, ImageAccumulator>();
  for (const place of library.documents.keysOf(hash)) {
    for (const [digest, part] of groups.at(place)) {
      if (keyOfDigest(digest) !== hash) continue;
      const whole = merged.get(digest) ?? new ImageAccumulator(library.settings.mode);
      whole.merge(part);
      merged.set(digest, whole);
    }
  }
  return toDocuments(library, [...merged.values()]);
}

function toDocuments(
  { settings }: Library,
  accumulators: readonly ImageAccumulator[],
): ImageDocument[] {
  const documents = accumulators.flatMap((image) => image.toDocuments());
  return settings.referencedOnly ? documents.filter(({ page }) => page !== undefined) : documents;
}

function groupByHash(
  images: ReadonlyMap<string, ImageAccumulator>,
): Map<number, ImageAccumulator[]> {
  const byHash = new Map<number, ImageAccumulator[]>();
  for (const [digest, image] of images) {
    const hash = keyOfDigest(digest);
    const known = byHash.get(hash);
    if (known === undefined) byHash.set(hash, [image]);
    else known.push(image);
  }
  return byHash;
}

function markImage({ database }: Library, key: number, hash: number): void {
  database.prepare('INSERT OR IGNORE INTO dirty_image VALUES(?, ?)').run(key, hash);
}

/** Groups that were read last: contents that share keys come one after another. */
class GroupCache {
  readonly #library: Library;
  readonly #groups = new Map<number, ReadonlyMap<string, ImageAccumulator>>();
  #images = 0;

  constructor(library: Library) {
    this.#library = library;
  }

  at(key: number): ReadonlyMap<string, ImageAccumulator> {
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const group = accumulateKey(this.#library, key);
    this.#images += group.size;
    if (this.#images > MAX_CACHED_IMAGES) {
      this.#groups.clear();
      this.#images = group.size;
    }
    this.#groups.set(key, group);
    return group;
  }
}

const MAX_CACHED_IMAGES = 20_000;
