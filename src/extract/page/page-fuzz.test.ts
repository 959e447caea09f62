// Damaged and senseless pages: whatever comes, extraction ends, and what it says holds together.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Timestamp } from '../../model/capture.ts';
import { REFERENCE_TAGS } from '../../model/observation.ts';
import { extractPage, type PageExtraction } from './page.ts';

const context = { url: 'http://example.com/dir/page.html', time: '20080430204825' as Timestamp };

const PAGE = `<!doctype html><html lang=en><head><title>A page</title><base href="/b/">
<meta property=og:image content=og.jpg><meta name=geo.position content="1;2">
<style>@import "x.css"; p{background:url('a.png')}</style>
<script type="application/ld+json">{"image":["j.jpg"],"geo":{"latitude":1,"longitude":2}}</script></head>
<body background=b.gif><!-- a comment --><p>Some text &amp; more<img src=1.jpg alt="An alt" srcset="2.jpg 1x, 3.jpg 2x">
<table><tr><td>cell<td><img data-src=4.jpg></table><ul><li>one<li><a href=5.jpg>five</a></ul>
<figure><picture><source srcset=6.webp><img src=6.jpg></picture><figcaption>six</figcaption></figure>
<svg><title/><image xlink:href=7.png /></svg><noscript><img src=8.jpg></noscript><video poster=9.jpg>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></body></html>`;

const PIECES = PAGE.split(/(?=<)|(?<=>)|(?<=["'=])/);

/** A page with pieces lost, doubled, moved and cut. */
const mutated = fc
  .array(
    fc.record({
      kind: fc.constantFrom('drop', 'double', 'move', 'cut', 'noise'),
      at: fc.nat(PIECES.length - 1),
      to: fc.nat(PIECES.length - 1),
      noise: fc.string({ unit: fc.constantFrom(...'<>/="\'&;!-[] \n\0aé日😀'), maxLength: 12 }),
    }),
    { maxLength: 25 },
  )
  .map((changes) => {
    const pieces = [...PIECES];
    for (const { kind, at, to, noise } of changes) {
      const piece = pieces[at] ?? '';
      if (kind === 'drop') pieces.splice(at, 1);
      else if (kind === 'double')
        pieces.splice(to, 0, ...pieces.slice(Math.min(at, to), Math.min(at, to) + 20));
      else if (kind === 'move') pieces.splice(to, 0, ...pieces.splice(at, 1));
      else if (kind === 'cut') pieces[at] = piece.slice(0, piece.length >> 1);
      else pieces.splice(at, 0, noise);
    }
    return Buffer.from(pieces.join(''));
  });

describe('extraction', () => {
  it('survives pages whose structure is damaged', () => {
    fc.assert(fc.property(mutated, check), { numRuns: 150, seed: 20_080_430 });
  });

  it('survives bytes that are no page', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), check), { numRuns: 500, seed: 1 });
  });

  it('survives pages that end anywhere', () => {
    const bytes = Buffer.from(PAGE);
    for (let end = 0; end <= bytes.length; end += 3) check(bytes.subarray(0, end));
  });
});

function check(bytes: Uint8Array): void {
  const start = process.cpuUsage();
  const extraction = extractPage(bytes, context);
  const { user, system } = process.cpuUsage(start);
  expect(user + system).toBeLessThan(1e6);
  extraction.references.forEach((reference, index) => {
    expect(reference.position).toBe(index);
    expect(REFERENCE_TAGS).toContain(reference.tag);
    expect(reference.url).toMatch(/^(?:https?:\/\/|data:image\/[\w.+-]+;sha256,[0-9a-f]{64}$)/);
    expect(reference.caption.length).toBeLessThanOrEqual(251);
    expect(reference.caption === '').toBe(reference.captionSource === '');
    expect(reference.siblings).toBeGreaterThanOrEqual(0);
  });
  expect(partsOf(extractPage(bytes, context))).toEqual(partsOf(extraction));
}

/** All that is found in a page, worked out. */
function partsOf(found: PageExtraction) {
  const { page, references, dataImages, styleSheets, outlinks, jsonLd, geo } = found;
  return { page, references, dataImages, styleSheets, outlinks, jsonLd, geo };
}
