// Which archive an index line means: lines name files by their last part, a path or an address.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { expandInputs, type Input, openInput, openWacz } from '../../archive/archive.ts';
import { publicName } from '../../archive/source/http-source.ts';
import { placeKind } from '../../archive/source/inputs.ts';
import { nameKind } from '../../archive/source/inputs-names.ts';
import { splitMemberName } from '../../archive/source/wacz.ts';
import type { SourceInput } from './capture-source.ts';

/** Finds archives by the names that index lines have for them. */
export interface ArchiveFinder {
  readonly inputs: readonly SourceInput[];
  /** What `openInput` takes; `undefined` when there is no such archive among those given. */
  locate(file: string): string | undefined;
}

/**
 * Makes a finder over archives as a user names them: files, folders, patterns, addresses; and places to look at when
 * an archive is needed: `https://host/warcs/`, `s3://bucket/crawl/` or a template such as
 * `https://host/get?file={file}` (`{name}` is the last part alone). Nothing else is ever opened, whatever a line
 * says. Throws `INPUT_NOT_FOUND` for a path where nothing is.
 */
export async function openArchiveFinder(
  archives: readonly string[],
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<ArchiveFinder> {
  const places = archives.filter(isPlace);
  const named = archives.filter((archive) => !isPlace(archive));
  const { signal } = options;
  const { inputs } = await expandInputs(named, signal === undefined ? {} : { signal });
  const listed = await Promise.all(inputs.map(listMembers));
  return createFinder(listed.flat(), places);
}

/** Makes a finder over archives that are known one by one. */
export function createFinder(
  archives: readonly Pick<Input, 'name' | 'location'>[],
  places: readonly string[] = [],
): ArchiveFinder {
  const byName = new Map<string, string>();
  const byLastPart = new Map<string, Pick<Input, 'name' | 'location'>[]>();
  for (const archive of archives) {
    byName.set(archive.name, archive.location);
    const last = lastPart(archive.name);
    const same = byLastPart.get(last);
    if (same === undefined) byLastPart.set(last, [archive]);
    else same.push(archive);
  }
  const whole = new Set(
    archives.map(({ location }) => splitMemberName(location)?.wacz ?? location),
  );
  return {
    inputs: [
      ...[...whole].map(toSourceInput),
      ...places.map((place): SourceInput => {
        return { kind: 'archive', name: publicName(place), bytes: undefined };
      }),
    ],
    locate(file) {
      const exact = byName.get(file);
      if (exact !== undefined) return exact;
      const same = byLastPart.get(lastPart(file)) ?? [];
      // Of several files with one name, the one in the folder that the line names.
      const nearer = same.filter(({ name }) => endsInPath(name, file));
      const best = anyOfCopies(nearer.length > 0 ? nearer : same);
      if (best !== undefined) return best.location;
      const [place] = places;
      return place === undefined ? undefined : toLocation(place, file);
    },
  };
}

/** One of several files with the same name, if they seem to be copies; else nobody could tell which is meant. */
function anyOfCopies<T extends Pick<Input, 'location'>>(same: readonly T[]): T | undefined {
  const [first] = same;
  if (same.length < 2) return first;
  const sizes = same.map(({ location }) => toSourceInput(location).bytes);
  return sizes.every((size) => size !== undefined && size === sizes[0]) ? first : undefined;
}

/** What is known of an archive without reading it. */
export function toSourceInput(location: string): SourceInput {
  const kind = placeKind(location);
  if (kind !== 'file') return { kind: 'archive', name: publicName(location), bytes: undefined };
  const bytes = statSync(location, { throwIfNoEntry: false })?.size;
  return { kind: 'archive', name: location, bytes };
}

/** Whether something names no archive but a place with archives, which is not listed. */
function isPlace(archive: string): boolean {
  return (
    placeKind(archive) !== 'file' && (archive.endsWith('/') || /\{(?:file|name)\}/.test(archive))
  );
}

/** The archives in an input: itself, or those in a WACZ. */
async function listMembers(input: Input): Promise<readonly Pick<Input, 'name' | 'location'>[]> {
  if (nameKind(input.location) !== 'wacz') return [input];
  const wacz = await openWacz(await openInput(input.location));
  try {
    return wacz.archives().map(({ path }) => ({
      name: `${input.name}#${path}`,
      location: `${input.location}#${path}`,
    }));
  } finally {
    await wacz.close();
  }
}

function lastPart(name: string): string {
  const member = splitMemberName(name)?.path ?? name;
  return member.slice(member.lastIndexOf('/') + 1);
}

function endsInPath(name: string, file: string): boolean {
  return name === file || name.endsWith(`/${file.replace(/^(?:\.?\/)+/, '')}`);
}

/** Where a file of that name is below a place; paths keep their folders, but never lead out of the place. */
function toLocation(place: string, file: string): string | undefined {
  if (placeKind(file) !== 'file') return file.startsWith(place) ? file : undefined;
  const parts = file.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || parts.includes('..')) return undefined;
  const isAbsolute = file.startsWith('/');
  const path = isAbsolute ? [basename(file)] : parts;
  const isS3 = placeKind(place) === 's3';
  const written = isS3 ? path.join('/') : path.map(encodeURIComponent).join('/');
  if (!/\{(?:file|name)\}/.test(place)) return place + written;
  const last = encodeURIComponent(parts.at(-1) ?? '');
  return place.replaceAll('{file}', () => written).replaceAll('{name}', () => last);
}
