// From rows to documents: everything that changed is grouped, merged and indexed anew.
import {
  type GroupCapture,
  type GroupReference,
  type GroupWitness,
  ImageAccumulator,
  mergeGroup,
} from '../dedupe/dedupe.ts';
import { EVIDENCE_RULES, withPlace } from '../enrich/enrich.ts';
import { type GroupRow, keyOfDigest, type Library, type MatchShare } from '../index/index.ts';
import { withFacts } from '../model/document-facts.ts';
import type { ImageDocument } from '../model/image.ts';
import type { PlaceReader } from '../model/place.ts';
import { withCorrectedTexts } from '../model/text-correction.ts';
import { othersAt } from './address-answers.ts';
import { groupVariants } from './group-variants.ts';
import { iterateUnstoredReferences } from './hidden-references.ts';
import { MatchCounter } from './match-counter.ts';
import { openPlaceReader } from './place-reader.ts';

/** Options of `deriveDocuments`. */
export interface DeriveOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with the number of keys that are done and the number in all. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Reads place names; by default the gazetteer that comes with the program. */
  readonly places?: PlaceReader | undefined;
}

/** A library with what its documents are completed with. */
export interface Deriving {
  readonly library: Library;
  readonly places: PlaceReader;
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
  library.transaction(() => library.redirects.spread());
  const places = options.places ?? (await openPlaceReader());
  const deriving = { library, places };
  noteVersion(deriving);
  const total = library.work.countKeys();
  let done = 0;
  let changes = 0;
  while (options.signal?.aborted !== true) {
    const derived = await deriveSome(deriving, options.signal, (worked) =>
      options.onProgress?.(done + worked, total),
    );
    done += derived.keys;
    changes += derived.changes;
    if (derived.keys === 0) break;
  }
  const groups = new GroupCache(library);
  while (options.signal?.aborted !== true) {
    const count = library.transaction(() => {
      const images = library.work.takeImages(IMAGES_AT_ONCE);
      for (const { hash } of images) changes += deriveImage(deriving, groups, hash);
      return images.length;
    });
    if (count === 0) break;
    await new Promise(setImmediate);
  }
  changes += await deriveFacts(deriving, options.signal);
  return changes + (await groupVariants(library, options.signal));
}

/** The note that tells which gazetteer and rules the places of documents follow from. */
const PLACES_NOTE = 'places';

/**
 * Places depend on documents and on the gazetteer alone. Where that is another one than before, all documents are to be looked at
 * again: else it would matter when a file was ingested.
 */
function noteVersion(deriving: Deriving): void {
  const { library } = deriving;
  if (hasPresentPlaces(deriving)) return;
  library.transaction(() => {
    library.work.addAllFacts();
    library.writeNote(PLACES_NOTE, versionOf(deriving));
  });
}

/** Whether the places of all documents were found by these rules in this gazetteer. */
export function hasPresentPlaces(deriving: Deriving): boolean {
  return deriving.library.readNote(PLACES_NOTE) === versionOf(deriving);
}

function versionOf({ places }: Deriving): string {
  return `${EVIDENCE_RULES}/${places.version}`;
}

/** Shows facts that have changed in documents, and forgets those of contents that have no document any more. */
async function deriveFacts(deriving: Deriving, signal: AbortSignal | undefined): Promise<number> {
  const { library } = deriving;
  const { documents, facts, work } = library;
  let changes = 0;
  while (signal?.aborted !== true && work.countFacts() > 0) {
    library.transaction(() => {
      const hashes = work.takeFacts(IMAGES_AT_ONCE);
      for (const hash of hashes) {
        const known = documents.at(hash);
        facts.keepOnly(hash, new Set(known.map(({ digest }) => digest)));
        changes += documents.updateLate(hash, complete(deriving, known));
      }
    });
    await new Promise(setImmediate);
  }
  return changes;
}

