// Kept references must not keep the pages they came from.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Timestamp } from '../../model/capture.ts';
import { extractPage } from './page.ts';

// Below the size from which strings are kept outside the heap.
const SIZE = 900_000;

it('keeps what was found, and not the page', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const keep = () => {
    const html = `<html lang=en><title>A title that is long enough</title><a href="http://example.org/a/link.html">A text that is long enough</a><p><img src="http://example.org/an/image.jpg" alt="An alt that is long enough" title="And a title as well">A caption that is long enough${' '.repeat(SIZE)}`;
    const { page, references, outlinks } = extractPage(Buffer.from(html), {
      url: 'http://example.com/',
      time: '20080430204825' as Timestamp,
    });
    return [page, references, outlinks];
  };
  const kept = [keep()];
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < 10; round += 1) kept.push(keep());
  collectGarbage();
  expect(kept).toHaveLength(11);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(SIZE);
});
