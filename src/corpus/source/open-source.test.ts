// Which source is opened, and what is said when the options tell none; a library as a source.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLibraryFolder, pageRecord } from '../../../test/fixtures/library-archives.ts';
import { invent } from '../../../test/fixtures/served-library.ts';
import type { Timestamp } from '../../archive/archive.ts';
import { parseWhere } from '../where/where.ts';
import type { CaptureSource } from './capture-source.ts';
import { openSource, type SourceOptions } from './open-source.ts';

const refused: [SourceOptions, RegExp][] = [
  [{}, /give archives, index files, a library or a CDX server/],
  [{ archives: [], cdx: [] }, /give archives/],
  [{ cdx: 'a.cdx', library: 'b' }, /captures come from one place: give index files or a library/],
  [{ server: 'http://a.example/cdx', library: 'b' }, /a library or a CDX server/],
  [{ cdx: ['a.cdx'], keepIndex: true }, /no index to keep with index files/],
  [{ archives: ['a.warc'], library: 'b' }, /a library knows its archives/],
  [{ server: 'nowhere' }, /must be an http\(s\) address/],
  [{ server: 'ftp://user:secret@a.example/' }, /CDX server ftp:\/\/a\.example\/ must be/],
];

it.each(refused)('refuses %j', async (options, message) => {
  const opening = openSource(options);
  await expect(opening).rejects.toMatchObject({ code: 'USAGE' });
  await expect(opening).rejects.toThrow(message);
});

it.each([
  [{ archives: ['/nowhere/a.warc'] }, 'INPUT_NOT_FOUND'],
  [{ cdx: '/nowhere/a.cdx' }, 'INPUT_NOT_FOUND'],
  [{ library: '/nowhere' }, 'LIBRARY_NOT_FOUND'],
])('says what is missing in %j', async (options, code) => {
  await expect(openSource(options)).rejects.toMatchObject({ code });
});

async function read(source: CaptureSource, text: string) {
  const found: string[] = [];
  let lines = 0;
  for await (const batch of source.captures(parseWhere(text))) {
    lines += batch.lines;
    for (const { surt, time } of batch.captures) found.push(`${surt} ${time}`);
  }
  return { found, lines };
}

it('reads the captures of a library, and finds originals and archives in it', async () => {
  await using folder = await openLibraryFolder();
  const port = pageRecord('http://bridges.example:8080/', '20040101000000');
  const archive = await folder.archive('a.warc.gz', ...invent(), port);
  await folder.ingest('library', [archive]);
  const source = await openSource({ library: join(folder.path, 'library') });
  const all = await read(source, '');
  expect(all.found).toHaveLength(invent().length + 1);
  expect(all.found).toEqual(all.found.toSorted());
  const bridges = await read(source, 'host=bridges.example mime=image/png');
  expect(bridges.found.every((line) => line.startsWith('example,bridges)/'))).toBe(true);
  expect(bridges.found.length).toBeGreaterThan(1);
  expect(await read(source, 'url=http://bridges.example/')).toMatchObject({
    found: ['example,bridges)/ 20030501120000', 'example,bridges)/ 20110917083000'],
  });
  // A host with other ports is two ranges of keys; nothing comes twice.
  const host = await read(source, 'host=bridges.example');
  expect(host.found).toEqual([...new Set(host.found)]);
  expect(host.found).toContain('example,bridges:8080)/ 20040101000000');
  expect(source.explain(parseWhere('host=bridges.example'))).toMatchObject({ isScan: false });
  for await (const { captures } of source.captures(parseWhere('mime=image/png'))) {
    for (const { surt, time, digest, file, offset } of captures) {
      expect(source.locate(file)).toBe(archive);
      const revisitTime = '20200101000000' as Timestamp;
      const original = await source.findOriginal({ surt, time, digest, revisitTime });
      expect(original).toMatchObject({ file, offset });
    }
  }
  expect(source.locate('/etc/passwd')).toBeUndefined();
  expect(source.inputs).toMatchObject([{ kind: 'library' }, { kind: 'archive' }]);
  await source.close();
});
