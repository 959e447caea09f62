// How many different pictures the first answers show, and what a look-up of near duplicates costs: `npx tsx bench/measure-variants.ts LIBRARY|- [LOOKS]`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLibrary } from '../src/index/index.ts';
import { KinTable } from '../src/index/library-kin.ts';
import { KIN_TABLES } from '../src/index/schema.ts';
import type { ImageDocument } from '../src/model/image.ts';
import { parseLook, pictureDistance, printLook } from '../src/model/look.ts';
import { type Duplicates, searchImages } from '../src/search/search.ts';
import { openDatabase } from '../src/sqlite/sqlite.ts';
import { createImageDocument } from '../test/fixtures/memory-index.ts';

/** Pictures of one answer that are looked at. */
const FIRST = 12;
/** Words of each collection that are searched for, the most frequent first. */
const WORDS = 60;
/** Looks that differ in fewer bits are of the same picture: more than grouping itself goes by. */
const SAME_BITS = 40;

const { positionals } = parseArgs({ allowPositionals: true });
const [folder, looks = '0'] = positionals;
if (folder !== undefined && folder !== '-') await measureAnswers(folder);
if (Number(looks) > 0) measureLookUp(Number(looks));

/** Different pictures among the first answers to the most frequent words, by collection. */
async function measureAnswers(path: string): Promise<void> {
  const library = await openLibrary(path);
  const words = (await library.index.wordsFrom('', 2000)).map(({ word }) => word);
  console.log('collection        queries  distinct/shown all  collapsed');
  for (const { value } of await library.index.collections()) {
    const shares: Record<Duplicates, [number, number]> = { all: [0, 0], collapse: [0, 0] };
    let asked = 0;
    for (const word of words) {
      const query = `${word} collection:"${value}"`;
      const probe = await searchImages(library.index, {
        query,
        limit: 1,
        duplicates: 'all',
        match: 'all',
      });
      if (probe.total.value < FIRST) continue;
      for (const duplicates of ['all', 'collapse'] as const) {
        const answer = await searchImages(library.index, {
          query,
          limit: FIRST,
          duplicates,
          match: 'all',
        });
        const shown = (await library.index.documents(answer.items.map(({ id }) => id))).filter(
          (one) => one !== undefined,
        );
        shares[duplicates][0] += countDistinct(shown);
        shares[duplicates][1] += shown.length;
      }
      if (++asked === WORDS) break;
    }
    const share = ([distinct, all]: [number, number]) =>
      `${distinct}/${all} = ${((100 * distinct) / Math.max(1, all)).toFixed(1)} %`;
    console.log(
      value.padEnd(18),
      String(asked).padEnd(8),
      share(shares.all),
      ' ',
      share(shares.collapse),
    );
  }
  library.close();
}

function countDistinct(documents: readonly ImageDocument[]): number {
  const seen: Uint8Array[] = [];
  let distinct = 0;
  for (const { look } of documents) {
    const bits = parseLook(look);
    if (bits === undefined) distinct++;
    else if (!seen.some((other) => pictureDistance(bits, other) < SAME_BITS)) {
      seen.push(bits);
      distinct++;
    }
  }
  return distinct;
}

/** Looks up near duplicates among so many random looks, each of which has a smooth part as photographs do. */
function measureLookUp(count: number): void {
  const path = mkdtempSync(join(tmpdir(), 'pinakes-looks-'));
  const database = openDatabase(join(path, 'looks.sqlite'));
  database.pragma('journal_mode = WAL');
  database.exec(KIN_TABLES);
  const kin = new KinTable(database);
  const random = createRandom(7);
  const all = Array.from({ length: count }, () => toLook(random));
  database.exec('BEGIN');
  for (const [at, look] of all.entries()) {
    const after = createImageDocument({ name: `${at}`, look: printLook(look) });
    kin.change([{ hash: at + 1, after }]);
  }
  database.exec('COMMIT');
  const started = process.cpuUsage();
  const asked = 500;
  let found = 0;
  for (let each = 0; each < asked; each++) {
    found += kin.near(all[Math.floor(random() * count)] ?? new Uint8Array(32)).length;
  }
  const { user, system } = process.cpuUsage(started);
  console.log(
    `${count} looks: ${((user + system) / asked / 1000).toFixed(2)} CPU-ms a look-up, ${found / asked} found`,
  );
  database.close();
  rmSync(path, { recursive: true });
}

/** Rows that start like the row above with a chance of one half for each bit: neighbours are alike. */
function toLook(random: () => number): Uint8Array {
  const look = new Uint8Array(32);
  for (let bit = 0; bit < 256; bit++) {
    const above = bit < 16 ? 0 : ((look[(bit - 16) >>> 3] ?? 0) >>> ((bit - 16) & 7)) & 1;
    const value = random() < 0.5 ? above : random() < 0.5 ? 1 : 0;
    if (value === 1) look[bit >>> 3] = (look[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }
  return look;
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
