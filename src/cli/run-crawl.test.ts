import { expect, it } from 'vitest';
import { newCounts } from '../crawl/run/counts.ts';
import { describeCrawl } from './run-crawl.ts';

it('tells what each starting address led to, and how many links were known', () => {
  const urls = Array.from({ length: 22 }, (_, at) => `http://h${at}.test/`);
  const counts = newCounts(urls);
  Object.assign(counts.seeds[1]!, { pages: 7, images: 3, wanted: 2 });
  const lines = describeCrawl({
    counts: { ...counts, links: 90, known: 31 },
    end: 'exhausted',
    waiting: 0,
  });
  expect(lines).toContain('  http://h1.test/: 7 pages, 3 images, 2 wanted');
  expect(lines).toContain('90 links on these pages; 31 were known already.');
  expect(lines.filter((line) => line.startsWith('  http'))).toHaveLength(20);
  expect(lines).toContain('  and 2 more');
  const one = describeCrawl({ counts: newCounts(['http://a.test/']), end: 'budget', waiting: 1 });
  expect(one.join('\n')).not.toContain('By starting address');
});
