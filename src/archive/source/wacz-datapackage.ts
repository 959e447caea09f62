// The description of a WACZ (datapackage.json): its files with sizes and hashes, and their check.
import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { messageOf } from '../../support/errors.ts';
import type { ByteSource } from './source.ts';
import { type ZipEntry, zipError } from './zip.ts';

/** What a WACZ says about itself. Absent text is `''`. */
export interface DataPackage {
  readonly title: string;
  readonly description: string;
  /** When it was made, as written. */
  readonly created: string;
  readonly software: string;
  /** Version of the WACZ format, such as `1.1.1`. */
  readonly version: string;
  readonly resources: readonly WaczResource[];
}

/** One file as the description lists it. */
export interface WaczResource {
  readonly path: string;
  readonly bytes: number | undefined;
  readonly hash: ResourceHash | undefined;
}

/** A hash in hexadecimal. */
export interface ResourceHash {
  readonly algorithm: string;
  readonly hex: string;
}

/** What checking one file came to. */
export interface WaczCheck {
  readonly path: string;
  readonly result: keyof typeof CHECK_RESULTS;
  /** More about it for a person; `''` when all is well. */
  readonly detail: string;
}

/** Every result of a check with an explanation. */
export const CHECK_RESULTS = {
  ok: 'size and hash are as described',
  missing: 'described, but not there',
  'wrong-size': 'not as long as described',
  'wrong-hash': 'not the bytes described',
  unreadable: 'cannot be read',
  unchecked: 'described without a hash we can compute',
  unlisted: 'there, but not described',
} as const;

/** Reads a description in the layout of WACZ 1.0 or 1.1; throws `WACZ_INVALID`. */
export function parseDataPackage(source: ByteSource, text: string): DataPackage {
  const value = parseJson(text);
  if (!Check(PackageSchema, value)) {
    const [first] = Errors(PackageSchema, value);
    const detail = first ? `${first.instancePath || 'it'} ${first.message}` : 'it is not JSON';
    throw zipError(source, `datapackage.json is not valid: ${detail}`);
  }
  return {
    title: value.title ?? value.metadata?.title ?? '',
    description: value.description ?? '',
    created: value.created ?? '',
    software: value.software ?? '',
    version: value.wacz_version ?? '',
    resources: value.resources.map(toResource),
  };
}

/** What a check needs to know of a WACZ. */
export interface Checkable {
  readonly entries: ReadonlyMap<string, ZipEntry>;
  readonly stream: (path: string) => AsyncIterable<Uint8Array> | undefined;
  readonly textOf: (path: string) => Promise<string | undefined>;
  readonly datapackage: () => Promise<DataPackage | undefined>;
}

/** Checks the description by its own hash, then every file it lists, then what it does not list. */
export async function* verifyPackage(wacz: Checkable): AsyncGenerator<WaczCheck> {
  const listed = new Set([DATAPACKAGE, DATAPACKAGE_DIGEST]);
  const digest = await readDigest(wacz);
  if (digest !== undefined) yield checkResource(wacz, digest);
  const described = await wacz.datapackage().catch(messageOf);
  if (described === undefined || typeof described === 'string') {
    const result = described === undefined ? 'missing' : 'unreadable';
    yield { path: DATAPACKAGE, result, detail: described ?? '' };
    return;
  }
  for (const resource of described.resources) {
    if (listed.has(resource.path)) continue; // Once is enough, however often it is listed.
    listed.add(resource.path);
    yield checkResource(wacz, resource);
  }
  for (const path of wacz.entries.keys()) {
    if (!listed.has(path) && !path.endsWith('/')) yield { path, result: 'unlisted', detail: '' };
  }
}

const DATAPACKAGE = 'datapackage.json';
const DATAPACKAGE_DIGEST = 'datapackage-digest.json';

const Text = Type.Optional(Type.String());
const Count = Type.Optional(Type.Integer({ minimum: 0 }));

const ResourceSchema = Type.Object({
  path: Type.String(),
  // WACZ 1.1: "hash": "sha256:<hex>", "bytes": 12
  hash: Text,
  bytes: Count,
  // WACZ 1.0: "hashing": "sha256", "stats": { "hash": "<hex>", "bytes": 12 }
  hashing: Text,
  stats: Type.Optional(Type.Object({ hash: Text, bytes: Count })),
});

const PackageSchema = Type.Object({
  resources: Type.Array(ResourceSchema),
  title: Text,
  description: Text,
  created: Text,
  software: Text,
  wacz_version: Text,
  metadata: Type.Optional(Type.Object({ title: Text })),
});

const DigestSchema = Type.Object({ path: Type.String(), hash: Type.String() });

function toResource(listed: Static<typeof ResourceSchema>): WaczResource {
  const { path, hash, stats, hashing = 'sha256' } = listed;
  return {
    path,
    bytes: listed.bytes ?? stats?.bytes,
    hash: toHash(hash ?? (stats?.hash && `${hashing}:${stats.hash}`)),
  };
}

function toHash(text: string | undefined): ResourceHash | undefined {
  const [, algorithm = '', hex = ''] = /^([\w-]+):([0-9a-f]+)$/i.exec(text ?? '') ?? [];
  if (hex === '') return undefined;
  return { algorithm: algorithm.toLowerCase(), hex: hex.toLowerCase() };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The caller's schema refuses it with everything else that does not fit.
  }
}

/** The hash of the description, kept in a file of its own so that it can be signed. */
async function readDigest(wacz: Checkable): Promise<WaczResource | undefined> {
  const text = await wacz.textOf(DATAPACKAGE_DIGEST).catch(() => '');
  if (text === undefined) return undefined;
  const value = parseJson(text);
  const isDigest = Check(DigestSchema, value) && value.path === DATAPACKAGE;
  return { path: DATAPACKAGE, bytes: undefined, hash: isDigest ? toHash(value.hash) : undefined };
}

async function checkResource(wacz: Checkable, resource: WaczResource): Promise<WaczCheck> {
  const { path, bytes, hash } = resource;
  const stream = wacz.stream(path);
  const size = wacz.entries.get(path)?.size;
  if (stream === undefined) return { path, result: 'missing', detail: '' };
  if (bytes !== undefined && bytes !== size) {
    return { path, result: 'wrong-size', detail: `${size} bytes instead of ${bytes}` };
  }
  if (hash === undefined || !KNOWN_HASHES.has(hash.algorithm)) {
    return { path, result: 'unchecked', detail: hash?.algorithm ?? 'no hash' };
  }
  try {
    const digest = createHash(hash.algorithm);
    for await (const chunk of stream) digest.update(chunk);
    const hex = digest.digest('hex');
    if (hex === hash.hex) return { path, result: 'ok', detail: '' };
    return { path, result: 'wrong-hash', detail: `${hex} instead of ${hash.hex}` };
  } catch (thrown) {
    return { path, result: 'unreadable', detail: messageOf(thrown) };
  }
}

const KNOWN_HASHES = new Set(['md5', 'sha1', 'sha256', 'sha512']);
