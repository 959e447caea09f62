// `pinakes doctor`: what it says of healthy and of damaged files, to people and to programs.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { gzipEach, httpResponse, someRecords, warcRecord } from '../fixtures/archives.ts';
import { describeWithRealData, realDataPath } from '../fixtures/real-data.ts';
import { buildWacz, indexedArchive } from '../fixtures/wacz-builder.ts';
import { buildZip } from '../fixtures/zip-builder.ts';
import { openCliFolder } from './run-cli.ts';

it('finds all well with a healthy file', async () => {
  await using folder = await openCliFolder();
  const bytes = gzipEach([warcRecord({ type: 'request' }), ...someRecords(3)]);
  await folder.write('a.warc.gz', bytes);
  const { stdout, code } = await folder.run(['doctor', 'a.warc.gz']);
  expect(code).toBe(0);
  expect(stdout).toBe(
    `a.warc.gz: all well\n  4 records in ${bytes.length} B (4 warc 1.0)\n  1 request, 3 response\n`,
  );
});

it('tells programs all of it', async () => {
  await using folder = await openCliFolder();
  const bytes = Buffer.concat(someRecords(2));
  await folder.write('a.warc', bytes);
  const { stdout, code } = await folder.run(['doctor', '--json', 'a.warc']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    file: 'a.warc',
    isHealthy: true,
    bytes: bytes.length,
    records: 2,
    types: { response: 2 },
    formats: { 'warc 1.0': 2 },
    damagedRecords: 0,
    brokenBodies: 0,
    sharedRecords: 0,
    losses: [],
    lossCounts: {},
    skippedBytes: 0,
  });
});

type Three = readonly [Buffer, Buffer, Buffer]; // as many as asked for
const [first, second, third] = someRecords(3) as unknown as Three;
const [gzFirst, gzSecond, gzThird] = [gzipSync(first), gzipSync(second), gzipSync(third)];

/** Damaged files with what is to be found in them: reason, offset, bytes passed over. */
const DAMAGED: readonly (readonly [
  name: string,
  bytes: Buffer,
  losses: readonly (readonly [reason: string, offset: number, skippedBytes: number])[],
  records: number,
])[] = [
  [
    'a corrupt member',
    Buffer.concat([gzFirst, Buffer.from(gzSecond).fill(0xff, 30, 50), gzThird]),
    [['corrupt-member', gzFirst.length, gzSecond.length]],
    2,
  ],
  [
    'garbage between members',
    Buffer.concat([gzFirst, Buffer.from('no member'), gzThird]),
    [['garbage', gzFirst.length, 9]],
    2,
  ],
  [
    'zeros between members',
    Buffer.concat([gzFirst, Buffer.alloc(512), gzThird]),
    [['zeros', gzFirst.length, 512]],
    2,
  ],
  [
    'a plain file that breaks off',
    Buffer.concat([first, second.subarray(0, -50)]),
    [['truncated', first.length, 0]],
    2,
  ],
  [
    'a length that is missing',
    Buffer.concat([warcRecord({ fields: { 'Content-Length': undefined } }), third]),
    [['bad-length', 0, 0]],
    2,
  ],
];

it.each(DAMAGED)('names place and reason of %s', async (_name, bytes, losses, records) => {
  await using folder = await openCliFolder();
  const path = await folder.write('a.warc.gz', bytes);
  const { stdout, code } = await folder.run(['doctor', '--json', path]);
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({
    isHealthy: false,
    records,
    losses: losses.map(([reason, offset, skippedBytes]) => ({
      kind: 'loss',
      file: path,
      offset,
      reason,
      skippedBytes,
    })),
    lossCounts: Object.fromEntries(losses.map(([reason]) => [reason, 1])),
  });
});

it('explains damage to people, file by file', async () => {
  await using folder = await openCliFolder();
  await folder.write('crawl/bad.warc.gz', Buffer.concat([gzFirst, Buffer.alloc(512), gzThird]));
  await folder.write('crawl/good.warc.gz', gzFirst);
  const { stdout, code } = await folder.run(['doctor', 'crawl']);
  expect(code).toBe(3);
  expect(stdout).toMatch(/bad\.warc\.gz: damaged\n/);
  expect(stdout).toContain(`  at offset ${gzFirst.length}: a run of zero bytes between records`);
  expect(stdout).toMatch(/good\.warc\.gz: all well\n/);
});

it('counts losses beyond those it lists', async () => {
  await using folder = await openCliFolder();
  const noise = Buffer.from('noise');
  const path = await folder.write(
    'a.warc.gz',
    Buffer.concat([gzFirst, noise, gzFirst, noise, gzFirst, noise]),
  );
  const args = ['doctor', '--max-losses', '1', path];
  const finding = JSON.parse((await folder.run([...args, '--json'])).stdout);
  expect(finding.losses).toHaveLength(1);
  expect(finding.lossCounts).toEqual({ garbage: 3 });
  expect((await folder.run(args)).stdout).toContain('... and 2 more');
});

