// Archives on web servers: random access by range requests, cached in blocks.
import { PinakesError } from '../../support/errors.ts';
import { parseUrl } from '../../support/parse-url.ts';
import { blockCache } from './http-source-blocks.ts';
import {
  type Answer,
  type Getter,
  type HttpOptions,
  headerOf,
  openGetter,
  PassingFault,
  type RemoteTarget,
  refused,
  remoteFailed,
  type SignRequest,
} from './http-source-request.ts';
import type { ByteSource } from './source.ts';

/** Options of remote sources. */
export interface HttpSourceOptions extends HttpOptions {
  /** Bytes fetched per request; default 1 MB. Small blocks suit single records, large scans. */
  readonly blockBytes?: number;
  /** Blocks held in memory per source, at least 4; default 8. */
  readonly cachedBlocks?: number;
}

/**
 * Opens a file on a web server that answers range requests. The first request fetches the first
 * block and learns size and version; a file that changes later throws `REMOTE_CHANGED`, a server
 * without ranges `REMOTE_NO_RANGES`. `name` is the URL without user name and password.
 *
 * The address is typed by the operator, so private and loopback hosts are allowed here, unlike in
 * crawling, where addresses come from pages.
 */
export async function openHttp(
  address: string,
  options: HttpSourceOptions = {},
): Promise<ByteSource> {
  return openRemote(toTarget(address), options);
}

/** Opens a remote object of any kind; `openHttp` and `openS3` differ in the target only. */
export async function openRemote(
  target: RemoteTarget,
  options: HttpSourceOptions,
): Promise<ByteSource> {
  const { blockBytes = DEFAULT_BLOCK_BYTES } = options;
  const getter = openGetter(target, options);
  try {
    const first = await fetchRange(getter, target, { from: 0, to: blockBytes - 1 });
    // The first block came with opening; it is given away once, when it is first asked for.
    let opening: Uint8Array | undefined = first.bytes;
    return blockSource({
      name: target.name,
      size: first.version.size,
      options,
      async fetchRange(range) {
        if (range.from === 0 && opening !== undefined) {
          const bytes = opening;
          opening = undefined;
          return bytes;
        }
        return (await fetchRange(getter, target, range, first.version)).bytes;
      },
      close() {
        opening = undefined;
        getter.close();
      },
    });
  } catch (thrown) {
    getter.close();
    throw thrown;
  }
}

/** A web address without its credentials, fit for messages and index lines. */
export function publicName(address: string): string {
  const url = parseUrl(address);
  if (url === undefined) {
    // Nobody can tell where the password of a broken address ends: drop all up to the last @.
    return address.replace(/^([a-z][a-z0-9+.-]*:\/\/).*@/is, '$1');
  }
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href;
}

const DEFAULT_BLOCK_BYTES = 1 << 20;
const READ_AHEAD = 2;

/** What tells one version of a remote file from another. */
interface Version {
  readonly size: number;
  readonly etag: string;
  readonly modified: string;
}

interface Fetched {
  readonly version: Version;
  readonly bytes: Uint8Array;
}

/** Bytes from one up to another, both included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

function toTarget(address: string): RemoteTarget {
  const name = publicName(address);
  // The error of `new URL` would carry the password along.
  const url = parseUrl(address);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new PinakesError('INPUT_UNREADABLE', { input: name, detail: 'not a web address' });
  }
  const sign = basicAuth(url);
  return { url: new URL(name), name, ...(sign && { sign }) };
}

function basicAuth({ username, password }: URL): SignRequest | undefined {
  if (username === '' && password === '') return undefined;
  const pair = `${percentDecoded(username)}:${percentDecoded(password)}`;
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  return async (_url, headers) => ({ ...headers, authorization });
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A lone percent sign in a password stands for itself.
  }
}

/** How a remote file is read in blocks. */
export interface BlockSourceParts {
  readonly name: string;
  readonly size: number;
  readonly options: HttpSourceOptions;
  /** Fetches the bytes of a range, whole. */
  readonly fetchRange: (range: Range) => Promise<Uint8Array>;
  readonly close: () => void;
}

