// WACZ: a web archive with its indexes and pages in one zip, read in place, also remotely.

import { nameKind } from './inputs-names.ts';
import type { ByteSource } from './source.ts';
import type { DataPackage, WaczCheck } from './wacz-datapackage.ts';
import { type RejectedPage, readPages, type WaczPage } from './wacz-pages.ts';
import { readZipEntries, type ZipEntry, zipError } from './zip.ts';
import { type EntryOptions, openEntry, streamEntry } from './zip-entry.ts';

/** A file inside a WACZ that can be read by itself. */
export interface WaczMember {
  /** `<wacz>#<path>`: what index lines carry and `openInput` takes. */
  readonly name: string;
  /** Path inside the WACZ, such as `archive/data.warc.gz`. */
  readonly path: string;
  /** Size of the contents in bytes. */
  readonly size: number;
  /** Opens it; only a member that is deflated costs time and space. Throws `WACZ_INVALID`. */
  open(): Promise<ByteSource>;
}

/** An open WACZ. Members are opened one by one, so that a bad one does not lose its neighbours. */
export interface Wacz {
  readonly name: string;
  /** The WARC and ARC files under `archive/`, sorted by path. */
  archives(): readonly WaczMember[];
  /** The files under `indexes/` (CDXJ, `.cdx.gz` with its `.idx`), sorted by path. */
  indexes(): readonly WaczMember[];
  /** The pages its maker listed, in order, and the lines that are no page. */
  pages(): AsyncIterable<WaczPage | RejectedPage>;
  /** The description of the whole, or `undefined` when it has none. */
  datapackage(): Promise<DataPackage | undefined>;
  /** Compares every file with the sizes and hashes of the description. Reads the whole WACZ. */
  verify(): AsyncIterable<WaczCheck>;
  /** Closes the source too, and with it all stored members. */
  close(): Promise<void>;
}

/** Opens a WACZ in any source; throws `WACZ_INVALID` when no archive can be had from it. */
export async function openWacz(source: ByteSource, options: EntryOptions = {}): Promise<Wacz> {
  const entries = new Map((await readZipEntries(source)).map((entry) => [entry.name, entry]));
  const members = toMembers(source, [...entries.values()], options);
  const archives = members.filter(
    ({ path }) => path.startsWith('archive/') && nameKind(path) === 'records',
  );
  if (archives.length === 0) throw zipError(source, 'it has no WARC or ARC file under archive/');
  const stream = (path: string) => {
    const entry = entries.get(path);
    return entry && streamEntry(source, entry, options);
  };
  const textOf = (path: string) => readText(source, entries.get(path));
  const datapackage = async () => {
    const text = await textOf(DATAPACKAGE);
    if (text === undefined) return undefined;
    const { parseDataPackage } = await loadPackageReader();
    return parseDataPackage(source, text);
  };
  return {
    name: source.name,
    archives: () => archives,
    indexes: () => members.filter(({ path }) => path.startsWith('indexes/')),
    async *pages() {
      for (const path of PAGE_LISTS) {
        const chunks = stream(path);
        if (chunks) yield* readPages(chunks, toMemberName(source.name, path));
      }
    },
    datapackage,
    async *verify() {
      const { verifyPackage } = await loadPackageReader();
      yield* verifyPackage({ entries, stream, datapackage, textOf });
    },
    close: () => source.close(),
  };
}

/** The name of a member: path or URL of the WACZ, `#`, path inside. */
export function toMemberName(wacz: string, path: string): string {
  return `${wacz}#${path}`;
}

/** Takes a member's name apart; `undefined` when it is none. */
export function splitMemberName(
  name: string,
): { readonly wacz: string; readonly path: string } | undefined {
  const at = Math.max(name.lastIndexOf('#archive/'), name.lastIndexOf('#indexes/'));
  return at <= 0 ? undefined : { wacz: name.slice(0, at), path: name.slice(at + 1) };
}

const DATAPACKAGE = 'datapackage.json';

/** Its schema library takes 200 ms to load, which reading the archives does not need. */
const loadPackageReader = () => import('./wacz-datapackage.ts');
const PAGE_LISTS = ['pages/pages.jsonl', 'pages/extraPages.jsonl'];
const MAX_TEXT_BYTES = 64 << 20;

function toMembers(
  source: ByteSource,
  entries: readonly ZipEntry[],
  options: EntryOptions,
): WaczMember[] {
  return entries
    .filter((entry) => !entry.name.endsWith('/')) // folders
    .map((entry) => {
      const name = toMemberName(source.name, entry.name);
      const open = () => openEntry(source, entry, { ...options, name });
      return { name, path: entry.name, size: entry.size, open };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function readText(
  source: ByteSource,
  entry: ZipEntry | undefined,
): Promise<string | undefined> {
  if (entry === undefined) return undefined;
  if (entry.size > MAX_TEXT_BYTES) throw zipError(source, `${entry.name} is too large`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamEntry(source, entry)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