it('finds bodies that break off in their codings, and records that share a member', async () => {
  await using folder = await openCliFolder();
  const body = gzipSync('page '.repeat(100));
  const cut = httpResponse({ headers: ['Content-Encoding: gzip'], body: body.subarray(0, 20) });
  await folder.write('body.warc', warcRecord({ block: cut }));
  await folder.write('shared.warc.gz', gzipSync(Buffer.concat([first, second])));
  const broken = await folder.run(['doctor', '--json', 'body.warc']);
  expect(JSON.parse(broken.stdout)).toMatchObject({ brokenBodies: 1, damagedRecords: 0 });
  expect(broken.code).toBe(3);
  const shared = await folder.run(['doctor', '--json', 'shared.warc.gz']);
  expect(JSON.parse(shared.stdout)).toMatchObject({ sharedRecords: 2, isHealthy: true });
});

it('exits with 2 when there is nothing to examine', async () => {
  await using folder = await openCliFolder();
  const { stdout, stderr, code } = await folder.run(['doctor', 'missing.warc']);
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toContain('missing.warc');
});

it('compares the files of a WACZ with its description', async () => {
  await using folder = await openCliFolder();
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const wacz = (described: Buffer) =>
    buildZip([
      { name: 'archive/a.warc.gz', content: gzFirst },
      {
        name: 'datapackage.json',
        content: JSON.stringify({
          resources: [
            {
              path: 'archive/a.warc.gz',
              hash: `sha256:${sha256(described)}`,
              bytes: gzFirst.length,
            },
          ],
        }),
      },
    ]);
  await folder.write('right.wacz', wacz(gzFirst));
  await folder.write('wrong.wacz', wacz(gzSecond));
  expect((await folder.run(['doctor', 'right.wacz'])).code).toBe(0);
  const { stdout, code } = await folder.run(['doctor', '--json', 'wrong.wacz']);
  expect(code).toBe(3);
  const [health, check] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(health).toMatchObject({ file: 'wrong.wacz#archive/a.warc.gz', isHealthy: true });
  expect(check).toEqual({
    file: 'wrong.wacz',
    isHealthy: false,
    path: 'archive/a.warc.gz',
    result: 'wrong-hash',
    detail: `${sha256(gzFirst)} instead of ${sha256(gzSecond)}`,
  });
});

it('compares the index and the pages of a WACZ with its archives', async () => {
  await using folder = await openCliFolder();
  const { bytes, entries } = indexedArchive(3);
  const page = { url: 'http://example.org/1', title: 'Page one' };
  const lost = { url: 'http://example.org/lost', title: 'Lost' };
  await folder.write('right.wacz', buildWacz(bytes, entries, [page]));
  await folder.write('wrong.wacz', buildWacz(bytes, entries.slice(1), [page, lost]));
  const right = await folder.run(['doctor', 'right.wacz']);
  expect(right.stdout).toContain('right.wacz: index and pages agree with the archives\n');
  expect(right.stdout).toContain('Page one (http://example.org/1)\n');
  const wrong = await folder.run(['doctor', 'wrong.wacz']);
  expect(wrong.code).toBe(3);
  expect(wrong.stdout).toContain('wrong.wacz: index and pages differ from the archives\n');
  expect(wrong.stdout).toContain('a capture that the index does not have (http://example.org/0)\n');
  expect(wrong.stdout).toContain('  not captured: http://example.org/lost\n');
  const json = await folder.run(['doctor', '--json', 'wrong.wacz']);
  const found = JSON.parse(json.stdout.trimEnd().split('\n').at(-1) ?? '');
  expect(found).toMatchObject({ file: 'wrong.wacz', isHealthy: false });
  expect(found.index).toMatchObject({ lines: 2, counts: { 'no-line': 1 } });
  expect(found.pages).toMatchObject({ listed: 2, notCaptured: 1 });
});

describeWithRealData('WACZ files made by others', () => {
  it.each([
    ['valid_example_1.wacz', 0],
    ['valid_example_2.wacz', 0],
    ['valid_signed_example_1.wacz', 0],
    // Only its certificate is wrong, and signatures are not checked.
    ['invalid_signed_example_1.wacz', 0],
    // No archive inside.
    ['invalid_example_1.wacz', 3],
  ])('are examined: %s', async (name, expected) => {
    await using folder = await openCliFolder();
    const { stdout, code } = await folder.run(['doctor', realDataPath('archives', 'wacz', name)]);
    expect(code).toBe(expected);
    expect(stdout).toContain(expected === 0 ? 'all well' : 'is not a usable WACZ');
  });
});
