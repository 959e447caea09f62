// Tests of packing: which files of a folder are captured, under which URLs, and what is reported.
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WARCParser } from 'warcio';
import { parseTimestamp } from '../../model/timestamp.ts';
import { type PackOptions, packFolder, urlOfFile } from './pack.ts';

const TIME = parseTimestamp('2003')!;

async function makeFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

async function pack(folder: string, options: Partial<PackOptions> = {}) {
  const out = join(await makeFolder(), 'site.warc.gz');
  const report = await packFolder(folder, {
    baseUrl: 'http://site.example/',
    time: TIME,
    out,
    ...options,
  });
  return { report, bytes: await readFile(report.out) };
}

async function readUrls(bytes: Uint8Array): Promise<string[]> {
  const urls: string[] = [];
  for await (const record of WARCParser.iterRecords([bytes])) {
    if (record.warcType === 'response') urls.push(record.warcTargetURI ?? '');
  }
  return urls;
}

describe('packFolder', () => {
  it('captures each file once, the index page as its folder', async () => {
    const folder = await makeFolder({
      'index.html': 'home',
      'b.jpg': 'picture',
      'a/index.htm': 'a',
      'a/other.html': 'other',
      'both/index.htm': 'old',
      'both/Index.HTML': 'new',
      '.well-known/security.txt': 'us',
    });
    const { bytes, report } = await pack(folder);
    expect(await readUrls(bytes)).toEqual([
      'http://site.example/.well-known/security.txt',
      'http://site.example/a/',
      'http://site.example/a/other.html',
      'http://site.example/b.jpg',
      'http://site.example/both/',
      'http://site.example/both/index.htm',
      'http://site.example/',
    ]);
    expect(report).toMatchObject({ files: 7, bytes: 25, skipped: [] });
    expect((await readFile(report.index, 'utf8')).split('\n')).toHaveLength(8);
  });

  it('keeps the names of index pages when asked to', async () => {
    const folder = await makeFolder({ 'a/index.html': 'a' });
    const { bytes } = await pack(folder, {
      keepIndexNames: true,
      baseUrl: 'https://home.example/~me',
    });
    expect(await readUrls(bytes)).toEqual(['https://home.example/~me/a/index.html']);
  });

  it('answers as a server would have', async () => {
    const html = '<meta charset=utf-8>caf\u00e9';
    const { bytes } = await pack(await makeFolder({ 'index.html': html }));
    const parser = new WARCParser([bytes]);
    await parser.parse();
    const found = (await parser.parse())!;
    const record = {
      status: found.httpHeaders?.statusline,
      headers: Object.fromEntries(found.httpHeaders?.headers ?? []),
      date: found.warcDate,
      body: await found.contentText(),
    };
    expect(record).toEqual({
      status: 'HTTP/1.1 200 OK',
      headers: {
        date: 'Wed, 01 Jan 2003 00:00:00 GMT',
        'last-modified': 'Wed, 01 Jan 2003 00:00:00 GMT',
        'content-type': 'text/html; charset=utf-8',
        'content-length': '25',
      },
      date: '2003-01-01T00:00:00Z',
      body: html,
    });
  });

  it('gives the same bytes for the same folder, and others for another time', async () => {
    const folder = await makeFolder({ 'index.html': 'home', 'x/y.css': 'a{}' });
    const once = (await pack(folder)).bytes;
    expect((await pack(folder)).bytes).toEqual(once);
    const later = (await pack(folder, { time: parseTimestamp('2004')! })).bytes;
    expect(later).not.toEqual(once);
    expect(await readUrls(later)).toEqual(await readUrls(once));
  });

  it('reads large files in parts', async () => {
    const folder = await makeFolder({ 'large.bin': 'x'.repeat(5_000_000) });
    const { report, bytes } = await pack(folder);
    expect(report).toMatchObject({ files: 1, bytes: 5_000_000 });
    expect(await readUrls(bytes)).toEqual(['http://site.example/large.bin']);
  });

  it('leaves out and reports what does not belong to the site', async () => {
    const other = await makeFolder({ 'secret.txt': 'secret', 'sub/x.txt': 'x' });
    const folder = await makeFolder({ '.git/config': 'x', '.env': 'x', 'a/b/page.html': 'page' });
    await symlink(join(other, 'secret.txt'), join(folder, 'leak.txt'));
    await symlink(other, join(folder, 'leak'));
    await symlink(join(folder, 'a'), join(folder, 'a/b/up'));
    await symlink('a/b/page.html', join(folder, 'same.html'));
    await symlink('a', join(folder, 'alias'));
    await symlink('nowhere', join(folder, 'broken'));
    await writeFile(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.of(0xe9)]), 'x');
    const { report, bytes } = await pack(folder);
    expect(report.skipped).toEqual([
      { path: '.env', reason: 'hidden' },
      { path: '.git', reason: 'hidden' },
      { path: 'a/b/up', reason: 'loop' },
      { path: 'alias/b/up', reason: 'loop' },
      { path: 'broken', reason: 'unreadable' },
      { path: 'caf\ufffd', reason: 'bad-name' },
      { path: 'leak', reason: 'outside' },
      { path: 'leak.txt', reason: 'outside' },
    ]);
    expect(await readUrls(bytes)).toEqual([
      'http://site.example/a/b/page.html',
      'http://site.example/alias/b/page.html',
      'http://site.example/same.html',
    ]);
  });

  it('goes on after a file that can no longer be read', async () => {
    const folder = await makeFolder({ 'a.html': 'a', 'b.html': 'b', 'c.html': 'c' });
    const { report } = await pack(folder, {
      onFile: () => rmSync(join(folder, 'b.html'), { force: true }),
    });
    expect(report.skipped).toEqual([{ path: 'b.html', reason: 'unreadable' }]);
    expect(report.files).toBe(2);
  });

  it('does not pack its own output', async () => {
    const folder = await makeFolder({ 'a.html': 'a' });
    const out = join(folder, 'site.warc.gz');
    await pack(folder, { out });
    const again = await pack(folder, { out, force: true });
    expect(again.report.files).toBe(1);
    expect(again.report.skipped).toEqual([
      { path: 'site.cdxj', reason: 'output' },
      { path: 'site.warc.gz', reason: 'output' },
      { path: 'site.warc.gz.open', reason: 'output' },
    ]);
    expect(await readdir(folder)).toEqual(['a.html', 'site.cdxj', 'site.warc.gz']);
  });

  it('refuses to overwrite, a base URL that is none, and a folder that is not there', async () => {
    const folder = await makeFolder({ 'a.html': 'a' });
    const out = join(folder, 'a.html');
    await expect(pack(folder, { out })).rejects.toMatchObject({ code: 'OUTPUT_EXISTS' });
    for (const baseUrl of [
      'site.example',
      'ftp://a/',
      'http://a/?q',
      'http://a/#f',
      'http://u:p@a/',
    ]) {
      await expect(pack(folder, { baseUrl })).rejects.toMatchObject({ code: 'USAGE' });
    }
    for (const missing of [join(folder, 'none'), join(folder, 'a.html')]) {
      await expect(pack(missing)).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
    }
  });

  it('stops when told to and leaves nothing behind', async () => {
    const folder = await makeFolder({ 'a.html': 'a' });
    const out = join(await makeFolder(), 'a.warc.gz');
    const signal = AbortSignal.abort();
    await expect(pack(folder, { out, signal })).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect(await readdir(dirname(out))).toEqual([]);
  });
});

