import { expect, it } from 'vitest';
import type { Candidate } from '../crawl/crawl.ts';
import { openModel } from '../size/size.ts';
import { createCrawlSizes } from './crawl-sizes.ts';

const candidate = (url: string): Candidate => ({
  ...{ url, tag: 'img', alt: '', title: '', caption: '', anchorText: '', width: 0, height: 0 },
  ...{ descriptor: '', picture: 0, pageUrl: 'http://a.test/', pageTitle: '', pagePlaces: 0 },
});
const icon = (number: number) => candidate(`http://a.test/icons/thumb_${number}_16x16.gif`);
const photo = (number: number) => candidate(`http://a.test/photos/${number}_1600.jpg`);

it('looks at all images of a host until it knows some, then skips small ones and fetches large ones', async () => {
  const sizes = createCrawlSizes({ model: await openModel(), keep: 0.98 });
  const advise = () => sizes.expect([icon(900), photo(901)]).map(({ advice }) => advice);
  expect(advise()).toEqual(['look', 'look']);
  for (let number = 0; number < 40; number += 1) {
    sizes.learn(icon(number), { width: 16, height: 16 });
    sizes.learn(photo(number), { width: 1600, height: 1200 });
  }
  expect(advise()).toEqual(['skip', 'fetch']);
  const [small, large] = sizes.expect([icon(902), photo(903)]);
  expect(large?.chance).toBeGreaterThan(small?.chance ?? 1);
  // What was learnt goes on elsewhere; what is known of hosts is counted anew.
  const restored = createCrawlSizes({ model: await openModel(), keep: 0.98 });
  restored.restore(JSON.parse(JSON.stringify(sizes.save())));
  expect(restored.expect([photo(904)])[0]?.chance).toBeGreaterThan(0.9);
});

it('skips nothing that looks like a large image the host has shown', async () => {
  const sizes = createCrawlSizes({ model: await openModel(), keep: 0.98 });
  for (let number = 0; number < 60; number += 1)
    sizes.learn(icon(number), { width: 16, height: 16 });
  expect(sizes.expect([icon(99)])[0]?.advice).toBe('skip');
  sizes.learn(icon(100), { width: 900, height: 700 });
  expect(sizes.expect([icon(99)])[0]?.advice).toBe('look');
});

it('skips nothing where all are to be kept', async () => {
  const sizes = createCrawlSizes({ model: await openModel(), keep: 1 });
  for (let number = 0; number < 60; number += 1)
    sizes.learn(icon(number), { width: 16, height: 16 });
  expect(sizes.expect([icon(99)])[0]?.advice).toBe('look');
});
