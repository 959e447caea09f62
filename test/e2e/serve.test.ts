// `pinakes serve` as a user runs it: a process, threads, sockets.
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { imageBytes, imageId, imageRecord, pageRecord } from '../fixtures/library-archives.ts';
import { type CliFolder, type CliResult, openCliFolder } from './run-cli.ts';

/** A server that runs until it is stopped. */
interface Running {
  readonly url: string;
  stop(signal?: NodeJS.Signals): Promise<CliResult>;
}

async function start(folder: CliFolder, ...flags: readonly string[]): Promise<Running> {
  return startCommand(folder, ['serve', '--library', 'lib', ...flags]);
}

async function startCommand(folder: CliFolder, command: readonly string[]): Promise<Running> {
  let child: ChildProcess | undefined;
  let tell: (url: string) => void = () => {};
  const address = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const ended = folder.run([...command, '--port', '0', '--json'], {
    onStart: (process) => {
      child = process;
      process.stdout?.once('data', (data: Buffer) => tell(JSON.parse(data.toString()).url));
    },
  });
  const early = ended.then(({ stderr }) => Promise.reject(new Error(stderr)));
  early.catch(() => {}); // a server that ends when it is told to is no error
  const url = await Promise.race([address, early]);
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child?.kill(signal);
    return ended;
  };
  return { url, stop };
}

const page = (name: string, time: string) => [
  pageRecord(`http://${name}.example/`, time, {
    title: `About ${name}`,
    images: [{ src: '/a.png', alt: `a picture of ${name}` }],
  }),
  imageRecord(`http://${name}.example/a.png`, time, name),
];

const toJson = async (url: string) => (await fetch(url)).json();

it('serves a library while it grows, from several threads, and stops when told to', async () => {
  await using folder = await openCliFolder();
  await folder.write('one.warc', Buffer.concat(page('bridge', '20030501')));
  await folder.run(['ingest', 'one.warc', '--library', 'lib']);
  const server = await start(folder, '--query-workers', '2', '--access-log', 'access.log');
  const { url } = server;

  const found = await toJson(`${url}api/v1/images?q=bridge`);
  expect(found).toMatchObject({ total: { value: 1 }, items: [{ id: imageId('bridge') }] });
  const [{ content, archivedPage }] = (found as { items: Record<string, string>[] }).items as [
    Record<string, string>,
  ];
  const bytes = await fetch(new URL(content ?? '', url));
  expect(Buffer.from(await bytes.arrayBuffer()).equals(imageBytes('bridge'))).toBe(true);
  const archived = await fetch(new URL(archivedPage ?? '', url));
  expect([archived.status, (await archived.text()).includes('About bridge')]).toEqual([200, true]);

  const queries = [...Array(60).keys()].map((at) => toJson(`${url}api/v1/images?q=bridge+${at}`));
  expect(
    (await Promise.all(queries)).every((answer) => Object.hasOwn(Object(answer), 'total')),
  ).toBe(true);

  await folder.write('two.warc', Buffer.concat(page('tower', '20050501')));
  const ingested = await folder.run(['ingest', 'two.warc', '--library', 'lib']);
  expect(ingested.code).toBe(0);
  expect(await toJson(`${url}api/v1/images?q=tower`)).toMatchObject({ total: { value: 1 } });
  expect(await toJson(`${url}health/ready`)).toMatchObject({ status: 'ok' });

  const { port } = new URL(url);
  const second = await folder.run(['serve', '--library', 'lib', '--port', port]);
  expect(second.code).toBe(2);
  expect(second.stderr).toContain(`Port ${port} of 127.0.0.1 is taken`);
  expect(second.stderr).not.toContain('Operator token'); // shown once, by the first

  const { stderr, code } = await server.stop();
  expect(code).toBe(0);
  expect(stderr).toContain('Operator token');
  expect(stderr).toContain('Stopping when requests under way are answered.');
  await expect(fetch(url)).rejects.toThrow();
  const log = (await readFile(`${folder.path}/access.log`, 'utf8')).trimEnd().split('\n');
  expect(log.length).toBeGreaterThan(60);
  expect(log.every((line) => JSON.parse(line).status === 200)).toBe(true);
});

