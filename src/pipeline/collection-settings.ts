// What is settled for a collection besides its files: its name for people, who may see it, and from when on.
import type { Library } from '../index/index.ts';
import { PinakesError } from '../support/errors.ts';

/** Who may see a collection on a server: everybody, whoever has its token, or the operator alone. */
export type CollectionAccess = 'public' | 'token' | 'hidden';

/** What is settled for a collection. */
export interface CollectionSettings {
  /** Name for people; `''`: the name of the collection. */
  readonly title: string;
  readonly description: string;
  readonly access: CollectionAccess;
  /** Captures younger than so many days are not shown; 0: all are. */
  readonly embargoDays: number;
  /** A collection that is not published is seen by the operator alone, whatever its access. */
  readonly isPublished: boolean;
  /** SHA-256 of its token in hexadecimal; `''`: none. */
  readonly tokenHash: string;
}

/** What holds for collections for which nothing was settled. */
export const DEFAULT_COLLECTION: CollectionSettings = {
  title: '',
  description: '',
  access: 'public',
  embargoDays: 0,
  isPublished: true,
  tokenHash: '',
};

/** Kept in the notes of the library under this and the name. */
const PREFIX = 'collection:';

/** Longest texts that are kept. */
export const MAX_TITLE = 200;
export const MAX_DESCRIPTION = 10_000;

/** The collections for which something was settled, by name. */
export function readCollectionSettings(library: Library): Map<string, CollectionSettings> {
  const settings = new Map<string, CollectionSettings>();
  for (const [name, value] of library.readNotes(PREFIX)) {
    settings.set(name, { ...DEFAULT_COLLECTION, ...parse(value) });
  }
  return settings;
}

/** What holds for one collection. */
export function collectionSettingsOf(library: Library, name: string): CollectionSettings {
  const value = library.readNote(PREFIX + name);
  return value === undefined ? DEFAULT_COLLECTION : { ...DEFAULT_COLLECTION, ...parse(value) };
}

/** Unreadable settings hide a collection: it may be one that nobody is to see. */
function parse(value: string): Partial<CollectionSettings> {
  try {
    const told: unknown = JSON.parse(value);
    // Written by `changeCollection`.
    if (typeof told === 'object' && told !== null) return told as Partial<CollectionSettings>;
  } catch {
    // Damaged.
  }
  return { access: 'hidden' };
}

/**
 * Changes what is settled for a collection, all of it in one step; a collection that is not there is entered, so that its files find it
 * settled when they come. Throws `USAGE` for what cannot be meant.
 */
export function changeCollection(
  library: Library,
  name: string,
  change: Partial<CollectionSettings>,
): CollectionSettings {
  const settings = { ...collectionSettingsOf(library, name), ...change };
  check(name, settings);
  library.transaction(() => {
    library.files.addCollection(name);
    library.writeNote(PREFIX + name, JSON.stringify(settings));
  });
  return settings;
}

/** Forgets what was settled; within a transaction of the caller. */
export function forgetCollection(library: Library, name: string): void {
  library.removeNote(PREFIX + name);
}

/** Takes over what another library has settled for collections that have nothing settled here. */
export function copyCollectionSettings(source: Library, target: Library): void {
  const known = readCollectionSettings(target);
  target.transaction(() => {
    for (const [name, settings] of readCollectionSettings(source)) {
      if (!known.has(name)) target.writeNote(PREFIX + name, JSON.stringify(settings));
    }
  });
}

function check(name: string, settings: CollectionSettings): void {
  const { title, description, access, embargoDays, tokenHash } = settings;
  if (name.trim() === '') throw wrong('A collection has a name.');
  if (title.length > MAX_TITLE) throw wrong(`A title has at most ${MAX_TITLE} characters.`);
  if (description.length > MAX_DESCRIPTION) {
    throw wrong(`A description has at most ${MAX_DESCRIPTION} characters.`);
  }
  if (!Number.isSafeInteger(embargoDays) || embargoDays < 0) {
    throw wrong('An embargo is a whole number of days.');
  }
  if (access === 'token' && tokenHash === '') {
    throw wrong('A collection that is open to a token needs one.');
  }
}

function wrong(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'collections', detail });
}
