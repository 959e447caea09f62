// The undamaged archives that fuzzing starts from: small ones made by others, and some of our own.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  arcRecord,
  gzipEach,
  httpResponse,
  someRecords,
  warcRecord,
} from '../fixtures/archives.ts';
import { realDataPath } from '../fixtures/real-data.ts';
import type { Seed } from './archive-fuzz.ts';

/** Larger files take long to read and are damaged in the same ways. */
const MAX_SEED_BYTES = 64 * 1024;

const MAGICS = [
  [0x1f, 0x8b], // gzip
  [0x28, 0xb5, 0x2f, 0xfd], // zstd
  [0x5d, 0x2a, 0x4d, 0x18], // the frame before a zstd file that holds its dictionary
];

/** Seeds by how they are stored: what can be promised under damage depends on it. */
export function loadSeeds(): { readonly compressed: Seed[]; readonly plain: Seed[] } {
  const seeds = [...ownSeeds(), ...realSeeds()];
  return {
    compressed: seeds.filter(({ bytes }) => isCompressed(bytes)),
    plain: seeds.filter(({ bytes }) => !isCompressed(bytes)),
  };
}

function ownSeeds(): Seed[] {
  const records = [
    ...someRecords(3),
    warcRecord({ url: 'http://example.org/empty', block: '' }),
    warcRecord({
      url: 'http://example.org/packed',
      block: httpResponse({
        headers: ['Content-Encoding: gzip', 'Transfer-Encoding: chunked'],
        body: chunked(gzipSync('page '.repeat(200))),
      }),
    }),
    ...someRecords(2),
  ];
  // A body that holds a record. In a plain file it may be taken for one of the archive when what
  // follows is damaged: a length that is wrong is likelier than such a body.
  const nested = warcRecord({ block: httpResponse({ body: warcRecord() }) });
  const arc = ['a', 'b', 'c', 'd'].map((name) =>
    arcRecord(`http://example.org/${name}`, `HTTP/1.0 200 OK\r\n\r\n<p>${name.repeat(300)}</p>`),
  );
  return [
    { name: 'own.warc', bytes: Buffer.concat(records) },
    { name: 'own.warc.gz', bytes: gzipEach([nested, ...records, nested]) },
    { name: 'own.arc', bytes: Buffer.concat(arc) },
    { name: 'own.arc.gz', bytes: gzipEach(arc) },
    ...['warc-plain.zst', 'warc-packed.zst'].map(zstdSeed),
  ];
}

function zstdSeed(name: string): Seed {
  const bytes = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'zstd', name));
  // A skippable frame: 4 bytes of magic, 4 of length, then the dictionary.
  return { name, bytes, dictionaryBytes: 8 + bytes.readUInt32LE(4) };
}

function realSeeds(): Seed[] {
  const folder = realDataPath('archives');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.w?arc(\.wat|\.wet)?(\.gz)?$/.test(name))
    .sort()
    .map((name) => ({ name, path: join(folder, name), size: statSync(join(folder, name)).size }))
    .filter(({ size }) => size > 0 && size <= MAX_SEED_BYTES)
    .map(({ name, path }) => ({ name, bytes: readFileSync(path) }));
}

function chunked(body: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
}

function isCompressed(bytes: Buffer): boolean {
  return MAGICS.some((magic) => magic.every((byte, i) => bytes[i] === byte));
}
