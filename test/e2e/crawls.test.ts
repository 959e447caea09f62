// Saved crawls as users run them: added, started by a scheduler, stopped, shown by a server.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type CrawlHost, openCrawlWeb } from '../fixtures/crawl-web.ts';
import { frameHeader, jpeg } from '../fixtures/images.ts';
import { type CliFolder, openCliFolder } from './run-cli.ts';

const PAGES = 12;
const SITE: CrawlHost = ({ path }) => {
  const number = Number(/\d+/.exec(path)?.[0] ?? 0);
  if (path === '/robots.txt') return undefined;
  if (path.endsWith('.jpg'))
    return { type: 'image/jpeg', body: jpeg(frameHeader(800, 600 + number)) };
  return number < PAGES
    ? `<title>${number}</title><a href="/${number + 1}">next</a><img src="/${number}.jpg">`
    : undefined;
};

async function listOf(folder: CliFolder) {
  const { stdout } = await folder.run(['crawls', 'list', '--library', 'library', '--json']);
  return JSON.parse(stdout).crawls;
}

it('runs in tasks that go on where the last one ended, started by a scheduler', async () => {
  const web = await openCrawlWeb({ a: SITE });
  await using folder = await openCliFolder();
  const inLibrary = ['--library', 'library'];
  const flags = ['--resolve', web.resolve, '--delay', '1ms', '--no-thumbnails'];
  const add = (...more: string[]) =>
    folder.run(['crawls', 'add', 'night', 'http://a.test/0', ...inLibrary, ...flags, ...more]);
  expect((await add('--schedule', 'often')).stderr).toContain('is no schedule');
  expect((await add('--schedule', '0 3 * * *', '--task-pages', '5')).code).toBe(0);
  expect(await listOf(folder)).toMatchObject([{ name: 'night', state: 'waiting' }]);
  // One task by hand, then one by the scheduler.
  const first = await folder.run(['crawls', 'run', 'night', ...inLibrary, '--json', '--quiet']);
  expect(JSON.parse(first.stdout)).toMatchObject({ pages: 5, end: 'task-pages' });
  expect((await folder.run(['crawls', 'start', 'night', ...inLibrary])).code).toBe(0);
  const scheduler = await folder.run(['crawls', 'run', ...inLibrary], {
    onStart: async (child) => {
      child.stdin?.end();
      for (let look = 0; look < 200; look += 1) {
        const [{ last }] = await listOf(folder);
        if (last?.started !== undefined && last.end === 'task-pages' && last.pages === 5) {
          const { stdout } = await folder.run(['stats', ...inLibrary, '--json']);
          if (JSON.parse(stdout).pages >= 10) break;
        }
        await sleep(100);
      }
      child.kill('SIGTERM');
    },
  });
  expect(scheduler.code).toBe(0);
  const visited = web.pathsOf('a.test').filter((path) => !path.endsWith('.jpg'));
  expect(visited).toEqual(Array.from({ length: 10 }, (_, number) => `/${number}`));
  expect((await folder.run(['crawls', 'remove', 'night', ...inLibrary])).code).toBe(0);
  const gone = await folder.run(['crawls', 'start', 'night', ...inLibrary]);
  expect([gone.code, gone.stderr.includes('no saved crawl')]).toEqual([2, true]);
}, 90_000);

it('compares strategies on the same web', async () => {
  const web = await openCrawlWeb({ a: SITE });
  await using folder = await openCliFolder();
  const { code, stdout, stderr } = await folder.run([
    ...[
      'crawl',
      'compare',
      'http://a.test/0',
      '--resolve',
      web.resolve,
      '--delay',
      '1ms',
      '--json',
    ],
    ...['--strategy', 'breadth,best', '--max-pages', '4', '--quiet'],
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ goal: 'images', maxPages: 4 },
    strategies: [
      { strategy: 'breadth', pages: 4, images: 4, wanted: 4 },
      {
        ...{ strategy: 'best', pages: 4, images: 4, wanted: 4 },
        seeds: [{ url: 'http://a.test/0', pages: 4, images: 4, wanted: 4 }],
      },
    ],
  });
}, 60_000);
