// Turns what a user typed into the list of archives to read: files, folders, patterns, URLs.
import { PinakesError } from '../../support/errors.ts';
import { publicName } from './http-source.ts';
import { compileGlob, everywhere, expandBraces, hasMagic, matchesGlob } from './inputs-glob.ts';
import { nameKind } from './inputs-names.ts';
import { identityOf, kindOf, type SkippedInput, type Walk, walkFiles } from './inputs-walk.ts';
import { listS3, parseS3Address, type S3Options } from './s3-source.ts';
import { splitMemberName, toMemberName } from './wacz.ts';
import {
  isWebHdfsFolder,
  listWebHdfs,
  parseWebHdfsAddress,
  publicHdfsName,
} from './webhdfs-source.ts';

export type { SkippedInput } from './inputs-walk.ts';

/** One archive to read. */
export interface Input {
  readonly kind: 'file' | 'http' | 's3' | 'webhdfs';
  /** For messages and index lines: path or URL, without credentials. */
  readonly name: string;
  /** What `openInput` takes; the same as `name` unless a URL carries credentials. */
  readonly location: string;
}

/** What a list of patterns stands for. */
export interface ExpandedInputs {
  /** Sorted by name, each archive once. */
  readonly inputs: readonly Input[];
  readonly skipped: readonly SkippedInput[];
}

/**
 * Expands paths, folders, patterns (`*`, `**`, `?`, `[a-z]`, `{a,b}`), http(s), S3 and WebHDFS addresses.
 * Folders and patterns pick up what looks like an archive by name; a path or address that names one
 * thing is taken as it is. Throws `INPUT_NOT_FOUND` for a pattern that stands for nothing; remote
 * files named one by one are looked for only when they are opened.
 */
export async function expandInputs(
  patterns: readonly string[],
  options: S3Options = {},
): Promise<ExpandedInputs> {
  const byIdentity = new Map<string, Input>();
  const skipped = new Map<string, SkippedInput>();
  for (const pattern of patterns) {
    const found = await expandOne(pattern, options);
    if (found.inputs.length === 0) throw nothingFound(pattern, found.skipped);
    for (const one of found.skipped) skipped.set(one.name, one);
    for (const input of found.inputs) {
      const identity = input.kind === 'file' ? await identityOf(input.location) : input.location;
      const other = byIdentity.get(identity);
      if (other === undefined || isPlainer(input, other)) byIdentity.set(identity, input);
    }
  }
  return {
    inputs: [...byIdentity.values()].sort(byName),
    skipped: [...skipped.values()].sort(byName),
  };
}

