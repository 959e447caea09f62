// The background of the map: tiles of a PMTiles file over HTTP, found through directories, and files that are none.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveLibrary } from '../../../test/fixtures/served-library.ts';
import { openPmtiles, toTileId } from './pmtiles.ts';
import { openTiles } from './tile-source.ts';

interface Row {
  readonly id: number;
  readonly run: number;
  readonly length: number;
  readonly offset: number;
}

function directory(rows: readonly Row[]): Buffer {
  const bytes: number[] = [];
  const put = (value: number) => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  put(rows.length);
  for (const [at, { id }] of rows.entries()) put(id - (rows[at - 1]?.id ?? 0));
  for (const { run } of rows) put(run);
  for (const { length } of rows) put(length);
  for (const { offset } of rows) put(offset + 1);
  return gzipSync(Buffer.from(bytes));
}

/** A file of the tiles of zooms 0 and 1, the latter behind a leaf directory; the last two of these are the same. */
function makeFile(): Buffer {
  const tiles = ['world', 'northwest', 'southwest', 'east'].map((text) => gzipSync(text));
  let end = 0;
  const placed = tiles.map(({ length }) => {
    end += length;
    return { offset: end - length, length };
  });
  const leaf = directory([
    { id: 1, run: 1, ...placed[1]! },
    { id: 2, run: 1, ...placed[2]! },
    { id: 3, run: 2, ...placed[3]! },
  ]);
  const root = directory([
    { id: 0, run: 1, ...placed[0]! },
    { id: 1, run: 0, offset: 0, length: leaf.length },
  ]);
  const metadata = gzipSync(
    JSON.stringify({
      attribution: '<a href="https://tiles.example/">&copy; Mappers</a>',
      vector_layers: [{ id: 'earth' }, { id: 'water' }],
    }),
  );
  const head = Buffer.alloc(127);
  head.write('PMTiles', 0, 'latin1');
  head[7] = 3;
  let at = 127;
  for (const [field, length] of [
    [8, root.length],
    [24, metadata.length],
    [40, leaf.length],
    [56, end],
  ] as const) {
    head.writeBigUInt64LE(BigInt(at), field);
    head.writeBigUInt64LE(BigInt(length), field + 8);
    at += length;
  }
  head.set([1, 2, 2, 1, 0, 1], 96); // clustered, gzip twice, vector, zooms
  return Buffer.concat([head, root, metadata, leaf, ...tiles]);
}

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinakes-tiles-'));
  path = join(folder, 'world.pmtiles');
  await writeFile(path, makeFile());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('numbers tiles along the curve of the specification', () => {
  const ids = [
    [0, 0, 0, 0],
    [1, 0, 0, 1],
    [1, 0, 1, 2],
    [1, 1, 1, 3],
    [1, 1, 0, 4],
    [2, 0, 0, 5],
    [12, 3423, 1763, 19_078_479],
  ] as const;
  for (const [z, x, y, id] of ids) expect(toTileId(z, x, y)).toBe(id);
  for (const [z, x, y] of [
    [1, 2, 0],
    [-1, 0, 0],
    [27, 0, 0],
  ] as const)
    expect(toTileId(z, x, y)).toBeUndefined();
});

it('serves the tiles of a file, and says what they are', async () => {
  await using served = await serveLibrary({ tiles: { tiles: path } });
  expect((await served.get('/tiles.json')).json).toEqual({
    ...{ kind: 'vector', url: '/tiles/{z}/{x}/{y}', minZoom: 0, maxZoom: 1 },
    ...{ credit: '© Mappers', layers: ['earth', 'water'] },
  });
  const read = async (tile: string) => {
    const answer = await served.server.app.inject({ url: `/tiles/${tile}` });
    expect(answer.headers['content-encoding']).toBe('gzip');
    return gunzipSync(answer.rawPayload).toString();
  };
  expect(await read('0/0/0')).toBe('world');
  expect(await read('1/0/0')).toBe('northwest');
  expect(await read('1/1/1')).toBe('east');
  expect(await read('1/1/0')).toBe('east');
  for (const tile of ['2/0/0', '1/2/0', '0/0/1']) {
    expect((await served.get(`/tiles/${tile}`)).status).toBe(404);
  }
  expect((await served.get('/tiles/x/0/0')).status).toBe(400);
});

it('lets pages ask a tile server, and no other', async () => {
  const tiles = 'https://tiles.example/{z}/{x}/{y}.png';
  await using served = await serveLibrary({ tiles: { tiles, credit: 'Mappers' } });
  expect((await served.get('/tiles.json')).json).toMatchObject({ kind: 'raster', url: tiles });
  const { headers } = await served.server.app.inject({ url: '/map' });
  expect(headers['content-security-policy']).toMatch(
    /; connect-src 'self' https:\/\/tiles\.example$/,
  );
  await expect(openTiles({ tiles: 'https://tiles.example/' })).rejects.toMatchObject({
    code: 'USAGE',
  });
});

it('refuses what is no file of tiles, cut off anywhere before the tiles', async () => {
  const whole = makeFile();
  for (const length of [0, 100, 127, 140, 200]) {
    const cut = join(folder, `cut-${length}.pmtiles`);
    await writeFile(cut, whole.subarray(0, length));
    await expect(openPmtiles(cut), `${length} bytes`).rejects.toMatchObject({
      code: 'INPUT_UNREADABLE',
    });
  }
});
