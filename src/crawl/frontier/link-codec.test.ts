import { expect, it } from 'vitest';
import { keyOf } from './known-urls.ts';
import { type PackedLink, packLinks, scanLinks, unpackLink } from './link-codec.ts';

const link = (url: string, more: Partial<PackedLink> = {}): PackedLink => ({
  key: keyOf(url),
  kind: 'page',
  host: 70_000,
  priority: 0.5,
  group: 65_535,
  depth: 3,
  hops: 1,
  seed: 2,
  url,
  note: '',
  ...more,
});

it('gives links back as they were', () => {
  const links = [
    link('http://a.test/'),
    link('http://a.test/ü.jpg', { kind: 'image', note: '{"alt":"ö"}', priority: -2 }),
    link('http://b.test/sitemap.xml', { kind: 'listing', group: 0, depth: 0 }),
  ];
  const packed = packLinks(links);
  expect(links.map((_, index) => unpackLink(packed, index))).toEqual(links);
  expect(unpackLink(packed, 3)).toBeUndefined();
  const seen: unknown[] = [];
  scanLinks(packed, (keyAt, { kind, host }) =>
    seen.push([packed.toString('latin1', keyAt, keyAt + 12), kind, host]),
  );
  expect(seen).toEqual(links.map(({ key, kind, host }) => [key, kind, host]));
});

it('takes about 32 bytes besides the URL', () => {
  const url = `http://www.example.org/${'x'.repeat(47)}`;
  expect(packLinks([link(url)]).length - url.length).toBeLessThanOrEqual(34);
});
