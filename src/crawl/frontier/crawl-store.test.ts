import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import { CrawlStore } from './crawl-store.ts';

const visitsOf = (path: string) => {
  const store = new CrawlStore(path);
  try {
    return [...store.iterateVisited()];
  } finally {
    store.close();
  }
};

const visit = { outcome: 'captured', file: 'x', offset: 1 };

it('commits the changes of several visits together, and forgets those that were not committed', () => {
  const path = join(temporaryFolder(), 'crawl.sqlite');
  const store = new CrawlStore(path);
  let commits = 0;
  store.beforeCommit = () => {
    commits += 1;
  };
  store.change(() => store.setVisit(1, visit));
  store.change(() => store.setVisit(2, visit));
  expect(visitsOf(path)).toEqual([]);
  store.flush();
  expect(visitsOf(path)).toEqual([1, 2]);
  expect([commits, store.batch]).toEqual([1, 1]);
  store.change(() => store.setVisit(3, visit));
  store.close();
  expect(visitsOf(path)).toEqual([1, 2]);
});

it('throws an error again, so that nothing is thought to be kept', () => {
  const store = new CrawlStore(':memory:');
  const fail = () => {
    throw new Error('the disk is full');
  };
  store.change(() => store.setVisit(1, visit));
  store.beforeCommit = fail;
  expect(() => store.flush()).toThrow('the disk is full');
  expect(() => store.change(() => {})).toThrow('the disk is full');
  expect([...store.iterateVisited()]).toEqual([]);
});

it('remembers the links that others were found on', () => {
  const store = new CrawlStore(':memory:');
  const link = { key: 'k'.repeat(12), kind: 'page', url: 'http://a.test/', note: '' } as const;
  const rest = { host: 1, priority: 0, group: 0, depth: 0, hops: 0, seed: 0 };
  store.addLinks(1, 0, [{ ...link, ...rest }]);
  expect([store.getVia(1)?.url, store.getVia(1)?.via]).toEqual(['http://a.test/', 0]);
  expect([store.getVia(0), store.getVia(2)]).toEqual([undefined, undefined]);
});