/** Which kind of place a location names. */
export function placeKind(location: string): Input['kind'] {
  if (/^https?:\/\//i.test(location)) return 'http';
  if (/^s?webhdfs:\/\//i.test(location)) return 'webhdfs';
  return /^s3:\/\//i.test(location) ? 's3' : 'file';
}

const GROWING = 'its crawler is still writing it';

function expandOne(pattern: string, options: S3Options): Promise<ExpandedInputs> {
  const kind = placeKind(pattern);
  if (kind === 's3') return expandS3(pattern, options);
  if (kind === 'webhdfs') return expandWebHdfs(pattern, options);
  if (kind === 'file') return expandPath(pattern, options);
  const { wacz, path } = splitMemberName(pattern) ?? { wacz: pattern, path: '' };
  const name = path === '' ? publicName(wacz) : toMemberName(publicName(wacz), path);
  return Promise.resolve({ inputs: [{ kind, name, location: pattern }], skipped: [] });
}

async function expandPath(pattern: string, options: S3Options): Promise<ExpandedInputs> {
  // What exists under exactly this name is meant, even if the name looks like a pattern.
  const kind = await kindOf(pattern);
  const member = splitMemberName(pattern);
  const isMember = member !== undefined && (await kindOf(member.wacz)) === 'file';
  if (kind === 'file' || isMember) return picked([pattern]);
  if (kind === 'folder') return fromWalk([{ folder: pattern, place: everywhere() }], options);
  if (!hasMagic(pattern)) return picked([]);
  const walks = expandBraces(pattern).map((alternative) => {
    const segments = alternative.split('/').filter((part, index) => part !== '' || index === 0);
    const firstMagic = segments.findIndex(hasMagic);
    const fixed = firstMagic < 0 ? segments.length - 1 : firstMagic;
    const glob = compileGlob(segments.slice(fixed).join('/'));
    const folder = fixed === 0 ? '.' : segments.slice(0, fixed).join('/') || '/';
    return { folder, place: { glob, state: glob.start } };
  });
  return fromWalk(walks, options);
}

async function fromWalk(walks: readonly Walk[], options: S3Options): Promise<ExpandedInputs> {
  const paths: string[] = [];
  const unread: SkippedInput[] = [];
  for await (const found of walkFiles(walks)) {
    if (options.signal?.aborted) throw new PinakesError('INTERRUPTED');
    if (typeof found === 'string') paths.push(found);
    else unread.push(found);
  }
  const { inputs, skipped } = picked(paths, nameKind);
  return { inputs, skipped: [...skipped, ...unread] };
}

async function expandS3(pattern: string, options: S3Options): Promise<ExpandedInputs> {
  const { bucket, key } = parseS3Address(pattern);
  const isOne = key !== '' && !key.endsWith('/') && !hasMagic(key);
  if (isOne || splitMemberName(pattern)) return { inputs: [toS3Input(pattern)], skipped: [] };
  const { prefix, isMeant } = toKeyFilter(key);
  const listed = await listS3(`s3://${bucket}/${prefix}`, options);
  const meant = listed.filter((object) => isMeant(object.key));
  return picked(
    meant.map((object) => `s3://${bucket}/${object.key}`),
    nameKind,
    toS3Input,
  );
}

async function expandWebHdfs(pattern: string, options: S3Options): Promise<ExpandedInputs> {
  const { server, path } = parseWebHdfsAddress(pattern);
  const toInput = (location: string): Input => {
    return { kind: 'webhdfs', name: publicHdfsName(location), location };
  };
  if (!hasMagic(path)) {
    const isFolder = !splitMemberName(pattern) && (await isWebHdfsFolder(pattern, options));
    if (!isFolder) return { inputs: [toInput(pattern)], skipped: [] };
    return picked(await listWebHdfs(pattern, everywhere(), options), nameKind, toInput);
  }
  const found = new Set<string>();
  for (const alternative of expandBraces(path)) {
    const segments = alternative.split('/');
    const firstMagic = segments.findIndex(hasMagic);
    const fixed = firstMagic < 0 ? segments.length - 1 : firstMagic;
    const glob = compileGlob(segments.slice(fixed).join('/'));
    const folder = `${server}${segments.slice(0, fixed).join('/')}/`;
    const listed = await listWebHdfs(folder, { glob, state: glob.start }, options);
    for (const location of listed) found.add(location);
  }
  return picked([...found].sort(), nameKind, toInput);
}

/** What to list for a prefix or pattern, and which of the keys are meant. */
function toKeyFilter(key: string): { prefix: string; isMeant: (key: string) => boolean } {
  if (!hasMagic(key)) {
    const { glob } = everywhere();
    return { prefix: key, isMeant: (listed) => matchesGlob(glob, listed.slice(key.length)) };
  }
  const globs = expandBraces(key.replace(/\/$/, '')).map(compileGlob);
  return {
    prefix: [...key].slice(0, [...key].findIndex(hasMagic)).join(''),
    isMeant: (listed) => globs.some((glob) => matchesGlob(glob, listed)),
  };
}

/** Sorts locations into those to read and those to leave, by the look of their names. */
function picked(
  locations: readonly string[],
  lookOf: (location: string) => ReturnType<typeof nameKind> = () => 'records',
  toInput = toFileInput,
): ExpandedInputs {
  const inputs: Input[] = [];
  const skipped: SkippedInput[] = [];
  for (const location of locations) {
    const look = lookOf(location);
    if (look === 'growing') skipped.push({ name: location, reason: GROWING });
    else if (look !== undefined) inputs.push(toInput(location));
  }
  return { inputs, skipped };
}

function toFileInput(path: string): Input {
  return { kind: 'file', name: path, location: path };
}

function toS3Input(address: string): Input {
  return { kind: 's3', name: address, location: address };
}

/** Of several names for one file the shortest is shown: links make names longer. */
function isPlainer(a: Input, b: Input): boolean {
  return a.name.length < b.name.length || (a.name.length === b.name.length && a.name < b.name);
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

function nothingFound(input: string, skipped: readonly SkippedInput[]): PinakesError {
  const [first] = skipped;
  if (first === undefined) return new PinakesError('INPUT_NOT_FOUND', { input });
  const detail = `${first.name}: ${first.reason}`;
  return new PinakesError('INPUT_UNREADABLE', { input, detail });
}
