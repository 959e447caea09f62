// From what a user types to opened archives: folders, patterns, links, URLs, members of a WACZ.
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildZip } from '../../../test/fixtures/zip-builder.ts';
import { expandInputs } from './inputs.ts';
import { openArchives, openInput } from './inputs-open.ts';
import type { ByteSource } from './source.ts';

const WARC = 'WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n';
const WACZ = buildZip([
  { name: 'archive/one.warc', content: WARC },
  { name: 'archive/two.warc', content: `${WARC}${WARC}`, method: 8 },
  { name: 'indexes/index.cdx', content: 'lines' },
]);

let root: string;
let server: Server;
let web: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pinakes-inputs-'));
  const files = [
    'crawl/b.warc.gz',
    'crawl/a.warc',
    'crawl/notes.txt',
    'crawl/.hidden.warc',
    'crawl/deep/er/c.arc.gz',
    'crawl/deep/d.warc.zst',
    'crawl/new.warc.gz.open',
    'other/e.wacz',
    'odd/[x]*.warc',
    'odd/f#archive/g.warc',
    'open/only.warc.open',
  ];
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), file.endsWith('.wacz') ? WACZ : WARC);
  }
  await symlink('..', join(root, 'crawl/deep/loop'));
  await symlink('../other/e.wacz', join(root, 'crawl/link.wacz'));
  await symlink('nowhere', join(root, 'crawl/gone.warc'));
  await symlink('self.warc', join(root, 'crawl/self.warc'));
  await mkdir(join(root, 'empty'));
  server = createServer((request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const last = Math.min(Number(to), WACZ.length - 1);
    const headers = { 'content-range': `bytes ${from}-${last}/${WACZ.length}` };
    response.writeHead(206, headers).end(WACZ.subarray(Number(from), last + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  web = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(root, { recursive: true });
});

async function expand(...patterns: string[]): Promise<string[]> {
  const { inputs } = await expandInputs(patterns.map((pattern) => join(root, pattern)));
  return inputs.map(({ name }) => name.slice(root.length + 1));
}

async function textOf(source: ByteSource): Promise<string> {
  const bytes = Buffer.alloc(source.size);
  await source.read(bytes, 0);
  await source.close();
  return bytes.toString();
}

const CRAWL = [
  'crawl/a.warc',
  'crawl/b.warc.gz',
  'crawl/deep/d.warc.zst',
  'crawl/deep/er/c.arc.gz',
  'crawl/link.wacz',
];

describe('expandInputs', () => {
  it('takes the archives of a folder at any depth, sorted, and survives link loops', async () => {
    expect(await expand('crawl')).toEqual(CRAWL);
    expect(await expand('crawl/')).toEqual(CRAWL);
  });

  it('tells what it leaves out', async () => {
    const { skipped } = await expandInputs([join(root, 'crawl')]);
    expect(skipped).toEqual([
      { name: join(root, 'crawl/gone.warc'), reason: 'neither a file nor a link to one' },
      { name: join(root, 'crawl/new.warc.gz.open'), reason: 'its crawler is still writing it' },
      { name: join(root, 'crawl/self.warc'), reason: expect.stringContaining('ELOOP') },
    ]);
  });

  it('follows patterns', async () => {
    expect(await expand('crawl/*.warc{,.gz}')).toEqual(['crawl/a.warc', 'crawl/b.warc.gz']);
    expect(await expand('crawl/**/[cd].*')).toEqual(CRAWL.slice(2, 4));
    expect(await expand('*/e.wacz')).toEqual(['other/e.wacz']);
    expect(await expand('cr?wl')).toEqual(CRAWL);
    expect(await expand('{crawl/a,missing}.warc')).toEqual(['crawl/a.warc']);
  });

  it('takes a path that exists as it is, whatever its name', async () => {
    expect(await expand('crawl/notes.txt')).toEqual(['crawl/notes.txt']);
    expect(await expand('crawl/new.warc.gz.open')).toEqual(['crawl/new.warc.gz.open']);
    expect(await expand('odd/[x]*.warc')).toEqual(['odd/[x]*.warc']);
    expect(await expand('odd/f#archive/g.warc')).toEqual(['odd/f#archive/g.warc']);
  });

  it('names every file once', async () => {
    expect(await expand('crawl/a.warc', 'crawl', 'crawl/deep/loop/a.warc')).toEqual(CRAWL);
    expect(await expand('other', 'crawl/link.wacz')).toEqual(['other/e.wacz']);
  });

  it('takes remote addresses and members as they are, without showing passwords', async () => {
    const member = `${join(root, 'other/e.wacz')}#archive/one.warc`;
    const address = 'https://ann:hidden@example.org/a.wacz#archive/b.warc';
    const { inputs } = await expandInputs([address, 's3://web/a.warc', member]);
    expect(inputs).toEqual([
      { kind: 'file', name: member, location: member },
      { kind: 'http', name: 'https://example.org/a.wacz#archive/b.warc', location: address },
      { kind: 's3', name: 's3://web/a.warc', location: 's3://web/a.warc' },
    ]);
  });

  it('names what stands for nothing', async () => {
    for (const pattern of ['missing.warc', 'empty', 'crawl/*.txt', 'no/such/*.warc', '{x,y}']) {
      await expect(expand('crawl', pattern)).rejects.toMatchObject({
        code: 'INPUT_NOT_FOUND',
        message: expect.stringContaining(pattern),
      });
    }
    await expect(expand('open')).rejects.toThrow('still writing');
  });

  it('tells of a folder it may not enter', async () => {
    await mkdir(join(root, 'locked/in'), { recursive: true });
    await writeFile(join(root, 'locked/a.warc'), WARC);
    await chmod(root, 0o755);
    await chmod(join(root, 'locked/in'), 0);
    const { inputs, skipped } = await asNobody(() => expandInputs([join(root, 'locked')]));
    expect([inputs.length, skipped.length]).toEqual([1, 1]);
  });
});

describe('expandInputs in a bucket', () => {
  const listing = async (pattern: string) => {
    const keys = ['c/a.warc', 'c/d/b.warc.gz', 'c/.x.warc', 'c/n.txt', 'c/new.arc.open'];
    const seen: string[] = [];
    const bucket = createServer((request, response) => {
      const prefix = new URL(request.url ?? '', 'http://h').searchParams.get('prefix') ?? '';
      seen.push(prefix);
      const found = keys.filter((key) => key.startsWith(prefix));
      const contents = found.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
      response.end(`<ListBucketResult>${contents}</ListBucketResult>`);
    });
    await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
    const AWS_ENDPOINT_URL = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
    try {
      const expanded = await expandInputs([pattern], {
        anonymous: true,
        env: { AWS_ENDPOINT_URL },
      });
      return { seen, names: expanded.inputs.map(({ name }) => name), skipped: expanded.skipped };
    } finally {
      bucket.closeAllConnections();
      bucket.close();
    }
  };

  it('lists a prefix or the fixed start of a pattern', async () => {
    const all = ['s3://web/c/a.warc', 's3://web/c/d/b.warc.gz'];
    expect(await listing('s3://web/c/')).toMatchObject({ seen: ['c/'], names: all });
    expect((await listing('s3://web')).skipped).toMatchObject([
      { name: 's3://web/c/new.arc.open' },
    ]);
    expect(await listing('s3://web/c/*.warc')).toMatchObject({ seen: ['c/'], names: [all[0]] });
    expect(await listing('s3://web/c/{d,e}/*')).toMatchObject({ seen: ['c/'], names: [all[1]] });
    await expect(listing('s3://web/none/')).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
  });
});

describe('openInput', () => {
  it('opens files and members under the names it gave them, also over the web', async () => {
    expect(await textOf(await openInput(join(root, 'crawl/a.warc')))).toBe(WARC);
    expect(await textOf(await openInput(join(root, 'odd/f#archive/g.warc')))).toBe(WARC);
    for (const wacz of [join(root, 'other/e.wacz'), `http://${web}/e.wacz`]) {
      const name = `${wacz}#archive/two.warc`;
      const source = await openInput(name);
      expect(source.name).toBe(name);
      expect(await textOf(source)).toBe(`${WARC}${WARC}`);
    }
    const index = await openInput(`http://ann:hidden@${web}/e.wacz#indexes/index.cdx`);
    expect(index.name).toBe(`http://${web}/e.wacz#indexes/index.cdx`);
    await index.close();
  });

  it('says when a member or its WACZ is not there', async () => {
    const wacz = join(root, 'other/e.wacz');
    await expect(openInput(`${wacz}#archive/none.warc`)).rejects.toMatchObject({
      code: 'INPUT_NOT_FOUND',
    });
    await expect(openInput(`${root}/none.wacz#archive/a.warc`)).rejects.toMatchObject({
      code: 'INPUT_UNREADABLE',
    });
    await expect(openInput(`${root}/crawl/a.warc#archive/a.warc`)).rejects.toMatchObject({
      code: 'WACZ_INVALID',
    });
  });
});

describe('openArchives', () => {
  it('gives a plain archive itself and a WACZ its members', async () => {
    const plain = await openArchives(join(root, 'crawl/a.warc'));
    expect(plain.format).toBe('warc');
    expect(await textOf(await plain.archives[0]!.open())).toBe(WARC);
    expect(await textOf(await plain.archives[0]!.open())).toBe(WARC);
    await plain.close();

    const wacz = await openArchives(`http://${web}/e.wacz`);
    expect(wacz.archives.map(({ name }) => name)).toEqual([
      `http://${web}/e.wacz#archive/one.warc`,
      `http://${web}/e.wacz#archive/two.warc`,
    ]);
    expect(await textOf(await wacz.archives[1]!.open())).toBe(`${WARC}${WARC}`);
    expect(wacz.wacz?.indexes()).toHaveLength(1);
    await wacz.close();
  });
});

/** Runs work without the rights of root, for whom no folder is locked. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.('nobody');
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
