// What pages say about the licences of their images, from real markup.
import { expect, it } from 'vitest';
import type { Timestamp } from '../../model/capture.ts';
import { extractPage } from './page.ts';

const BY = 'https://creativecommons.org/licenses/by/4.0/';
const SA = 'http://creativecommons.org/licenses/by-sa/3.0/de/';

function licencesOf(html: string): string[] {
  const time = '20200101000000' as Timestamp; // 14 digits
  const page = extractPage(Buffer.from(html), { url: 'http://a.example/', time });
  return page.references.map(({ licence }) => licence);
}

it('takes the link in the figure of an image for its own, and no other', () => {
  const figure = (image: string, link: string) =>
    `<figure><img src=${image}><figcaption>A hill <small>by Ann, <a href="${link}">free</a></small></figcaption></figure>`;
  expect(licencesOf(`${figure('a.jpg', BY)}${figure('b.jpg', SA)}<p><img src=c.jpg>`)).toEqual([
    `near by ${BY}`,
    `near by-sa ${SA}`,
    '',
  ]);
});

it('takes the link beside an image where no other image stands', () => {
  const one = `<div><p><img src=a.jpg></p><p>Photo: <a href="${BY}">CC BY</a></p></div>`;
  expect(licencesOf(`${one}<div><img src=b.jpg></div>`)).toEqual([`near by ${BY}`, '']);
  const both = `<div><img src=a.jpg><img src=b.jpg><a href="${BY}">CC BY</a></div>`;
  expect(licencesOf(both)).toEqual(['', '']);
});

it('takes rel=license for that of the page where it is the only one', () => {
  const image = '<div><img src=a.jpg><img src=b.jpg></div>';
  const links = (...rest: string[]) => licencesOf(`${rest.join('')}${image}`);
  const link = `<link rel=license href="${BY}">`;
  expect(links(link)).toEqual([`page by ${BY}`, `page by ${BY}`]);
  const anchor = (url: string) =>
    `<footer><p><a rel="nofollow license" href="${url}">l</a></footer>`;
  expect(links(anchor('/terms'))).toEqual(Array(2).fill('page other http://a.example/terms'));
  expect(links(link, anchor(SA))).toEqual(['', '']);
  // A plain link in the text is about anything.
  expect(links(`<p><a href="${BY}">about licences</a>`)).toEqual(['', '']);
});

it('reads the licence of an image in JSON-LD, with who is to be credited', () => {
  const block = (image: object) =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'ImageObject', ...image })}</script>`;
  expect(licencesOf(block({ contentUrl: '/a.jpg', license: BY, creditText: 'Ann' }))).toEqual([
    `jsonld by ${BY} Ann`,
  ]);
  const made = { license: { '@id': '/terms' }, creator: [{ name: 'Bo  B' }] };
  expect(licencesOf(block({ url: '/a.jpg', ...made }))).toEqual([
    'jsonld other http://a.example/terms Bo B',
  ]);
  expect(licencesOf(block({ url: '/a.jpg', creditText: 'Ann' }))).toEqual(['']);
  const article = { '@type': 'Article', image: '/a.jpg' };
  const object = { '@type': 'ImageObject', url: '/a.jpg', license: BY };
  expect(licencesOf(block({ '@type': 'Thing', hasPart: [article, object] }))).toEqual([
    `jsonld by ${BY}`,
  ]);
});
