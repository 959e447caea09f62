// Archives in Hadoop's file system, over WebHDFS: files by OPEN with offset and length, folders by LISTSTATUS.
import { PinakesError } from '../../support/errors.ts';
import { parseUrl } from '../../support/parse-url.ts';
import { blockSource, type HttpSourceOptions } from './http-source.ts';
import {
  type Answer,
  openGetter,
  PassingFault,
  type RemoteTarget,
  refused,
  remoteFailed,
} from './http-source-request.ts';
import { descend, type GlobPlace } from './inputs-glob.ts';
import type { ByteSource } from './source.ts';

/** Options of WebHDFS sources. */
export interface WebHdfsOptions extends HttpSourceOptions {
  /** Files a listing may hold before it is refused; default 1,000,000. */
  readonly maxObjects?: number;
  /** Where user and token are looked up; default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** An address in its parts. */
export interface WebHdfsAddress {
  /** `webhdfs://user@host:port`, or `swebhdfs:` over TLS. */
  readonly server: string;
  /** Path in the file system, beginning with `/`. */
  readonly path: string;
}

/**
 * Opens a file, `webhdfs://host:9870/path`. A user stands before the host or in HADOOP_USER_NAME; where the cluster wants a delegation
 * token it is in PINAKES_WEBHDFS_TOKEN. A file that was replaced by another one of the same size while it is open is not noticed.
 */
export async function openWebHdfs(
  address: string,
  options: WebHdfsOptions = {},
): Promise<ByteSource> {
  const place = toPlace(address, options);
  const status = await readStatus(place, options);
  const { length, type } = status;
  if (type !== 'FILE') throw failed(place, 'it is a folder, not a file');
  const getters = new Set<{ close(): void }>();
  return blockSource({
    name: place.name,
    size: length,
    options,
    async fetchRange({ from, to }) {
      const wanted = to - from + 1;
      const target = toTarget(place, { op: 'OPEN', offset: `${from}`, length: `${wanted}` });
      const getter = openGetter(target, options);
      getters.add(getter);
      try {
        return await getter.get({}, async (answer) => {
          if (answer.statusCode !== 200) throw await explained(target, answer);
          return readExactly(answer, wanted);
        });
      } finally {
        getters.delete(getter);
        getter.close();
      }
    },
    close() {
      for (const getter of getters) getter.close();
    },
  });
}

/** Whether a path names a folder. */
export async function isWebHdfsFolder(
  address: string,
  options: WebHdfsOptions = {},
): Promise<boolean> {
  return (await readStatus(toPlace(address, options), options)).type === 'DIRECTORY';
}

/** Lists files below a folder that a pattern matches, as addresses; what is hidden is passed over. */
export async function listWebHdfs(
  address: string,
  start: GlobPlace,
  options: WebHdfsOptions = {},
): Promise<string[]> {
  const { maxObjects = 1_000_000 } = options;
  const { server, path } = parseWebHdfsAddress(address);
  const found: string[] = [];
  const folders = [{ path: path.replace(/\/$/, ''), place: start, depth: 0 }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const place = toPlace(`${server}${folder.path}/`, options);
    const target = toTarget(place, { op: 'LISTSTATUS' });
    const listed = await readJson(target, options);
    for (const { pathSuffix, type } of statusesOf(target, listed)) {
      const next = {
        path: `${folder.path}/${pathSuffix}`,
        place: descend(folder.place, pathSuffix),
      };
      if (next.place.state.length === 0 || pathSuffix === '') continue;
      if (type === 'DIRECTORY' && folder.depth < MAX_DEPTH) {
        folders.push({ ...next, depth: folder.depth + 1 });
      } else if (type === 'FILE' && next.place.glob.isMatch(next.place.state)) {
        found.push(`${server}${next.path}`);
      }
    }
    if (found.length + folders.length > maxObjects) {
      throw failed(place, `more than ${maxObjects} files; name a folder further down`);
    }
  }
  return found.sort();
}

/** Takes an address apart; throws when it is none. */
export function parseWebHdfsAddress(address: string): WebHdfsAddress {
  const [, server, path = '/'] = /^(s?webhdfs:\/\/[^/?#\s]+)(\/.*)?$/is.exec(address) ?? [];
  const url = server && parseUrl(server.replace(/^(s?)webhdfs/i, 'http$1'));
  const isPath = !path.split('/').some((part) => part === '.' || part === '..');
  if (server !== undefined && url && url.password === '' && isPath) return { server, path };
  const detail = 'not an address of the form webhdfs://host:port/path';
  throw new PinakesError('INPUT_UNREADABLE', { input: publicHdfsName(address), detail });
}

/** An address without the user. */
export function publicHdfsName(address: string): string {
  return address.replace(/^(s?webhdfs:\/\/)[^/]*@/i, '$1');
}

/** Deeper folders are a circle of links. */
const MAX_DEPTH = 100;
/** Ten thousand files of a folder take some 4 MB. */
const MAX_ANSWER_BYTES = 256 << 20;

interface Place {
  readonly name: string;
  readonly url: URL;
  /** What each request says of who asks. */
  readonly who: Readonly<Record<string, string>>;
}

interface FileStatus {
  readonly pathSuffix: string;
  readonly type: string;
  readonly length: number;
}

function toPlace(address: string, { env = process.env }: WebHdfsOptions): Place {
  const { server, path } = parseWebHdfsAddress(address);
  const url = new URL(
    server.replace(/^(s?)webhdfs/i, (_, s: string) => (s === '' ? 'http' : 'https')),
  );
  const user = decodeURIComponent(url.username) || env['HADOOP_USER_NAME'] || '';
  url.username = '';
  url.pathname = `/webhdfs/v1${path.split('/').map(encodeURIComponent).join('/')}`;
  const token = env['PINAKES_WEBHDFS_TOKEN'] ?? '';
  const who = token === '' ? user && { 'user.name': user } : { delegation: token };
  return { name: publicHdfsName(address), url, who: who === '' ? {} : who };
}

function toTarget(
  { name, url, who }: Place,
  query: Readonly<Record<string, string>>,
): RemoteTarget {
  const own = new URL(url);
  own.search = new URLSearchParams({ ...query, ...who }).toString();
  return { url: own, name };
}

async function readStatus(place: Place, options: WebHdfsOptions): Promise<FileStatus> {
  const target = toTarget(place, { op: 'GETFILESTATUS' });
  const { FileStatus: status } = toObject(await readJson(target, options));
  const checked = toStatus(status);
  if (checked === undefined) throw remoteFailed(target, 'an answer without a FileStatus');
  return checked;
}

function statusesOf(target: RemoteTarget, answer: unknown): FileStatus[] {
  const { FileStatus: all } = toObject(toObject(answer)['FileStatuses']);
  if (!Array.isArray(all)) throw remoteFailed(target, 'an answer without FileStatuses');
  return all.flatMap((one) => toStatus(one) ?? []);
}

function toStatus(value: unknown): FileStatus | undefined {
  const { pathSuffix, type, length } = toObject(value);
  const isStatus =
    typeof pathSuffix === 'string' && !pathSuffix.includes('/') && typeof type === 'string';
  if (!isStatus || !Number.isSafeInteger(length) || Number(length) < 0) return undefined;
  return { pathSuffix, type, length: Number(length) };
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

async function readJson(target: RemoteTarget, options: WebHdfsOptions): Promise<unknown> {
  const getter = openGetter(target, options);
  try {
    return await getter.get({}, async (answer) => {
      if (answer.statusCode !== 200) throw await explained(target, answer);
      const text = (await readUpTo(answer, MAX_ANSWER_BYTES)).toString('utf8');
      try {
        return JSON.parse(text) as unknown;
      } catch {
        throw new PassingFault('an answer that is not JSON');
      }
    });
  } finally {
    getter.close();
  }
}

/** The error of an answer, with what Hadoop says about it. */
async function explained(target: RemoteTarget, answer: Answer): Promise<PinakesError> {
  const text = await readUpTo(answer, 64 << 10).then(String, () => '');
  const [, message] = /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(text) ?? [];
  const explain = () => message ?? '';
  return refused({ ...target, explain }, answer);
}

async function readUpTo(answer: Answer, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    // no encoding is set: bytes
    total += chunk.length;
    if (total > maxBytes) throw new PassingFault('an answer that is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readExactly(answer: Answer, length: number): Promise<Uint8Array> {
  const bytes = await readUpTo(answer, length).catch((thrown: unknown) => {
    throw thrown instanceof PassingFault
      ? new PassingFault('a longer body than asked for')
      : thrown;
  });
  if (bytes.length === length) return bytes;
  throw new PassingFault(`a body of ${bytes.length} bytes instead of ${length}`);
}

function failed(place: Place, detail: string): PinakesError {
  return new PinakesError('INPUT_UNREADABLE', { input: place.name, detail });
}
