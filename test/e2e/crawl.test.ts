// The crawler as users run it: politely into a library, and on after it was killed.
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { examineArchive, openArchive, openFile } from '../../src/archive/archive.ts';
import { type CrawlHost, openCrawlWeb } from '../fixtures/crawl-web.ts';
import { seededRandom } from '../fixtures/image-bytes.ts';
import { frameHeader, jpeg } from '../fixtures/images.ts';
import { type CliFolder, openCliFolder } from './run-cli.ts';

/** Rounds of dying; PINAKES_CRASH_ROUNDS asks for more. */
const ROUNDS = Number(process.env['PINAKES_CRASH_ROUNDS'] ?? 5);
const HOSTS = 6;
const PAGES = 15;

/** A site of some pages that link each other and the next site, each with a picture. */
const site =
  (host: number): CrawlHost =>
  ({ path }) => {
    const number = Number(/\d+/.exec(path)?.[0] ?? 0);
    if (path.endsWith('.jpg')) {
      return {
        type: 'image/jpeg',
        body: jpeg(frameHeader(800, 600 + number), Buffer.from([0xff, 0xfe, 0, 3, host])),
      };
    }
    if (path === '/robots.txt')
      return { type: 'text/plain', body: 'User-agent: *\nDisallow: /private' };
    if (number >= PAGES) return undefined;
    const links = [number + 1, number * 2, number * 3 + 1].map(
      (to) => `<a href="/${to % PAGES}">page ${to}</a>`,
    );
    const next = `<a href="http://h${(host + 1) % HOSTS}.test/0">next</a><a href="/private/${number}">no</a>`;
    return `<title>Host ${host} page ${number}</title>${links.join(' ')} ${next} <img src="/${number}.jpg" alt="harbour ${host} ${number}">`;
  };

const WEB = Object.fromEntries(
  Array.from({ length: HOSTS }, (_, host) => [`h${host}`, site(host)]),
);

const commandFor = (resolve: string, ...more: string[]) => [
  ...['crawl', 'http://h0.test/0', '--library', 'library', '--resolve', resolve, '--delay', '5ms'],
  ...['--strategy', 'breadth', '--no-thumbnails', '--json', '--quiet', ...more],
];

it('crawls into a library that can be searched', async () => {
  const web = await openCrawlWeb(WEB);
  await using folder = await openCliFolder();
  const { stdout, stderr, code } = await folder.run(commandFor(web.resolve, '--max-pages', '1000'));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({
    ...{
      pages: HOSTS * PAGES,
      images: HOSTS * PAGES,
      wanted: HOSTS * PAGES,
      end: 'exhausted',
      waiting: 0,
    },
    seeds: [
      {
        url: 'http://h0.test/0',
        pages: HOSTS * PAGES,
        images: HOSTS * PAGES,
        wanted: HOSTS * PAGES,
      },
    ],
  });
  expect(report.refused.robots).toBe(HOSTS * PAGES);
  expect(report.bytes).toBeGreaterThan(0);
  expect(web.requests.some(({ path }) => path.startsWith('/private'))).toBe(false);
  expect(web.requests.every(({ parallel }) => parallel === 1)).toBe(true);
  expect(web.requests[0]?.headers['user-agent']).toMatch(/^Pinakes/);
  const found = await folder.run(['search', 'harbour', '--library', 'library', '--json']);
  expect(JSON.parse(found.stdout).total.value).toBe(HOSTS * PAGES);
  // All is there: the same command does nothing more.
  const requests = web.requests.length;
  expect((await folder.run(commandFor(web.resolve))).code).toBe(0);
  expect(web.requests.length).toBe(requests);
});

it(
  `goes on after kill -9 at ${ROUNDS} moments, with the same pages in the end`,
  async () => {
    const web = await openCrawlWeb(WEB);
    await using folder = await openCliFolder();
    const started = performance.now();
    expect((await folder.run(commandFor(web.resolve))).code).toBe(0);
    const wholeMs = performance.now() - started;
    const expected = await pagesOf(folder);
    expect(expected.size).toBe(HOSTS * PAGES * 2 + HOSTS); // pages, images, robots.txt
    const random = seededRandom(18);
    let survivors = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await rm(join(folder.path, 'library'), { recursive: true, force: true });
      const before = web.requests.length;
      // The first part of the time is the start of the program.
      const ms = (0.25 + (0.7 * (round + random())) / ROUNDS) * wholeMs;
      const killed = await folder.run(commandFor(web.resolve), { onStart: killAfter(ms) });
      if (killed.code === 0) survivors += 1;
      const { code, stderr } = await folder.run(commandFor(web.resolve));
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(await pagesOf(folder)).toEqual(expected);
      await expectWhole(folder);
      const found = await folder.run(['search', 'harbour', '--library', 'library', '--json']);
      expect(JSON.parse(found.stdout).total.value).toBe(HOSTS * PAGES);
      // Only what was in flight was asked for twice: at most one page of each host, or an image with its look.
      const paths = web.requests
        .slice(before)
        .filter(({ path, headers }) => path !== '/robots.txt' && headers.range === undefined);
      expect(paths.length).toBeLessThanOrEqual(HOSTS * PAGES * 2 + HOSTS);
      expect(web.requests.every(({ parallel }) => parallel === 1)).toBe(true);
    }
    expect(survivors).toBeLessThan(ROUNDS);
  },
  60_000 + ROUNDS * 40_000,
);