it('two servers give the same order, cursors and ETags, and one that is warmed up as well', async () => {
  await using folder = await openCliFolder();
  const names = [...Array(25).keys()].map((at) => `bridge${at}`);
  const records = names.flatMap((name, at) => page(name, `20030${1 + (at % 3)}01`));
  await folder.write('some.warc', Buffer.concat(records));
  await folder.run(['ingest', 'some.warc', '--library', 'lib']);
  const [one, two] = await Promise.all([start(folder), start(folder, '--warm')]);
  const path = 'api/v1/images?q=picture&limit=6';
  const whole = (await toJson(`${one.url}api/v1/images?q=picture&limit=100`)) as Found;
  const ids: string[] = [];
  // As a balancer sends them: each page is asked of the other server, which knows the cursor and what the client has.
  let cursor: string | null = '';
  for (let number = 0; cursor !== null; number++) {
    const [asked, other] = number % 2 === 0 ? [one, two] : [two, one];
    const query = `${path}${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const answer = await fetch(`${asked.url}${query}`);
    const found = (await answer.json()) as Found;
    const known = { 'if-none-match': String(answer.headers.get('etag')) };
    expect((await fetch(`${other.url}${query}`, { headers: known })).status).toBe(304);
    ids.push(...found.items.map(({ id }) => id));
    cursor = found.next;
  }
  expect(ids).toEqual(whole.items.map(({ id }) => id));
  expect(new Set(ids).size).toBe(names.length);
  for (const other of ['facets?q=picture', 'timeline?q=picture', 'suggest?q=pic']) {
    const [mine, theirs] = await Promise.all(
      [one, two].map(({ url }) => withoutTime(`${url}api/v1/${other}`)),
    );
    expect(mine).toEqual(theirs);
  }
  const [cold, warm] = await Promise.all([one.stop(), two.stop()]);
  expect(warm.stderr).toMatch(/Warm: read [\d.]+ [kM]B, asked \d+ queries\./);
  expect(cold.stderr).not.toContain('Warm');
});

interface Found {
  readonly items: readonly { readonly id: string }[];
  readonly next: string | null;
}

async function withoutTime(url: string) {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const { took: _, ...value } = (await answer.json()) as Record<string, unknown>;
  return [answer.headers.get('etag'), value];
}

it('demo makes a library whose images were looked at', async () => {
  await using folder = await openCliFolder();
  await folder.run(['demo', '--library', 'lib', '--no-serve']);
  const { stdout } = await folder.run([
    ...['search', 'similar:http://www.openshelf.example/photos/cat.jpg kind:photo'],
    ...['--library', 'lib', '--json'],
  ]);
  // Cropped, smaller and recompressed on another site.
  const { items } = JSON.parse(stdout);
  expect(items.map(({ url }: { url: string }) => url)).toContain(
    'http://cadernolento.example/fotos/cat.jpg',
  );
  expect(items[0].thumbnails.length).toBeGreaterThan(0);
  const near = ['search', 'near:"Lisbon" 50km', '--library', 'lib', '--json'];
  const { items: inLisbon, warnings } = JSON.parse((await folder.run(near)).stdout);
  expect(warnings).toEqual([]);
  expect(inLisbon[0].place).toMatchObject({ country: 'PT' });
}, 120_000);

it.each(['serve', 'demo'])(
  '%s ends with 130 on Ctrl-C, after saying what happened',
  async (name) => {
    await using folder = await openCliFolder();
    await folder.write('one.warc', Buffer.concat(page('bridge', '20030501')));
    await folder.run(['ingest', 'one.warc', '--library', 'lib']);
    const server = await startCommand(folder, [name, '--library', 'lib']);
    // A request that is under way when the signal comes is answered.
    const answers = [...Array(20).keys()].map((at) => fetch(`${server.url}api/v1/images?q=a${at}`));
    await Promise.race(answers);
    const ended = server.stop('SIGINT');
    const statuses = (await Promise.allSettled(answers)).map(({ status }) => status);
    expect(statuses).toContain('fulfilled');
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toContain('Stopped on request');
    // Newcomers are told where to begin.
    if (name === 'demo') expect(stderr).toContain(`${server.url}map?q=porto`);
    await expect(fetch(server.url)).rejects.toThrow();
  },
);
