// Tests of `pinakes locate` and `pinakes gazetteer`: texts and tables in, places and exit codes out.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { createHost } from '../../../test/fixtures/fake-host.ts';
import { runCommandLine } from '../run.ts';
import { gazetteer } from './gazetteer.ts';
import { locate } from './locate.ts';

async function run(args: readonly string[], cwd = tmpdir()) {
  const host = createHost(args, { cwd });
  const code = await runCommandLine(host, [locate, gazetteer]);
  return { code, stdout: host.stdout.written, stderr: host.stderr.written };
}

it('prints places as JSON, one document for each text', async () => {
  const { code, stdout } = await run(['locate', '--json', 'Alexandria, La.', 'A cat']);
  const [first, second] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect(first.places[0]).toMatchObject({
    text: 'Alexandria',
    start: 0,
    end: 10,
    name: 'Alexandria',
    region: 'Louisiana',
    why: expect.stringContaining('the name beside it'),
  });
  expect(first.places[0].confidence).toBeGreaterThan(0.9);
  expect(second).toEqual({ places: [] });
});

it('reads the main text of a page of the web, redirects followed', async () => {
  const server = createServer(({ url }, response) => {
    if (url === '/old') response.writeHead(302, { location: '/new' }).end();
    else if (url === '/robots.txt' || url === '/gone') response.writeHead(404).end();
    else if (url === '/photo') response.writeHead(200, { 'content-type': 'image/png' }).end('x');
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' })
        .end(
          Buffer.from('<title>Évora</title><p>A walk through Alexandria, <b>La.</b></p>', 'latin1'),
        );
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // of a TCP server
  const read = (path: string) =>
    run(['locate', '--json', '--allow-private', '--url', `http://127.0.0.1:${port}${path}`]);
  const { code, stdout } = await read('/old');
  const { url, text, places } = JSON.parse(stdout);
  expect([code, url]).toEqual([0, `http://127.0.0.1:${port}/new`]);
  expect(text).toBe('Évora\nA walk through Alexandria, La.');
  expect(places).toMatchObject([{ name: 'Évora' }, { region: 'Louisiana' }, { text: 'La.' }]);
  expect(await read('/gone')).toMatchObject({ code: 2, stderr: expect.stringContaining('404') });
  expect(await read('/photo')).toMatchObject({ code: 2, stderr: expect.stringContaining('image') });
  const strange = await run(['locate', '--url', 'http://example.org/']);
  expect(strange).toMatchObject({ code: 2, stderr: expect.stringContaining('--contact') });
});

it('ends with 1 where no place is named', async () => {
  expect((await run(['locate', 'Nice weather'])).code).toBe(1);
});

it('names the town near a point, and refuses what is no point', async () => {
  expect((await run(['locate', '--near', '41.15,-8.61'])).stdout).toContain('Porto, Portugal');
  expect((await run(['locate', '--near', '0,-30'])).code).toBe(1);
  const refused = await run(['locate', '--near', 'Porto']);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('41.15,-8.61');
});

it('imports a compressed table that locate then uses', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'pinakes-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const table = 'name\tlat\tlon\tkind\tcountry\nXantilho\t38.2\t-7.9\tlocality\tPT\n';
  await writeFile(join(cwd, 'a.tsv.gz'), gzipSync(table));
  const imported = await run(
    ['gazetteer', 'import', 'a.tsv.gz', '--out', 'more.places', '--json'],
    cwd,
  );
  expect(JSON.parse(imported.stdout)).toMatchObject({ places: 1, out: join(cwd, 'more.places') });
  const { stdout } = await run(['locate', '--places', 'more.places', 'Xantilho, Portugal'], cwd);
  expect(stdout).toContain('38.2,-7.9');
});

it('says what is wrong with what is to be imported', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'pinakes-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await writeFile(join(cwd, 'cut.tsv.gz'), gzipSync('name\tlat\tlon\n').subarray(0, 12));
  expect((await run(['gazetteer', 'import', 'cut.tsv.gz'], cwd)).stderr).toContain(
    'cannot be read',
  );
  expect((await run(['gazetteer', 'import', 'none.tsv'], cwd)).stderr).toContain('cannot be read');
  expect((await run(['gazetteer', 'import'], cwd)).stderr).toContain('No file is given');
});