/** Documents with what is known of their contents, and with their places. */
function complete(
  { library: { facts }, places }: Deriving,
  documents: readonly ImageDocument[],
): ImageDocument[] {
  const known = facts.isEmpty
    ? undefined
    : facts.ofAll([...new Set(documents.map(({ digest }) => digest))]);
  return documents.map((document) => {
    const own = known?.get(document.digest);
    const told =
      known === undefined ? document : withCorrectedTexts(withFacts(document, own), document);
    return withPlace(told, places, own);
  });
}

/** Derives the documents of the next keys in one transaction, which an abort only makes shorter. */
async function deriveSome(
  deriving: Deriving,
  signal: AbortSignal | undefined,
  onTurn: (keys: number) => void,
): Promise<{ readonly keys: number; readonly changes: number }> {
  const { library } = deriving;
  const derived = await library.transactionAsync(async () => {
    const keys = library.work.keys(KEYS_AT_ONCE);
    const started = performance.now();
    let turn = started;
    let worked = 0;
    let changes = 0;
    while (worked < keys.length && signal?.aborted !== true) {
      const groups = library.rows.groups(keys.slice(worked, worked + KEYS_TOGETHER));
      changes += deriveGroups(deriving, groups);
      worked += groups.length;
      const now = performance.now();
      if (now - started > TRANSACTION_MS) break;
      if (now - turn < TURN_MS) continue;
      onTurn(worked);
      await new Promise(setImmediate);
      turn = performance.now();
    }
    const last = keys[worked - 1];
    if (last !== undefined) library.work.finishKeys(last);
    return { keys: worked, changes };
  });
  onTurn(derived.keys);
  return derived;
}

