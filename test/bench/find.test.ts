// Scoring a large page for a query of the live web: linear in the page, so that a hub costs no more than its size.
import { expect, it } from 'vitest';
import { scorePage, toFindQuery } from '../../src/find/find.ts';
import type { Timestamp } from '../../src/model/capture.ts';
import { readFindPage } from '../../src/pipeline/find-page.ts';
import { startCpuTime } from '../fixtures/cpu-time.ts';

const IMAGES = 2000;
const OCCURRENCES = 5000;

it('scores 2,000 images by 5,000 occurrences of two keywords in less than 50 ms', () => {
  const blocks = Array.from({ length: IMAGES }, (_, at) => {
    const words =
      at % 2 === 0 ? 'the castle on the hill, a castle' : '<b>the castle</b> and a bridge';
    return `<div class="b"><p>${words}</p><a href="/${at}.html"><img src="/${at}.jpg" alt="View ${at}"></a></div>`;
  });
  const html = `<title>Views</title>${blocks.join('\n')}<p>${'bridge '.repeat(1000)}</p>`;
  const page = readFindPage(Buffer.from(html), {
    url: 'http://castle.example/',
    contentType: 'text/html',
    time: '20200101000000' as Timestamp, // 14 digits
  });
  const query = toFindQuery('castle bridge');
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const spent = startCpuTime();
    const { counts, evidenceOf, nearLink } = scorePage(page, query);
    for (const image of page.images) evidenceOf(image);
    for (const link of page.links) nearLink(link);
    times.push(spent());
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(OCCURRENCES);
  }
  expect(page.images).toHaveLength(IMAGES);
  const [least = Number.NaN] = times.sort((a, b) => a - b);
  process.stdout.write(`${least.toFixed(1)} ms of processor time for each page\n`);
  expect(least).toBeLessThan(50);
});
