// Captions of real and of malformed pages against the slow and obvious way to find them.
import { describe, expect, it } from 'vitest';
import { decodePage } from '../../src/extract/page/charset.ts';
import { extractPage } from '../../src/extract/page/page.ts';
import type { Timestamp } from '../../src/model/capture.ts';
import { describeWithRealData } from '../fixtures/real-data.ts';
import { createRandom, type Random } from '../fuzz/random.ts';
import { referenceCaptions } from './captions-reference.ts';
import { realPages } from './real-pages.ts';

const context = { url: 'http://example.com/dir/page.html', time: '20080430204825' as Timestamp };

/** Measured: 99.99 % of 15,187 images on 1,049 pages. */
const MIN_AGREEMENT_REAL = 0.985;

/** Measured: 99.5 to 99.9 %; overlapping formatting and stray content of tables differ. */
const MIN_AGREEMENT_MALFORMED = 0.99;

const NAMES: Record<string, string> = {
  blocks:
    'div p section ul li dl dt dd h1 h2 blockquote span figure figcaption form button article pre x-y',
  'silent and foreign elements':
    'div p noscript template object iframe textarea video svg g title style head body meta',
  formatting: 'div p a b i font span em strong ul li',
  tables: 'table tr td th tbody thead caption colgroup col div p span a form',
};

interface Score {
  images: number;
  equal: number;
}

describeWithRealData('captions of real pages', () => {
  it('agree with the reference', () => {
    const score: Score = { images: 0, equal: 0 };
    for (const { bytes } of realPages()) compare(bytes, score);
    expect(score.images).toBeGreaterThan(10_000);
    expect(score.equal / score.images).toBeGreaterThanOrEqual(MIN_AGREEMENT_REAL);
  });
});

describe('captions of malformed pages', () => {
  it.each(Object.entries(NAMES))('of %s agree with the reference', (_, names) => {
    const random = createRandom(20_080_430);
    const score: Score = { images: 0, equal: 0 };
    for (let round = 0; round < 3000; round += 1) {
      compare(Buffer.from(malformed(names.split(' '), random)), score);
    }
    expect(score.images).toBeGreaterThan(2000);
    expect(score.equal / score.images).toBeGreaterThanOrEqual(MIN_AGREEMENT_MALFORMED);
  });
});

/** Adds the images of a page to the score: those with a `src`, matched by their URL, in order. */
function compare(bytes: Buffer, score: Score): void {
  const { references, page } = extractPage(bytes, context);
  const captions = new Map<string, string[]>();
  for (const { tag, url, paperCaption: caption, descriptor } of references) {
    if ((tag !== 'img' && tag !== 'noscript') || descriptor !== '') continue;
    captions.set(url, [...(captions.get(url) ?? []), caption]);
  }
  const { text } = decodePage(bytes, { contentType: '', topLevelDomain: 'com' });
  for (const { src, caption } of referenceCaptions(text)) {
    const url = absolute(src, page.baseUrl);
    if (url === undefined) continue;
    score.images += 1;
    if (captions.get(url)?.shift() === caption) score.equal += 1;
  }
}

/** The URL of an image elsewhere: not in the page itself, and not the page itself. */
function absolute(src: string, base: string): string | undefined {
  if (/^(?:data:|#|$)/i.test(src) || !URL.canParse(src, base)) return undefined;
  const url = new URL(src, base);
  url.hash = '';
  return /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** A page of random tags, of which some are ended and most are not. */
function malformed(names: readonly string[], random: Random): string {
  const pieces = Array.from({ length: 1 + random.below(14) }, (_, index) => {
    const chance = random.below(20);
    if (chance < 8) return `<${random.pick(names)}>`;
    if (chance < 12) return `</${random.pick(names)}>`;
    if (chance < 15) return random.pick(['x', 'y y', ' ', 'z&nbsp;', '<!--c-->', '<br>', '<hr>']);
    return `<img src=${index}.jpg>`;
  });
  return random.pick(['', '<!doctype html>']) + pieces.join('');
}