/** All that is known of the images at one key, by digest; `rows` are those of the key. `matches` is told who gets what. */
export function accumulateKey(
  library: Library,
  key: number,
  rows: Iterable<GroupRow> = library.rows.group(key),
  matches?: GroupWitness,
): Map<string, ImageAccumulator> {
  const captures: GroupCapture[] = [];
  const answers: Pick<GroupRow, 'surt' | 'others'>[] = [];
  const kept: GroupRow[] = [];
  for (const row of rows) {
    for (const capture of row.captures) captures.push(capture);
    answers.push({ surt: row.surt, others: row.others });
    if (kept.length <= MAX_KEPT_ROWS) kept.push(row);
  }
  // All captures are needed before the first reference can be given to one. Large groups are read twice
  // rather than kept.
  const all = kept.length > MAX_KEPT_ROWS ? library.rows.group(key) : kept;
  if (captures.length === 0) return new Map();
  const others = othersAt(library, key, answers);
  const seen = iterateUnstoredReferences(library, key, { captures, others });
  const references = referencesOf(all, seen);
  return mergeGroup({ captures, references, others }, library.settings.mode, matches);
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

/** Brings the images of some keys up to date. */
function deriveGroups(
  deriving: Deriving,
  groups: readonly { readonly key: number; readonly rows: Iterable<GroupRow> }[],
): number {
  const { library } = deriving;
  const { documents } = library;
  const merged = groups.map(({ key, rows }) => {
    const matches = new MatchCounter();
    return { key, matches, images: accumulateKey(library, key, rows, matches) };
  });
  const waiting = new Map<number, readonly ImageDocument[]>();
  const placements = loadPlacements(library, merged);
  let changes = 0;
  for (const group of merged) {
    for (const [hash, accumulators] of placeImages(library, placements, group)) {
      // What waits for the same content comes first.
      if (waiting.has(hash)) {
        changes += replaceDocuments(deriving, waiting, placements);
        waiting.clear();
      }
      waiting.set(hash, toDocuments(library, accumulators));
    }
  }
  documents.flushPlaces();
  return changes + replaceDocuments(deriving, waiting, placements);
}

/** Stores documents by hash, with what is known of their contents: all of them are looked up together. */
function replaceDocuments(
  deriving: Deriving,
  byHash: ReadonlyMap<number, readonly ImageDocument[]>,
  { isNew }: Placements,
): number {
  const known = complete(deriving, [...byHash.values()].flat());
  let at = 0;
  const whole = new Map<number, readonly ImageDocument[]>();
  for (const [hash, { length }] of byHash) {
    whole.set(hash, known.slice(at, at + length));
    at += length;
  }
  return deriving.library.documents.derive(whole, isNew);
}

/** Which contents some keys had so far, and all keys of these contents and of those they have now. */
interface Placements {
  readonly placesAt: ReadonlyMap<number, ReadonlyMap<number, unknown>>;
  readonly keysOf: Map<number, number[]>;
  /** Whether no key had the contents of a hash. Such a hash comes once: the next key that has it finds it placed. */
  isNew(hash: number): boolean;
}

function loadPlacements(
  { documents }: Library,
  groups: readonly { readonly key: number; readonly images: ReadonlyMap<string, unknown> }[],
): Placements {
  const placesAt = documents.placesAt(groups.map(({ key }) => key));
  const hashes = new Set([...placesAt.values()].flatMap((places) => [...places.keys()]));
  for (const { images } of groups) {
    for (const digest of images.keys()) hashes.add(keyOfDigest(digest));
  }
  const keysOf = documents.keysOfAll([...hashes]);
  const known = new Set(keysOf.keys());
  return { placesAt, keysOf, isNew: (hash) => !known.has(hash) };
}

/** The images of one key, and how often they are mentioned. */
interface MergedKey {
  readonly key: number;
  readonly images: ReadonlyMap<string, ImageAccumulator>;
  readonly matches: MatchCounter;
}

/** Notes which contents a key has, and gives by hash those that no other key has. */
function placeImages(
  library: Library,
  placements: Placements,
  { key, images, matches }: MergedKey,
): Map<number, ImageAccumulator[]> {
  const { documents } = library;
  const byHash = groupByHash(images);
  const before = placements.placesAt.get(key) ?? NO_PLACES;
  for (const [hash, counts] of before) {
    if (byHash.has(hash)) continue;
    const others = placements.keysOf.get(hash)?.filter((other) => other !== key) ?? [];
    documents.unplace({ hash, key, before: counts, isElsewhere: others.length > 0 });
    placements.keysOf.set(hash, others);
    byHash.set(hash, []);
  }
  for (const [hash, accumulators] of byHash) {
    const keys = placements.keysOf.get(hash) ?? [];
    const isElsewhere = keys.some((other) => other !== key);
    if (accumulators.length > 0) {
      const shares = sharesOf(library, accumulators, matches);
      documents.place({ hash, key, before: before.get(hash), isElsewhere }, shares);
    }
    if (accumulators.length > 0 && !before.has(hash)) {
      placements.keysOf.set(hash, keys);
      keys.push(key);
    }
    if (!isElsewhere) continue;
    library.work.addImage({ key: Math.min(...keys), hash });
    byHash.delete(hash);
  }
  return byHash;
}

const NO_PLACES: ReadonlyMap<number, unknown> = new Map();

/** What contents add to the totals of the library: nothing where it leaves out images that no page shows. */
function sharesOf(
  { files, settings }: Library,
  accumulators: readonly ImageAccumulator[],
  matches: MatchCounter,
): MatchShare[] {
  const digests = accumulators.map(({ digest }) => digest);
  const shares = matches.sharesOf(digests, (name) => files.collectionId(name));
  return settings.referencedOnly && !shares.some(({ pairs }) => pairs > 0) ? [] : shares;
}

/** Brings the contents of one hash up to date. */
function deriveImage(deriving: Deriving, groups: GroupCache, hash: number): number {
  return deriving.library.documents.replace(hash, documentsOf(deriving, hash, groups));
}

/** The documents of the contents of one hash, from all their keys. */
export function documentsOf(
  deriving: Deriving,
  hash: number,
  groups = new GroupCache(deriving.library),
): ImageDocument[] {
  const { library } = deriving;
  const merged = new Map<string, ImageAccumulator>();
  for (const place of library.documents.keysOf(hash)) {
    for (const [digest, part] of groups.at(place)) {
      if (keyOfDigest(digest) !== hash) continue;
      const whole = merged.get(digest) ?? new ImageAccumulator(library.settings.mode);
      whole.merge(part);
      merged.set(digest, whole);
    }
  }
  return complete(deriving, toDocuments(library, [...merged.values()]));
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
