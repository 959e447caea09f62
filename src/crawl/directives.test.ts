// What pages and servers ask of crawlers about images, kept to or not.
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type CrawlHost, openCrawlWeb } from '../../test/fixtures/crawl-web.ts';
import { frameHeader, jpeg } from '../../test/fixtures/images.ts';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';
import { CRAWL_READERS } from '../pipeline/crawl-readers.ts';
import { breadth, crawl, images, openHttpFetcher, parseResolveRule } from './crawl.ts';

const site: CrawlHost = ({ path }) => {
  const photo = { type: 'image/jpeg', body: jpeg(frameHeader(800, 600)) };
  switch (path) {
    case '/':
      return '<meta name="robots" content="noimageindex"><a href="/2">2</a><img src="/a.jpg"><img src="/b.jpg">';
    case '/2':
      return '<title>2</title><img src="/own.jpg">';
    case '/own.jpg':
      return { ...photo, headers: { 'x-robots-tag': 'noimageindex' } };
    case '/a.jpg':
    case '/b.jpg':
      return { ...photo, body: Buffer.concat([photo.body, Buffer.from(path)]) };
    default:
      return undefined;
  }
};

it.each([
  { directives: true, asked: ['/own.jpg'], kept: 0, refused: 3 },
  { directives: false, asked: ['/a.jpg', '/b.jpg', '/own.jpg'], kept: 3, refused: undefined },
])('noimageindex, directives $directives: asks for $asked', async ({ directives, ...expected }) => {
  const web = await openCrawlWeb({ a: site });
  const folder = temporaryFolder();
  const fetcher = openHttpFetcher({
    userAgent: 'pinakes-test/1',
    resolve: [parseResolveRule(web.resolve)],
  });
  onTestFinished(() => fetcher.close());
  const { counts } = await crawl({
    ...{ seeds: ['http://a.test/'], statePath: join(folder, 'crawl.sqlite'), fetcher, directives },
    ...{ archiveFolder: join(folder, 'archive'), strategy: breadth, goal: images, delayMs: 0 },
    readers: CRAWL_READERS,
  });
  const asked = new Set(web.pathsOf('a.test').filter((path) => path.endsWith('.jpg')));
  expect({
    asked: [...asked].sort(),
    kept: counts.images,
    refused: counts.refused['noimageindex'],
  }).toEqual(expected);
  expect(counts.pages).toBe(2);
});