it('says what is missing, and what it does not know', async () => {
  await using folder = await openCliFolder();
  const run = async (...args: string[]) => {
    const { code, stderr } = await folder.run(['crawl', ...args, '--library', 'library']);
    return `${code} ${stderr}`;
  };
  expect(await run('http://example.org/')).toMatch(/^2 .*--contact/s);
  expect(await run('http://a.test/', '--resolve', 'nonsense')).toMatch(/^2 .*PATTERN=ADDR:PORT/s);
  expect(
    await run('http://a.test/', '--resolve', '*.test=127.0.0.1:1', '--goal', 'imagse'),
  ).toMatch(/^2 .*images/s);
  expect(
    await run('http://a.test/', '--resolve', '*.test=127.0.0.1:1', '--strategy', './no.mjs'),
  ).toMatch(/^2 .*no\.mjs/s);
  const local = await run(
    'http://127.0.0.1:1/',
    '--contact',
    'me@example.com',
    '--json',
    '--quiet',
  );
  expect(local).toMatch(/^1 /); // refused: nothing was captured
});

it('runs strategies and goals that users write', async () => {
  const web = await openCrawlWeb(WEB);
  await using folder = await openCliFolder();
  await folder.write(
    'strategy.mjs',
    readFileSync(join(import.meta.dirname, '../../examples/crawl-strategy.mjs')),
  );
  await folder.write(
    'goal.mjs',
    readFileSync(join(import.meta.dirname, '../../examples/crawl-goal.mjs')),
  );
  const own = [
    '--strategy',
    './strategy.mjs',
    '--goal',
    './goal.mjs',
    '--max-pages',
    '10',
    '--scope',
    'host',
  ];
  const command = commandFor(web.resolve, ...own).filter(
    (word, at, all) => word !== 'breadth' && all[at + 1] !== 'breadth',
  );
  const { code, stdout, stderr } = await folder.run(command);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { pages, refused } = JSON.parse(stdout);
  expect(pages).toBe(10);
  expect(refused['too-low']).toBeGreaterThan(0);
  // The strategy takes short addresses first, and there are ten of them.
  const visited = web.pathsOf('h0.test').filter((path) => !path.endsWith('.jpg'));
  expect(visited.sort()).toEqual(Array.from({ length: 10 }, (_, number) => `/${number}`));
});

const killAfter = (ms: number) => (child: ChildProcess) => {
  child.stdin?.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  child.on('exit', () => clearTimeout(timer));
};

function archivesOf(folder: CliFolder): string[] {
  const archive = join(folder.path, 'library', 'archive');
  const names = readdirSync(archive).sort();
  expect(names.filter((name) => name.endsWith('.open'))).toEqual([]);
  return names.filter((name) => name.endsWith('.warc.gz')).map((name) => join(archive, name));
}

/** Addresses of all captures. */
async function pagesOf(folder: CliFolder): Promise<Set<string>> {
  const urls = new Set<string>();
  for (const path of archivesOf(folder)) {
    const reader = await openArchive(path);
    for (const record of reader) if (record.type === 'response') urls.add(record.url);
    await reader.close();
  }
  return urls;
}

/** Every archive is whole and its index names just its captures. */
async function expectWhole(folder: CliFolder): Promise<void> {
  for (const path of archivesOf(folder)) {
    expect(await examineArchive(openFile(path))).toMatchObject({ losses: [] });
    const lines = readFileSync(path.replace('.warc.gz', '.cdxj'), 'utf8').trimEnd().split('\n');
    const { stdout } = await folder.run(['cdx', path]);
    expect(lines).toEqual(stdout.trimEnd().split('\n'));
  }
}
