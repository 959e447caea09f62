import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import { CrawlStore } from './crawl-store.ts';
import { type DueLink, Frontier, type FrontierOptions, type NewLink } from './frontier.ts';

const page = (url: string, priority = 0, more: Partial<NewLink> = {}): NewLink => ({
  url,
  kind: 'page',
  priority,
  depth: 0,
  seed: 0,
  ...more,
});

function open(path = ':memory:', options: Partial<FrontierOptions> = {}) {
  const clock = { now: 1_000_000 };
  const store = new CrawlStore(path);
  const frontier = new Frontier(store, { delayMs: 1000, now: () => clock.now, ...options });
  const add = (via: number, links: NewLink[]) => {
    let known = 0;
    store.transaction(() => {
      known = frontier.add(via, links);
    });
    return known;
  };
  /** Takes the next link and finishes it. */
  const visit = (): string => {
    const next = frontier.next();
    if (next.kind !== 'link') return next.kind === 'wait' ? `wait ${next.ms}` : 'empty';
    done(next.link);
    return next.link.url;
  };
  const done = (link: DueLink) => {
    store.transaction(() => frontier.finish(link, { outcome: 'captured', file: 'x', offset: 1 }));
    frontier.release(link.queue);
  };
  return { clock, store, frontier, add, visit, done };
}

it('knows each URL once and tells how many were known', () => {
  const { add, frontier } = open();
  expect(add(0, [page('http://a.test/'), page('http://a.test/'), page('http://a.test/1')])).toBe(1);
  expect(add(1, [page('http://a.test/1'), page('http://b.test/')])).toBe(1);
  expect(frontier.knownCount).toBe(3);
  expect(frontier.hostCount).toBe(2);
});

it('gives the newest of equal links where a strategy asks for it, after a restart as well', () => {
  const path = join(temporaryFolder(), 'crawl.sqlite');
  const first = open(path, { isNewestFirst: true });
  first.add(0, [page('http://a.test/1', 1), page('http://a.test/2', 1), page('http://b.test/', 1)]);
  first.add(0, [page('http://c.test/', 1), page('http://c.test/low', 0)]);
  expect([first.visit(), first.visit()]).toEqual(['http://c.test/', 'http://b.test/']);
  first.store.close();
  const { clock, visit } = open(path, { isNewestFirst: true });
  clock.now += 1000;
  expect([visit(), visit()]).toEqual(['http://a.test/2', 'http://c.test/low']);
});

it('gives the best link of all hosts that may be asked, of equal ones the oldest', () => {
  const { add, visit } = open();
  add(0, [
    page('http://a.test/low', 1),
    page('http://b.test/high', 5),
    page('http://a.test/mid', 3),
  ]);
  add(0, [page('http://c.test/mid', 3)]);
  expect([visit(), visit(), visit(), visit()]).toEqual([
    'http://b.test/high',
    'http://a.test/mid',
    'http://c.test/mid',
    'wait 1000',
  ]);
});

it('asks a host one thing at a time, with a pause between', () => {
  const { add, visit, frontier, clock, done } = open();
  add(0, [page('http://a.test/1'), page('http://a.test/2')]);
  const first = frontier.next();
  if (first.kind !== 'link') throw new Error(first.kind);
  expect(frontier.next()).toEqual({ kind: 'empty' }); // nothing but what is under way
  clock.now += 300;
  done(first.link);
  expect(visit()).toBe('wait 1000');
  clock.now += 999;
  expect(visit()).toBe('wait 1');
  clock.now += 1;
  expect(visit()).toBe('http://a.test/2');
  expect(visit()).toBe('empty');
});

it('pauses a host, and gives one up', () => {
  const { add, visit, frontier, clock } = open();
  add(0, [page('http://a.test/1'), page('http://b.test/1')]);
  const host = frontier.hostOf('http://a.test');
  frontier.pause(host, 5000);
  expect([visit(), visit()]).toEqual(['http://b.test/1', 'wait 5000']);
  clock.now += 5000;
  frontier.giveUp(host);
  expect(visit()).toBe('empty');
});

it('tries again, and counts the tries', () => {
  const { add, frontier, store, clock } = open();
  add(0, [page('http://a.test/1')]);
  for (const tries of [0, 1, 2]) {
    const next = frontier.next();
    if (next.kind !== 'link') throw new Error(next.kind);
    expect(next.link.tries).toBe(tries);
    store.transaction(() => frontier.retry(next.link));
    frontier.release(next.link.queue);
    clock.now += 1000;
  }
});

it('takes images first, and only images when pages are closed', () => {
  const { add, visit, frontier, clock } = open();
  add(0, [page('http://a.test/1', 9), page('http://a.test/x.jpg', 1, { kind: 'image' })]);
  add(0, [page('http://b.test/1', 5)]);
  expect(visit()).toBe('http://a.test/x.jpg');
  frontier.openPages(false);
  clock.now += 1000;
  expect(visit()).toBe('empty');
  frontier.openPages(true);
  expect(visit()).toBe('http://a.test/1');
});

