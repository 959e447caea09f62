import { expect, it } from 'vitest';
import type { Timestamp } from '../../model/capture.ts';
import { extractPage } from './page.ts';

const MANY = '<li>x</li>'.repeat(9);

function captions(html: string): [string, string][] {
  const time = '20200101000000' as Timestamp; // 14 digits
  const { references } = extractPage(Buffer.from(html), { url: 'http://a.example/', time });
  return references.map(({ caption, captionSource }) => [caption, captionSource]);
}

function captionOf(html: string): [string, string] | undefined {
  return captions(html)[0];
}

function paperCaptionOf(html: string): string | undefined {
  const time = '20200101000000' as Timestamp; // 14 digits
  const { references } = extractPage(Buffer.from(html), { url: 'http://a.example/', time });
  return references[0]?.paperCaption;
}

it('is what the rule of the paper finds where nothing of the interface is in it', () => {
  const html = `<ul>${MANY}<li><img src=a.jpg>Messi <b>second</b></li></ul>`;
  expect(captionOf(html)).toEqual(['Messi second', 'parent']);
});

it('leaves out buttons, share bars and counters, which the caption of the paper keeps', () => {
  const html = `<ul>${MANY}<li><img src=a.jpg><p>A lighthouse</p><span>Teilen</span> <b>(4)</b><div class=share-bar>Tell all</div></li></ul>`;
  expect(captionOf(html)).toEqual(['A lighthouse', 'parent']);
  expect(paperCaptionOf(html)).toBe('A lighthouse Teilen (4) Tell all');
});

it('keeps a word of the interface that is a part of a sentence', () => {
  const html = `<ul>${MANY}<li><img src=a.jpg><p>Share <b>this</b> bench</p></li></ul>`;
  expect(captionOf(html)).toEqual(['Share this bench', 'parent']);
});

it('is none where only the interface speaks', () => {
  const html = `<p>Words</p><p>Words</p><ul>${MANY}<li><img src=a.jpg><button>Like</button></li></ul>`;
  expect(captionOf(html)).toEqual(['', '']);
});

it('is none for a logo beside a menu, and the text of its own box for a picture in one', () => {
  const text = '<p>Words</p>'.repeat(9);
  const html = `<nav><img src=logo.png><a href=/1>Home</a><a href=/2>News</a><a href=/3><img src=b.png>Boats</a></nav>${text}`;
  expect(captions(html)).toEqual([
    ['', ''],
    ['Boats', 'parent'],
  ]);
});

it.each(['nav', 'footer', 'form'])('is none where a small box is all of a %s', (tag) => {
  const html = `<${tag}><a href=/1>Contact people</a><img src=a.jpg></${tag}>${'<p>Words</p>'.repeat(9)}`;
  expect(paperCaptionOf(html)).toBe('Contact people');
  expect(captionOf(html)).toEqual(['', '']);
});

it('is that of a small box of its own also in a footer', () => {
  const text = '<p>Words</p>'.repeat(9);
  const box = `<footer>${MANY}<div><i>Boats</i><img src=a.jpg><b>A long race</b></div></footer>`;
  expect(captionOf(text + box)).toEqual(['Boats A long race', 'parent']);
});

it('keeps a number that is a part of a line', () => {
  const html = `<ul>${MANY}<li><img src=a.jpg><p>Apollo <b>11</b></p><p>12</p></li></ul>`;
  expect(captionOf(html)?.[0]).toBe('Apollo 11');
});

it('leaves out the links to the next and the previous page', () => {
  const html =
    '<div><p>Swans</p><img src=a.jpg><a rel=prev href=/1>A bicycle race</a><a href=/3>Geese →</a></div><p>x</p><p>y</p>';
  expect(captionOf(html)?.[0]).toBe('Swans');
});

it('is the heading just before the image rather than a whole article', () => {
  const html = `<div><p>Early</p><h2>The <i>old</i> mill</h2><img src=a.jpg><p>${'Long text. '.repeat(60)}</p></div>`;
  expect(captionOf(html)).toEqual(['The old mill', 'near']);
});

it('is the nearest short block of a long text', () => {
  const long = `<p>${'Long text. '.repeat(60)}</p>`;
  expect(captionOf(`<div>${long}<img src=a.jpg><p>The mill in 1912</p>${long}</div>`)?.[0]).toMatch(
    /The mill in 1912$/,
  );
  const item = `<table><tr><td>${long}<p><img src=a.jpg></p><p>The mill in 1912</p>${long}</td></tr></table>`;
  expect(captionOf(item)?.[0]).toContain('The mill in 1912');
});

it('is the sentence next to the image where all blocks are long', () => {
  const left = `<p>${'Early words go on. '.repeat(30)}</p>`;
  const right = `<p>The old wheel turns slowly again. ${'Later words go on. '.repeat(30)}</p>`;
  expect(captionOf(`<div>${left}<img src=a.jpg>${right}</div>`)).toEqual([
    'The old wheel turns slowly again.',
    'near',
  ]);
  expect(
    captionOf(`<div>${left}<p>The last one of all ends here.</p><img src=a.jpg></div>`)?.[0],
  ).toBe('The last one of all ends here.');
});

it('never cuts a character in two', () => {
  const [text = ''] = captionOf(`<div><img src=a.jpg><p>x${'😀'.repeat(300)}</p></div>`) ?? [];
  expect(text).toMatch(/^x😀+$/u);
});

it('takes time linear in the page', () => {
  const html = `<div>${'<p>some words here</p><img src=a.jpg>'.repeat(10_000)}</div>`;
  const before = process.cpuUsage();
  expect(captions(html)).toHaveLength(10_000);
  const { user } = process.cpuUsage(before);
  expect(user / 1e6).toBeLessThan(4);
});

it('keeps a sign that is a part of a word', () => {
  const html = `<ul>${MANY}<li><img src=a.jpg><p>by <s>@</s><b>name</b>, <i>more</i>over</p> <b>|</b> <i>more</i></li></ul>`;
  expect(captionOf(html)).toEqual(['by @name, moreover', 'parent']);
});
