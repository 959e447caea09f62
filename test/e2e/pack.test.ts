// `pinakes pack`, then an index, then reading: by ourselves, by warcio.js and by warcio for Python.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openArchive, RecordAccess } from 'pinakes/archive';
import { expect, it } from 'vitest';
import { WARCParser } from 'warcio';
import { type CliFolder, openCliFolder } from './run-cli.ts';

/** The files of a small site, and what each is captured as. */
const SITE = [
  ['index.html', '', '<title>Home</title><img src="pictures/a%20b.gif">', 'text/html'],
  ['about/index.html', 'about/', '<title>About</title>', 'text/html'],
  ['style.css', 'style.css', 'body { color: red }', 'text/css'],
  ['pictures/a b.gif', 'pictures/a%20b.gif', 'GIF89a', 'image/gif'],
  ['pictures/é.png', 'pictures/%C3%A9.png', '\x89PNG\r\n\x1a\n', 'image/png'],
  ['empty.txt', 'empty.txt', '', 'text/plain'],
] as const;

const BASE = 'http://www.example.com/~me/';

async function writeSite(folder: CliFolder): Promise<void> {
  for (const [path, , content] of SITE) {
    await folder.write(join('site', path), Buffer.from(content, 'latin1'));
  }
}

async function pack(folder: CliFolder, out: string, time: string): Promise<Buffer> {
  const flags = ['--base-url', BASE, '--time', time, '--out', out];
  const { code } = await folder.run(['pack', 'site', ...flags]);
  expect(code).toBe(0);
  return readFile(join(folder.path, out));
}

it('gives an archive from which every file comes back through its index', async () => {
  await using folder = await openCliFolder();
  await writeSite(folder);
  await pack(folder, 'site.warc.gz', '20030501');
  const index = await folder.run(['cdx', '--json', 'site.warc.gz']);
  expect(index.code).toBe(0);
  const entries = toLines(index.stdout).map((line) => JSON.parse(line));
  await using reader = await openArchive(join(folder.path, 'site.warc.gz'));
  const access = await RecordAccess.open(reader.source);
  const found = entries.map(({ url, time, mime, status, offset, length }) => {
    const body = access.readAt({ offset, length }).readBody().bytes.toString('latin1');
    return { url, time, mime, status, body };
  });
  const expected = SITE.map(([, url, body, mime]) => ({
    url: `${BASE}${url}`,
    time: '20030501000000',
    mime,
    status: 200,
    body,
  }));
  expect(new Set(found)).toEqual(new Set(expected));
});

it('writes the index that `cdx` makes of the archive', async () => {
  await using folder = await openCliFolder();
  await writeSite(folder);
  await pack(folder, 'site.warc.gz', '20030501');
  const beside = await readFile(join(folder.path, 'site.cdxj'), 'utf8');
  expect(beside).toBe((await folder.run(['cdx', 'site.warc.gz'])).stdout);
});

it('gives the same bytes for the same time, and captures to go with them for another', async () => {
  await using folder = await openCliFolder();
  await writeSite(folder);
  const first = await pack(folder, 'first.warc.gz', '20030501');
  const again = await pack(folder, 'again/first.warc.gz', '20030501');
  expect(again).toEqual(first);
  await folder.write('site/index.html', '<title>New home</title>');
  await pack(folder, 'second.warc.gz', '20040501');
  const { stdout } = await folder.run(['cdx', '--json', 'first.warc.gz', 'second.warc.gz']);
  const captures = toLines(stdout).map((line) => JSON.parse(line));
  expect(captures).toHaveLength(2 * SITE.length);
  const home = captures.filter(({ url }) => url === BASE);
  expect(home.map(({ time }) => time)).toEqual(['20030501000000', '20040501000000']);
  expect(home[0].digest).not.toBe(home[1].digest);
  const style = captures.filter(({ url }) => url === `${BASE}style.css`);
  expect(style[0].digest).toBe(style[1].digest);
});

it.each(['site.warc', 'site.warc.gz'])('gives warcio.js what was packed: %s', async (out) => {
  await using folder = await openCliFolder();
  await writeSite(folder);
  const bytes = await pack(folder, out, '20030501');
  const bodies = new Map<string, string>();
  for await (const record of WARCParser.iterRecords([bytes])) {
    const body = await record.readFully(true);
    if (record.warcType === 'response') {
      bodies.set(record.warcTargetURI ?? '', Buffer.from(body).toString('latin1'));
    }
  }
  expect(bodies).toEqual(new Map(SITE.map(([, url, body]) => [`${BASE}${url}`, body])));
});

/** warcio for Python checks digests too; nobody needs it to build or test Pinakes. */
const hasPython = spawnSync('python3', ['-c', 'import warcio']).status === 0;
const title = hasPython ? '' : ' (skipped: python3 with the package warcio is not here)';

it.skipIf(!hasPython)(`satisfies the check of warcio for Python${title}`, async () => {
  await using folder = await openCliFolder();
  await writeSite(folder);
  await pack(folder, 'plain.warc', '20030501');
  await pack(folder, 'packed.warc.gz', '20040501');
  const check = spawnSync(
    'python3',
    ['-m', 'warcio.cli', 'check', '--verbose', 'plain.warc', 'packed.warc.gz'],
    { cwd: folder.path, encoding: 'utf8' },
  );
  expect(check).toMatchObject({ status: 0, stderr: '' });
  const verdicts = check.stdout.match(/digest \w+/g) ?? [];
  expect(verdicts.length).toBeGreaterThanOrEqual(2 * SITE.length);
  expect(new Set(verdicts)).toEqual(new Set(['digest pass']));
});

function toLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