it('asks a strategy for the value of groups, at the moment of choice', () => {
  const values = new Map([
    [1, 1],
    [2, 2],
  ]);
  const { add, visit, clock } = open(':memory:', {
    valueGroup: (_, group, top) => (values.get(group) ?? 0) + top,
  });
  add(0, [
    page('http://a.test/1', 0, { group: 1 }),
    page('http://a.test/2', 0, { group: 2 }),
    page('http://b.test/1', 0.5, { group: 1 }),
    page('http://b.test/11', 0, { group: 1 }),
  ]);
  expect(visit()).toBe('http://a.test/2');
  values.set(1, 7);
  expect(visit()).toBe('http://b.test/1');
  clock.now += 1000;
  values.set(1, -7);
  expect([visit(), visit()]).toEqual(['http://a.test/1', 'http://b.test/11']);
});

it('is the same after it was closed at any moment, but for what was in flight', () => {
  const path = join(temporaryFolder(), 'crawl.sqlite');
  const first = open(path);
  first.add(0, [page('http://a.test/1', 3), page('http://a.test/2', 2, { note: '{"x":1}' })]);
  first.add(1, [page('http://b.test/1', 1), page('http://a.test/i.jpg', 0, { kind: 'image' })]);
  expect(first.visit()).toBe('http://a.test/i.jpg');
  const inFlight = first.frontier.next();
  expect(inFlight).toMatchObject({ link: { url: 'http://b.test/1', via: 1 } });
  first.frontier.remember(first.frontier.hostOf('http://b.test'), { hasRanges: true });
  first.store.close();

  const second = open(path);
  expect(second.frontier.knownCount).toBe(4);
  expect(second.frontier.queuedCount).toBe(3);
  expect(second.frontier.hostOf('http://b.test').memory.hasRanges).toBe(true);
  // Hosts may have been asked just before the end.
  expect(second.visit()).toBe('wait 1000');
  second.clock.now += 1000;
  expect([second.visit(), second.visit()]).toEqual(['http://a.test/1', 'http://b.test/1']);
  second.clock.now += 1000;
  const last = second.frontier.next();
  expect(last).toMatchObject({ link: { url: 'http://a.test/2', note: '{"x":1}', number: 2 } });
  expect(second.add(0, [page('http://a.test/1')])).toBe(1);
  second.store.close();
});

it('forgets what it knew of a content whose record was lost', () => {
  const { store, add, frontier } = open();
  add(0, [page('http://a.test/')]);
  const capture = (url: string, id: string) => ({
    ...{ url, id, digest: 'D', time: '20200101000000', etag: '', modified: '' },
  });
  const next = frontier.next();
  if (next.kind !== 'link') throw new Error('nothing is due');
  const first = next.link;
  store.transaction(() => {
    frontier.finish(first, { outcome: 'captured', file: 'x', offset: 100 });
    store.setEarlier(first.key, capture(first.url, 'one'));
    store.setContent('D', capture(first.url, 'one'));
  });
  store.transaction(() => store.forgetVisitsBehind('x', 101));
  expect(store.getContent('D')).toBeDefined();
  store.transaction(() => store.forgetVisitsBehind('x', 100));
  expect([store.getContent('D'), store.getEarlier(first.key)]).toEqual([undefined, undefined]);
});

it('forgets visits whose records were lost', () => {
  const path = join(temporaryFolder(), 'crawl.sqlite');
  const first = open(path);
  first.add(0, [page('http://a.test/1')]);
  first.visit();
  expect(first.store.forgetVisitsBehind('y', 0)).toBe(0);
  expect(first.store.forgetVisitsBehind('x', 2)).toBe(0);
  expect(first.store.forgetVisitsBehind('x', 1)).toBe(1);
  first.store.close();
  const second = open(path);
  expect(second.frontier.queuedCount).toBe(1);
  second.store.close();
});

it('takes little memory and disk for each URL', () => {
  const { frontier, store } = open();
  const links = Array.from({ length: 60 }, (_, n) => n);
  const started = process.cpuUsage();
  const pages = 1000;
  for (let batch = 0; batch < pages; batch += 1) {
    store.transaction(() =>
      frontier.add(
        batch,
        links.map((n) =>
          page(`http://www.h${(batch * 7 + n) % 500}.test/section/gallery/item-${batch}-${n}.html`),
        ),
      ),
    );
  }
  const { user, system } = process.cpuUsage(started);
  expect(frontier.knownCount).toBe(pages * 60);
  // 0.25 ms is the goal on a quiet machine (bench/); this only notices when something goes very wrong.
  expect((user + system) / 1000 / pages).toBeLessThan(5);
});
