// ARC files as WARC files: read back by our reader and by another program.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WARCParser } from 'warcio';
import { arcRecord, gzipEach, httpResponse, warcRecord } from '../../../test/fixtures/archives.ts';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import { openArchive } from '../../archive/archive.ts';
import { sha1Base32 } from '../../archive/write/digest.ts';
import { openCorpus } from '../corpus.ts';
import { convertArchives } from './convert-archives.ts';

const PAGE = httpResponse({ headers: ['Content-Type: text/html'], body: '<title>old</title>' });
const FILEDESC = '1 0 Example\nURL IP-address Archive-date Content-type Archive-length\n';
const ARC = [
  arcRecord('filedesc://a.arc', FILEDESC),
  arcRecord('http://example.org/', PAGE.toString('latin1')),
  arcRecord('dns:example.org', '20080430204825\nexample.org. 10 IN A 10.0.0.1\n', '20080430204826'),
];

/** What a record of the output says. */
async function readBack(path: string) {
  const reader = await openArchive(path);
  const found = [];
  for await (const { type, url, time, fields, block, header } of reader) {
    const digest = `sha1:${sha1Base32(block)}`;
    expect(fields.get('warc-block-digest')).toBe(digest);
    expect(header.version).toBe('1.1');
    found.push({ type, url, time, arc: fields.get('arc-header'), block: block.toString('latin1') });
  }
  await reader.close();
  return found;
}

it.each(['out.warc', 'out.warc.gz'])('converts whole ARC files into %s', async (name) => {
  const folder = temporaryFolder();
  const archive = join(folder, 'a.arc.gz');
  writeFileSync(archive, gzipEach(ARC));
  const out = join(folder, name);
  const report = await convertArchives([archive], { out });
  expect(report).toMatchObject({ files: 1, records: 3, converted: 3, losses: 0 });
  const [, filedesc, page, dns] = await readBack(out);
  expect(filedesc).toMatchObject({ type: 'metadata', url: 'filedesc://a.arc', block: FILEDESC });
  expect(page).toEqual({
    type: 'response',
    url: 'http://example.org/',
    time: '20080430204825',
    arc: `http://example.org/ 10.0.0.1 20080430204825 text/html ${PAGE.length}`,
    block: PAGE.toString('latin1'),
  });
  expect(dns).toMatchObject({ type: 'resource', url: 'dns:example.org', time: '20080430204826' });
  const others = [];
  for await (const record of WARCParser.iterRecords([readFileSync(out)])) {
    const body = Buffer.from(await record.readFully(true)).toString('latin1');
    others.push([record.warcType, record.warcHeader('WARC-IP-Address'), body]);
  }
  expect(others[2]).toEqual(['response', '10.0.0.1', '<title>old</title>']);
  expect(others).toHaveLength(4);
  const again = join(folder, `again-${name}`);
  await convertArchives([archive], { out: again });
  const bytes = (path: string) => readFileSync(path).subarray(-100);
  expect(bytes(again)).toEqual(bytes(out));
});

it('leaves WARC records as they are, tells of what it cannot read, and goes on', async () => {
  const folder = temporaryFolder();
  const record = warcRecord({ url: 'http://example.org/w', block: PAGE });
  const archive = join(folder, 'w.warc');
  writeFileSync(archive, Buffer.concat([record, Buffer.from('nonsense\n'.repeat(50)), record]));
  const losses: unknown[] = [];
  const out = join(folder, 'o.warc');
  const report = await convertArchives([archive], { out, onLoss: (loss) => losses.push(loss) });
  expect(report).toMatchObject({ records: 2, converted: 0 });
  expect(report.losses).toBe(losses.length);
  expect(losses.length).toBeGreaterThan(0);
  expect(readFileSync(out).includes(record)).toBe(true);
});

it('is what a corpus of ARC files does with its selection', async () => {
  const folder = temporaryFolder();
  const archive = join(folder, 'a.arc');
  writeFileSync(archive, Buffer.concat(ARC));
  await using corpus = await openCorpus(archive, { workers: 0 });
  const out = join(folder, 'pages.warc.gz');
  const report = await corpus.where('mime=text/html status=200').save(out);
  expect([report.written, report.lossCount]).toEqual([1, 0]);
  const [, page] = await readBack(out);
  expect(page).toMatchObject({ type: 'response', url: 'http://example.org/' });
});
