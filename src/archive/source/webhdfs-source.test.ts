// WebHDFS as a name node and its data nodes speak it: redirects, listings, errors, answers that are cut off.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { gzipEach, someRecords } from '../../../test/fixtures/archives.ts';
import { openArchive } from '../archive.ts';
import { expandInputs } from './inputs.ts';
import { openInput } from './inputs-open.ts';
import { openWebHdfs } from './webhdfs-source.ts';

const ARCHIVE = gzipEach(someRecords(40));

const FILES: Readonly<Record<string, Buffer>> = {
  '/crawl/a b.warc.gz': ARCHIVE,
  '/crawl/2020/b.warc.gz': ARCHIVE,
  '/crawl/2020/b.cdx': Buffer.from(' CDX'),
  '/crawl/2021/c.warc.gz': ARCHIVE,
  '/crawl/2021/.hidden.warc.gz': ARCHIVE,
};

/** Files of a cluster; `cut` bodies end before they should. */
async function startHdfs({ cut = 0, user = '' } = {}) {
  const asked: string[] = [];
  let left = cut;
  const server = createServer((request, response) => answer(request, response));
  const { port } = await new Promise<AddressInfo>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo)),
  );
  onTestFinished(() => void server.close());

  function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    asked.push(url);
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const path = decodeURIComponent(pathname)
      .replace(/^\/(?:webhdfs\/v1|data)/, '')
      .replace(/\/$/, '');
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (user !== '' && searchParams.get('user.name') !== user) {
      json(403, { RemoteException: { message: 'Permission denied: user=nobody' } });
      return;
    }
    const file = FILES[path];
    const below = Object.keys(FILES).filter((name) => name.startsWith(`${path}/`));
    if (file === undefined && below.length === 0) {
      json(404, { RemoteException: { message: `File does not exist: ${path}` } });
      return;
    }
    const statusOf = (name: string, pathSuffix: string) => {
      const bytes = FILES[name];
      return { pathSuffix, type: bytes ? 'FILE' : 'DIRECTORY', length: bytes?.length ?? 0 };
    };
    if (searchParams.get('op') === 'GETFILESTATUS') json(200, { FileStatus: statusOf(path, '') });
    else if (searchParams.get('op') === 'LISTSTATUS') {
      const names = new Set(below.map((name) => name.slice(path.length + 1).split('/')[0] ?? ''));
      const FileStatus = [...names].map((name) => statusOf(`${path}/${name}`, name));
      json(200, { FileStatuses: { FileStatus } });
    } else if (pathname.startsWith('/webhdfs/')) {
      const location = url.replace('/webhdfs/v1', '/data');
      response.writeHead(307, { location: `http://127.0.0.1:${port}${location}` }).end();
    } else {
      const offset = Number(searchParams.get('offset'));
      const bytes = file?.subarray(offset, offset + Number(searchParams.get('length')));
      response.writeHead(200).end(left-- > 0 ? bytes?.subarray(0, 10) : bytes);
    }
  }
  return { address: `webhdfs://127.0.0.1:${port}`, asked };
}

it('reads ranges from the data nodes that the name node tells', async () => {
  const { address, asked } = await startHdfs();
  const reader = await openArchive(`${address}/crawl/a b.warc.gz`);
  let records = 0;
  while ((await reader.nextAsync()) !== undefined) records++;
  await reader.close();
  expect(records).toBe(40);
  const source = await openWebHdfs(`${address}/crawl/a b.warc.gz`, { blockBytes: 64 });
  const into = new Uint8Array(100);
  expect(await source.read(into, 1000)).toBeGreaterThan(0);
  expect(Buffer.from(into.subarray(0, 8))).toEqual(ARCHIVE.subarray(1000, 1008));
  await source.close();
  expect(asked.some((url) => /^\/data\/crawl\/a%20b.*op=OPEN&offset=960&length=64/.test(url))).toBe(
    true,
  );
});

it('lists folders and patterns, and passes over what is hidden', async () => {
  const { address } = await startHdfs();
  const namesOf = async (pattern: string) =>
    (await expandInputs([`${address}${pattern}`])).inputs.map(({ name }) =>
      name.slice(address.length),
    );
  const all = ['/crawl/2020/b.warc.gz', '/crawl/2021/c.warc.gz', '/crawl/a b.warc.gz'];
  expect(await namesOf('/crawl')).toEqual(all);
  expect(await namesOf('/crawl/')).toEqual(all);
  expect(await namesOf('/crawl/20*/*.gz')).toEqual(all.slice(0, 2));
  expect(await namesOf('/crawl/{2020,2022}')).toEqual(all.slice(0, 1));
  expect(await namesOf('/crawl/2021/c.warc.gz')).toEqual(all.slice(1, 2));
  await expect(namesOf('/crawl/*.zip')).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
});

it('asks again for what was cut off, and says what Hadoop says', async () => {
  const { address } = await startHdfs({ cut: 2 });
  const source = await openInput(`${address}/crawl/2020/b.warc.gz`, { backoffMs: 1 });
  const into = new Uint8Array(ARCHIVE.length);
  expect(await source.read(into, 0)).toBe(ARCHIVE.length);
  expect(Buffer.from(into)).toEqual(ARCHIVE);
  await source.close();
  await expect(openInput(`${address}/none`)).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
  await expect(openInput(`${address}/crawl`)).rejects.toThrow('it is a folder');
  const locked = await startHdfs({ user: 'ana' });
  const path = '/crawl/2020/b.warc.gz';
  await expect(openInput(`${locked.address}${path}`)).rejects.toThrow('Permission denied');
  const named = locked.address.replace('//', '//ana@');
  const opened = await openInput(`${named}${path}`);
  expect(opened.name).toBe(`${locked.address}${path}`);
  await opened.close();
});

it.each(['webhdfs://', 'webhdfs://user:secret@host/x', 'webhdfs://host/a/../b'])(
  'refuses the address %s',
  async (address) => {
    await expect(openInput(address)).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
  },
);
