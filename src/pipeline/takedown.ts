// What was taken down: remembered in the library, and kept out of it from then on.
import type { LooseEnd } from '../extract/extract.ts';
import type { Library, TakedownDetails, TakedownEntry, TakedownKind } from '../index/index.ts';
import { parseLook } from '../model/look.ts';
import { toSurt } from '../model/surt.ts';
import { toTimestamp } from '../model/timestamp.ts';

/** Tells what must not be stored. */
export interface Takedown {
  /** Nothing was taken down. */
  readonly isEmpty: boolean;
  /** Whether a page or image at this SURT key was taken down. */
  hidesUrl(surt: string): boolean;
  /** Whether the content of this digest was taken down. */
  hidesImage(digest: string): boolean;
  /** Whether the file of this fingerprint was taken down. */
  hidesFile(fingerprint: string): boolean;
}

/** What was taken down in a library so far. */
export function loadTakedown(library: Library): Takedown {
  return toTakedown(library.takedowns.list());
}

/** What a list of takedowns hides. */
export function toTakedown(all: readonly Pick<TakedownEntry, 'kind' | 'value'>[]): Takedown {
  const values = (kind: TakedownKind): string[] =>
    all.filter((entry) => entry.kind === kind).map(({ value }) => value);
  const images = new Set(values('image'));
  const files = new Set(values('file'));
  const prefixes = values('url-prefix');
  return {
    isEmpty: images.size + files.size + prefixes.length === 0,
    hidesUrl: (surt) => prefixes.some((prefix) => isBelow(surt, prefix)),
    hidesImage: (digest) => images.has(digest),
    hidesFile: (fingerprint) => files.has(fingerprint),
  };
}

/** Whether what a record left open is of an address that was taken down. */
export function hidesEnd(takedown: Takedown, end: LooseEnd): boolean {
  if (takedown.hidesUrl(end.surt)) return true;
  return end.kind === 'sheet-link' && takedown.hidesUrl(end.page.surt);
}

/** Remembers that something was taken down; within a transaction of the caller. */
export function rememberTakedown(
  library: Library,
  kind: TakedownKind,
  value: string,
  details: TakedownDetails = {},
): void {
  library.takedowns.add({ kind, value, time: toTimestamp(new Date()), details });
}

/** Images of the library that look nearly like one, without itself. Looks come with `pinakes enrich`. */
export function nearDuplicatesOf(library: Library, digest: string, look: string): string[] {
  const bits = parseLook(look);
  const near = bits === undefined ? [] : library.kin.near(bits);
  const digests = near.flatMap(({ hash }) => library.digests.at(hash).map((one) => one.digest));
  return [...new Set(digests)].filter((one) => one !== digest);
}

/** Whether an entry has come to its end. */
export function hasExpired({ details }: TakedownEntry, now = new Date()): boolean {
  return details?.expires !== undefined && details.expires <= now.toISOString().slice(0, 10);
}

/**
 * The key that all URLs below a prefix start with: `http://www.example.org/private/` covers https and
 * other spellings of the host too. Keys leave out the last slash and an empty query; here they stay, so that
 * a folder does not take its neighbours `/private-garden` with it.
 */
export function toSurtPrefix(urlPrefix: string): string {
  const hasScheme = /^(?:[a-z][a-z0-9+.-]*:\/\/|data:)/i.test(urlPrefix);
  const key = toSurt(hasScheme ? urlPrefix : `http://${urlPrefix}`);
  const [end = ''] = /[/?]$/.exec(urlPrefix) ?? [];
  return key.endsWith(end) ? key : `${key}${end}`;
}

/** Whether a key is that of a prefix made by `toSurtPrefix`, or below it. */
export function isBelow(surt: string, prefix: string): boolean {
  if (surt.startsWith(prefix)) return true;
  if (!/[^)][/?]$/.test(prefix)) return false;
  // The folder itself: its key has no slash at the end, and may have a query.
  const folder = prefix.slice(0, -1);
  return surt.startsWith(folder) && (surt.length === folder.length || surt[folder.length] === '?');
}
