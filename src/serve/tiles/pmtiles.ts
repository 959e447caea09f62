// Reads map tiles out of a PMTiles file, version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { type ByteSource, openFile } from '../../archive/archive.ts';
import { messageOf, PinakesError } from '../../support/errors.ts';

/** Tiles of a file. */
export interface TileFile {
  /** `vector`: Mapbox vector tiles; else images. */
  readonly kind: 'vector' | 'raster';
  readonly mime: string;
  /** Coding of the bytes of a tile, as HTTP names it; `''` for none. */
  readonly coding: '' | 'gzip' | 'br';
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Whom the file wants to be named, as plain text. */
  readonly credit: string;
  /** Names of the layers of vector tiles. */
  readonly layers: readonly string[];
  /** The bytes of a tile as they are stored; `undefined` where the file has none. */
  read(z: number, x: number, y: number): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

const HEADER_BYTES = 127;
const MIMES = ['', 'application/x-protobuf', 'image/png', 'image/jpeg', 'image/webp', 'image/avif'];
const CODINGS = ['', '', 'gzip', 'br'] as const;
/** A root fits 16 KB, leaves are a few times that; a tile is seldom more than 500 KB. */
const MAX_STORED = 8_000_000;
const MAX_DIRECTORY = 32_000_000;
const MAX_DEPTH = 4;
/** Leaf directories that are kept in memory. */
const MAX_KEPT = 64;

/** Opens a file. Throws `INPUT_UNREADABLE` for one that cannot be read or is none. */
export async function openPmtiles(path: string): Promise<TileFile> {
  const source = openFile(path);
  try {
    return await toTileFile(source);
  } catch (cause) {
    await source.close();
    const detail = `It is no PMTiles file of version 3: ${messageOf(cause)}`;
    throw new PinakesError(
      'INPUT_UNREADABLE',
      { input: path, detail },
      { where: { file: path }, cause },
    );
  }
}

interface Entry {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
  /** Tiles in a row that are the same; 0: it is a further directory. */
  readonly run: number;
}

async function toTileFile(source: ByteSource): Promise<TileFile> {
  const head = await readPart(source, 0, HEADER_BYTES);
  if (head.toString('latin1', 0, 7) !== 'PMTiles' || head[7] !== 3) throw new Error('wrong header');
  const number = (at: number) => Number(head.readBigUInt64LE(at));
  const inner = head[97] ?? 0;
  const coding = CODINGS[head[98] ?? 0];
  const mime = MIMES[head[99] ?? 0] ?? '';
  if (coding === undefined || CODINGS[inner] === undefined) throw new Error('unknown compression');
  if (mime === '') throw new Error('unknown type of tiles');
  const directory = async (offset: number, length: number): Promise<readonly Entry[]> =>
    readDirectory(await expand(await readPart(source, offset, length), inner));
  const root = await directory(number(8), number(16));
  const stored = number(32) === 0 ? undefined : await readPart(source, number(24), number(32));
  const metadata = readMetadata(stored === undefined ? '' : String(await expand(stored, inner)));
  const leaves = new Map<number, Promise<readonly Entry[]>>();
  const leafAt = ({ offset, length }: Entry) => {
    const known = leaves.get(offset);
    if (known !== undefined) return known;
    const [oldest] = leaves.keys();
    if (leaves.size >= MAX_KEPT && oldest !== undefined) leaves.delete(oldest);
    const loading = directory(number(40) + offset, length);
    leaves.set(offset, loading);
    loading.catch(() => leaves.delete(offset));
    return loading;
  };
  return {
    kind: mime === MIMES[1] ? 'vector' : 'raster',
    ...{
      mime,
      coding,
      minZoom: head[100] ?? 0,
      maxZoom: head[101] ?? 0,
      credit: metadata.credit,
      layers: metadata.layers,
    },
    async read(z, x, y) {
      const id = toTileId(z, x, y);
      let entries = root;
      for (let depth = 0; id !== undefined && depth < MAX_DEPTH; depth += 1) {
        const entry = findEntry(entries, id);
        if (entry === undefined) return undefined;
        if (entry.run > 0) {
          if (id >= entry.id + entry.run) return undefined;
          return readPart(source, number(56) + entry.offset, entry.length);
        }
        entries = await leafAt(entry);
      }
      return undefined;
    },
    close: () => source.close(),
  };
}

/** Number of a tile: zooms one after the other, each along a Hilbert curve; `undefined` where there is no such tile. */
export function toTileId(z: number, x: number, y: number): number | undefined {
  const side = 2 ** z;
  // Beyond 26 numbers are no longer exact.
  if (!Number.isInteger(z) || z < 0 || z > 26 || !(x >= 0 && x < side && y >= 0 && y < side)) {
    return undefined;
  }
  let id = (4 ** z - 1) / 3;
  let [left, top] = [x, y];
  for (let half = side / 2; half >= 1; half /= 2) {
    const right = left >= half ? 1 : 0;
    const below = top >= half ? 1 : 0;
    id += half * half * ((3 * right) ^ below);
    if (right === 1) left -= half;
    if (below === 1) top -= half;
    if (below === 0) {
      if (right === 1) [left, top] = [half - 1 - left, half - 1 - top];
      [left, top] = [top, left];
    }
  }
  return id;
}

function findEntry(entries: readonly Entry[], id: number): Entry | undefined {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.id ?? 0) <= id) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1];
}

function readDirectory(bytes: Uint8Array): Entry[] {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at];
      if (byte === undefined || factor > 2 ** 49) throw new Error('a directory is cut off');
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const count = next();
  // Four numbers of at least a byte each.
  if (count > bytes.length / 4) throw new Error('a directory is cut off');
  const column = () => Array.from({ length: count }, next);
  const [steps, runs, lengths, offsets] = [column(), column(), column(), column()];
  let id = 0;
  let end = 0;
  return steps.map((step, index) => {
    id += step;
    const stored = offsets[index] ?? 0;
    const offset = stored === 0 ? end : stored - 1;
    const length = lengths[index] ?? 0;
    end = offset + length;
    return { id, offset, length, run: runs[index] ?? 0 };
  });
}

async function readPart(source: ByteSource, offset: number, length: number): Promise<Buffer> {
  if (length > MAX_STORED || offset + length > source.size) throw new Error('a part is not there');
  const bytes = Buffer.alloc(length);
  if ((await source.read(bytes, offset)) < length) throw new Error('a part is not there');
  return bytes;
}

const inflate = promisify(gunzip);
const unbrotli = promisify(brotliDecompress);

async function expand(bytes: Buffer, compression: number): Promise<Buffer> {
  const limit = { maxOutputLength: MAX_DIRECTORY };
  if (compression === 2) return inflate(bytes, limit);
  return compression === 3 ? unbrotli(bytes, limit) : bytes;
}

interface Metadata {
  readonly credit: string;
  readonly layers: readonly string[];
}

/** Attribution is HTML by custom: its text alone is shown. */
function readMetadata(text: string): Metadata {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  const member = (of: unknown, name: string): unknown =>
    typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
  const said = member(value, 'attribution');
  const credit = typeof said === 'string' ? said.slice(0, 2000).replace(/<[^>]*>/g, ' ') : '';
  const layers = member(value, 'vector_layers');
  return {
    credit: credit
      .replace(/&copy;/g, '©')
      .replace(/&amp;/g, '&')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 300),
    layers: Array.isArray(layers)
      ? layers.slice(0, 100).map((layer: unknown) => String(member(layer, 'id')))
      : [],
  };
}
