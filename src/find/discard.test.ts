import { describe, expect, it } from 'vitest';
import { discardByMarkup, discardBySize, meetsConditions } from './discard.ts';
import { toFindQuery } from './find-query.ts';
import type { PageImage } from './page.ts';

const IMAGE: PageImage = {
  ...{ url: 'http://a.test/i.jpg', node: 1, tag: 'img', alt: '', title: '', caption: '' },
  ...{
    captionSource: '',
    anchorText: '',
    width: 0,
    height: 0,
    descriptor: '',
    linkUrl: '',
    picture: 0,
  },
};
const options = {
  withExternal: false,
  isSameSite: (a: string, b: string) => new URL(a).host === new URL(b).host,
};

describe('discardByMarkup', () => {
  it.each<[string, Partial<PageImage>, string | undefined]>([
    ['a plain image', {}, undefined],
    ['a thumbnail of a larger image', { linkUrl: 'http://a.test/large.jpg' }, 'thumbnail'],
    ['a thumbnail of an image elsewhere', { linkUrl: 'http://b.test/large.jpg' }, 'thumbnail'],
    ['an image that links to itself', { linkUrl: 'http://a.test/i.jpg' }, undefined],
    ['an image that links to a page', { linkUrl: 'http://a.test/page' }, undefined],
    ['an image of another site', { url: 'http://cdn.test/i.jpg' }, 'external'],
    ['a spacer', { width: 1, height: 400 }, 'small'],
    ['an image that is shown small', { width: 60, height: 60 }, undefined],
  ])('%s', (_, part, reason) => {
    expect(discardByMarkup({ ...IMAGE, ...part }, 'http://a.test/', options)).toBe(reason);
  });

  it('keeps images of other sites where asked to, and asks a predictor', () => {
    const external = { ...IMAGE, url: 'http://cdn.test/i.jpg' };
    const kept = { ...options, withExternal: true };
    expect(discardByMarkup(external, 'http://a.test/', kept)).toBeUndefined();
    const predicted = { ...kept, predictLarge: () => 0.01 };
    expect(discardByMarkup(external, 'http://a.test/', predicted)).toBe('predicted');
  });
});

it.each([
  [70, 70, undefined],
  [69, 500, 'small'],
  [210, 70, undefined],
  [211, 70, 'aspect'],
  [100, 301, 'aspect'],
  [0, 0, 'small'],
])('an image of %i x %i is discarded: %s', (width, height, reason) => {
  expect(discardBySize(width, height)).toBe(reason);
});

it.each([
  ['x type:jpg', true],
  ['x type:png', false],
  ['x size:lg', false],
  ['x size:md', true],
  ['x size:300x200+', true],
  ['x orientation:portrait', false],
])('a JPEG of 600 x 400 meets %s: %j', (text, isMet) => {
  const { conditions } = toFindQuery(text);
  expect(meetsConditions(conditions, { mime: 'image/jpeg', width: 600, height: 400 })).toBe(isMet);
});

describe('toFindQuery', () => {
  it.each([
    ['the of and', 'only-stop-words'],
    ['', 'no-words'],
    ['site:example.org', 'no-words'],
    ['castle near:Lisbon', 'operator-not-live'],
    ['word '.repeat(400), 'too-many-words'],
  ])('of %s warns: %s', (text, code) => {
    expect(toFindQuery(text).warnings.map((warning) => warning.code)).toContain(code);
  });

  it('leaves stop words out where others are there, and keeps them in quotes', () => {
    expect(toFindQuery('castle of the king').keywords.map(({ text }) => text)).toEqual([
      'castle',
      'king',
    ]);
    expect(toFindQuery('"the who"').keywords).toHaveLength(1);
  });
});
