// ZipNum indexes: what is written can be searched, blocks that are missing or damaged cost no others.
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFile } from '../source/source.ts';
import { openCdx } from './cdx-file.ts';
import type { CaptureQuery } from './cdx-query.ts';
import { openLineSorter } from './external-sort.ts';
import { writeZipNum } from './zipnum-writer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinakes-zipnum-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const lineOf = (key: number, minute = 0) =>
  `${keyOf(key)} 2008010100${String(minute).padStart(2, '0')}00`;
const keyOf = (key: number) => `org,example)/${String(key).padStart(4, '0')}`;

/** 1,000 keys, of which the one in the middle has 60 captures. */
const lines = [
  ...Array.from({ length: 500 }, (_, key) => lineOf(key)),
  ...Array.from({ length: 60 }, (_, minute) => lineOf(500, minute)),
  ...Array.from({ length: 499 }, (_, key) => lineOf(501 + key)),
];

async function writeIndex(linesPerBlock = 10): Promise<string> {
  const sorter = openLineSorter();
  for (const line of lines.toReversed()) sorter.add(`${line} {"url": "http://example.org/"}`);
  return writeZipNum(sorter.pieces(), { folder, name: 'all', linesPerBlock });
}

async function find(path: string, query: CaptureQuery | 'all') {
  await using index = await openCdx(path);
  expect(index.kind).toBe('zipnum');
  const found: string[] = [];
  const reasons: string[] = [];
  for await (const batch of query === 'all' ? index.batches() : index.findCaptures(query)) {
    found.push(...batch.entries.map(({ surt, time }) => `${surt} ${time}`));
    reasons.push(...batch.rejected.map(({ reason }) => reason));
  }
  return { found, reasons };
}

it('gives back all lines in order', async () => {
  expect(await find(await writeIndex(), 'all')).toEqual({ found: lines, reasons: [] });
});

it.each([1, 3, 10, 5000])('finds captures in blocks of %i lines', async (linesPerBlock) => {
  const path = await writeIndex(linesPerBlock);
  for (const key of [0, 9, 10, 499, 500, 501, 999, 1001].map(keyOf)) {
    const { found } = await find(path, { key });
    expect(found).toEqual(lines.filter((line) => line.startsWith(`${key} `)));
  }
  const { found } = await find(path, { key: 'org,example)/05', matchType: 'prefix' });
  expect(found).toEqual(lines.filter((line) => line.startsWith('org,example)/05')));
});

it('reads only the blocks it needs', async () => {
  const path = await writeIndex();
  truncateSync(join(folder, 'all.cdx.gz'), 1000);
  const { found, reasons } = await find(path, { key: 'org,example)/0001' });
  expect({ count: found.length, reasons }).toEqual({ count: 1, reasons: [] });
});

it('reports blocks that cannot be read and gives the others', async () => {
  const path = await writeIndex();
  const part = join(folder, 'all.cdx.gz');
  const bytes = readFileSync(part);
  bytes.fill(0xff, 40, 60);
  writeFileSync(part, bytes);
  const { found, reasons } = await find(path, 'all');
  expect(reasons).toEqual(['corrupt']);
  expect(found).toEqual(lines.slice(10));
});

it('reports blocks whose file is missing', async () => {
  const path = await writeIndex(500);
  rmSync(join(folder, 'all.cdx.gz'));
  expect(await find(path, 'all')).toEqual({ found: [], reasons: ['block', 'block', 'block'] });
});

it('finds parts beside the summary where there is no .loc file', async () => {
  const path = await writeIndex();
  rmSync(join(folder, 'all.loc'));
  const summary = readFileSync(path, 'utf8').replaceAll('\tall\t', '\tall.cdx.gz\t');
  writeFileSync(path, summary);
  expect((await find(path, 'all')).found).toEqual(lines);
});

it.each(['/etc/all.cdx.gz', '../all.cdx.gz', 'a/../../all.cdx.gz', 'file:///all.cdx.gz'])(
  'opens no part elsewhere without a .loc file: %s',
  async (part) => {
    const path = join(folder, 'a.idx');
    const opened: string[] = [];
    writeFileSync(path, `org,example)/ 2008\t${part}\t0\t10\n`);
    const index = await openCdx(path, {
      open: (name) => {
        opened.push(name);
        return openFile(name);
      },
    });
    for await (const { rejected } of index.batches()) expect(rejected).toHaveLength(1);
    expect(opened).toEqual([path, join(folder, 'a.loc')]);
    await index.close();
  },
);

it('reads the JSON summary of a WACZ', async () => {
  const blocks = [lines.slice(0, 10), lines.slice(10, 20)].map((part) =>
    gzipSync(`${part.join('\n')}\n`),
  );
  writeFileSync(join(folder, 'index.cdx.gz'), Buffer.concat(blocks));
  const path = join(folder, 'index.idx');
  const [first, second] = blocks.map((block) => block.length);
  writeFileSync(
    path,
    `!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}
${lines[0]} {"offset": 0, "length": ${first}}
${lines[10]} {"offset": ${first}, "length": ${second}}
`,
  );
  expect((await find(path, 'all')).found).toEqual(lines.slice(0, 20));
  expect((await find(path, { key: 'org,example)/0012' })).found).toEqual([lines[12]]);
});