/** A source that fetches blocks when they are wanted, keeps some, and reads ahead. */
export function blockSource(parts: BlockSourceParts): ByteSource {
  const { name, size, options } = parts;
  const { blockBytes = DEFAULT_BLOCK_BYTES, cachedBlocks = 8 } = options;
  const fetchBlock = (index: number): Promise<Uint8Array> => {
    const from = index * blockBytes;
    return parts.fetchRange({ from, to: Math.min(from + blockBytes, size) - 1 });
  };
  const keep = Math.max(cachedBlocks, READ_AHEAD + 2);
  const cache = blockCache({ size, blockBytes, keep, ahead: READ_AHEAD }, fetchBlock);
  return {
    name,
    size,
    read: (into, position) => cache.read(into, position),
    close: async () => {
      parts.close();
      cache.clear();
    },
  };
}

function fetchRange(
  getter: Getter,
  target: RemoteTarget,
  range: Range,
  known?: Version,
): Promise<Fetched> {
  return getter.get({ range: `bytes=${range.from}-${range.to}` }, async (answer) => {
    if (answer.statusCode === 206) return takePart(target, answer, range, known);
    if (answer.statusCode === 200 || answer.statusCode === 416) {
      if (known !== undefined && !isSameVersion(known, toVersion(answer, sizeOf(answer)))) {
        throw withUrl(target, 'REMOTE_CHANGED');
      }
      // An empty file has no byte to give, and servers differ in how they say so.
      if (sizeOf(answer) === 0) return { version: toVersion(answer, 0), bytes: new Uint8Array(0) };
      if (answer.statusCode === 200) throw withUrl(target, 'REMOTE_NO_RANGES');
    }
    throw refused(target, answer);
  });
}

// Content-Encoding is ignored on purpose: many servers put `gzip` on a stored .warc.gz, and the
// range is one of the stored bytes all the same.
async function takePart(
  target: RemoteTarget,
  answer: Answer,
  range: Range,
  known: Version | undefined,
): Promise<Fetched> {
  const said = headerOf(answer, 'content-range');
  const [, from, to, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(said) ?? [];
  if (total === undefined) throw remoteFailed(target, `Content-Range "${said.slice(0, 80)}"`);
  const version = toVersion(answer, Number(total));
  if (known !== undefined && !isSameVersion(known, version)) {
    throw withUrl(target, 'REMOTE_CHANGED');
  }
  const lastByte = Math.min(range.to, version.size - 1);
  if (Number(from) !== range.from || Number(to) !== lastByte) {
    throw new PassingFault(`bytes ${from}-${to} instead of ${range.from}-${lastByte}`);
  }
  return { version, bytes: await readBody(answer, lastByte - range.from + 1) };
}

async function readBody(answer: Answer, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    // no encoding is set: bytes
    if (filled + chunk.length > length) throw new PassingFault('a longer body than announced');
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled < length) throw new PassingFault(`a body of ${filled} bytes instead of ${length}`);
  return bytes;
}

/** The size of the whole file as an answer without a part tells it; NaN where it does not. */
function sizeOf(answer: Answer): number {
  const header = answer.statusCode === 200 ? 'content-length' : 'content-range';
  return Number(headerOf(answer, header).replace('bytes */', '') || Number.NaN);
}

function toVersion(answer: Answer, size: number): Version {
  return {
    size,
    // Weak and strong tags of one server mean the same file for our purpose.
    etag: headerOf(answer, 'etag').replace(/^W\//, ''),
    modified: headerOf(answer, 'last-modified'),
  };
}

// Compared here rather than left to If-Range: many servers and caches ignore that header.
function isSameVersion(known: Version, seen: Version): boolean {
  if (known.size !== seen.size) return false;
  if (known.etag !== '' && seen.etag !== '') return known.etag === seen.etag;
  return known.modified === '' || seen.modified === '' || known.modified === seen.modified;
}

function withUrl(target: RemoteTarget, code: 'REMOTE_CHANGED' | 'REMOTE_NO_RANGES'): PinakesError {
  return new PinakesError(code, { url: target.name }, { where: { url: target.name } });
}