describe('urlOfFile', () => {
  const url = (...segments: string[]) =>
    urlOfFile({ segments, isIndex: false }, 'http://a.example/');

  it.each([
    ['a b.html', 'a%20b.html'],
    ['50%.html', '50%25.html'],
    ['what?.html', 'what%3F.html'],
    ['c#.html', 'c%23.html'],
    ['caf\u00e9.jpg', 'caf%C3%A9.jpg'],
    ["it's (1), $2;v=3@4:5&6+7!*~_.gif", "it's%20(1),%20$2;v=3@4:5&6+7!*~_.gif"],
    ['a\\b"<>`{}|^[]', 'a%5Cb%22%3C%3E%60%7B%7D%7C%5E%5B%5D'],
  ])('encodes %j as %s', (name, encoded) => {
    expect(url(name)).toBe(`http://a.example/${encoded}`);
  });

  it('gives a URL that stays as it is, from which the names can be had back', () => {
    const name = fc
      .string({ minLength: 1, unit: 'binary' })
      .filter((text) => !text.includes('/') && !text.includes('\0') && !/^\.{1,2}$/.test(text));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (segments) => {
        const made = url(...segments);
        expect(new URL(made).href).toBe(made);
        const path = new URL(made).pathname.slice(1);
        expect(path.split('/').map(decodeURIComponent)).toEqual(segments);
      }),
    );
  });
});
