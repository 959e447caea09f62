import { describe, expect, it } from 'vitest';
import { FocusedQueue, type OnwardLink } from './focused-queue.ts';

const isSameSite = (url: string, top: string) => new URL(url).host === new URL(top).host;
const link = (url: string, worth = 0): OnwardLink => ({ url, base: [worth], worth });

/** Visits everything, one page at a time; gives the order. */
function crawl(
  queue: FocusedQueue,
  pages: Readonly<Record<string, { readonly on: boolean; readonly links: readonly OnwardLink[] }>>,
): string[] {
  const order: string[] = [];
  for (;;) {
    const next = queue.next(() => true);
    if (next.kind !== 'visit') return order;
    order.push(next.visit.url);
    const { on, links } = pages[next.visit.url] ?? { on: false, links: [] };
    queue.visited(next.visit, on, links);
  }
}

const PAGES = {
  'http://a/1': {
    on: true,
    links: [link('http://a/2', 1), link('http://a/3', 9), link('http://b/9')],
  },
  'http://a/2': { on: false, links: [link('http://a/4')] },
  'http://a/3': { on: true, links: [link('http://a/5'), link('http://a/1'), link('http://b/1')] },
};

describe('FocusedQueue', () => {
  it('follows the links of a site before the next answer, on the same site, through the gate', () => {
    const queue = new FocusedQueue({ isSameSite, order: 'arrival' });
    queue.addFound(['http://a/1', 'http://b/1']);
    expect(crawl(queue, PAGES)).toEqual([
      ...['http://a/1', 'http://a/2', 'http://a/3', 'http://a/5', 'http://b/1'],
    ]);
  });

  it('follows all links without the gate', () => {
    const queue = new FocusedQueue({ isSameSite, order: 'arrival', hasGate: false });
    queue.addFound(['http://a/1']);
    expect(crawl(queue, PAGES)).toContain('http://a/4');
  });

  it('takes the best link first where the order is by worth', () => {
    const queue = new FocusedQueue({ isSameSite, order: 'worth' });
    queue.addFound(['http://a/1']);
    expect(crawl(queue, PAGES).slice(0, 3)).toEqual(['http://a/1', 'http://a/3', 'http://a/2']);
  });

  it('passes over hosts that are not ready, and says when it needs more answers', () => {
    const queue = new FocusedQueue({ isSameSite, order: 'arrival' });
    expect(queue.next(() => true)).toEqual({ kind: 'ask' });
    queue.addFound(['http://a/1', 'http://b/1', 'http://a/1']);
    expect(queue.waiting).toBe(2);
    const next = queue.next((url) => url.startsWith('http://b/'));
    expect(next).toMatchObject({ kind: 'visit', visit: { url: 'http://b/1', rank: 2, base: [] } });
    expect(queue.next(() => false)).toEqual({ kind: 'wait' });
  });

  it('hands the score of a link down, and puts a visit back at the front', () => {
    const queue = new FocusedQueue({ isSameSite, order: 'arrival' });
    queue.addFound(['http://a/1']);
    const first = queue.next(() => true);
    if (first.kind !== 'visit') throw new Error('nothing to visit');
    queue.visited(first.visit, true, [link('http://a/2', 3)]);
    const second = queue.next(() => true);
    expect(second).toMatchObject({
      visit: { url: 'http://a/2', base: [3], via: 'http://a/1', depth: 1 },
    });
    if (second.kind === 'visit') queue.putBack(second.visit);
    expect(queue.next(() => true)).toMatchObject({ visit: { url: 'http://a/2', base: [3] } });
  });
});
