import { expect, it } from 'vitest';
import { type Candidate, everything, images } from '../goal/goal.ts';
import type { ImageSizes, SizeAdvice } from '../goal/image-sizes.ts';
import type { ImageMention, PageReading } from '../page-reading.ts';
import { chooseImages } from './image-choice.ts';
import { RefusedImages } from './refused-images.ts';

const mention = (url: string, more: Partial<ImageMention> = {}): ImageMention => ({
  ...{ url, tag: 'img', alt: '', title: '', caption: '', anchorText: '', width: 0, height: 0 },
  ...{ descriptor: '', picture: 0 },
  ...more,
});
const reading = (...list: ImageMention[]): PageReading => ({
  ...{
    title: 'T',
    text: '',
    links: [],
    images: list,
    robots: [],
    feeds: [],
    forwards: [],
    places: 2,
  },
});

const expecting = (advise: (candidate: Candidate) => SizeAdvice, auditShare = 0): ImageSizes => ({
  auditShare,
  expect: (candidates) => candidates.map((each) => ({ chance: 0.9, advice: advise(each) })),
  learn: () => {},
  save: () => null,
  restore: () => {},
});

it('takes the largest useful address of each picture, with the words of the picture', () => {
  const chosen = chooseImages({
    goal: images,
    page: {
      url: 'http://a.test/',
      reading: reading(
        mention('http://a.test/1.jpg', { alt: 'Lisbon' }),
        mention('http://a.test/1-640.jpg', { tag: 'srcset', descriptor: '640w' }),
        mention('http://a.test/1-2000.jpg', { tag: 'srcset', descriptor: '2000w' }),
        mention('http://a.test/1-9000.jpg', { tag: 'srcset', descriptor: '9000w' }),
        mention('http://a.test/2.jpg', { picture: 1 }),
      ),
    },
    random: () => 0.5,
    refused: new RefusedImages(),
    onRefused: () => {},
  });
  expect(chosen.map(({ candidate }) => candidate)).toMatchObject([
    { url: 'http://a.test/1-2000.jpg', alt: 'Lisbon', pageTitle: 'T', pagePlaces: 2 },
    { url: 'http://a.test/2.jpg' },
  ]);
});

it('counts what is refused, by the goal or by its predicted size, once however many pages show it', () => {
  const reasons: string[] = [];
  const page = {
    url: 'http://a.test/',
    reading: reading(
      mention('http://a.test/logo.png'),
      mention('http://a.test/s.jpg', { picture: 1 }),
      mention('http://a.test/l.jpg', { picture: 2 }),
    ),
  };
  const sizes = expecting(({ url }) => (url.includes('/s') ? 'skip' : 'look'));
  const refused = new RefusedImages();
  const choose = () =>
    chooseImages({
      ...{ goal: images, page, sizes, random: () => 0.5, refused },
      onRefused: (reason) => reasons.push(reason),
    });
  expect(choose()).toMatchObject([{ candidate: { url: 'http://a.test/l.jpg' }, priority: 0.9 }]);
  expect(reasons).toEqual(['forbidden-word', 'predicted-small']);
  choose();
  expect(reasons).toHaveLength(2);
  expect(
    chooseImages({ goal: everything, page, random: () => 0.5, refused, onRefused: () => {} }),
  ).toHaveLength(3);
});

it('notes which images are fetched at once, and audits some of those it would skip', () => {
  const page = {
    url: 'http://a.test/',
    reading: reading(
      mention('http://a.test/s.jpg'),
      mention('http://a.test/l.jpg', { picture: 1 }),
    ),
  };
  const refused = new RefusedImages();
  const choose = (chance: number) =>
    chooseImages({
      goal: images,
      page,
      refused,
      sizes: expecting(({ url }) => (url.includes('/s') ? 'skip' : 'fetch'), 0.01),
      random: () => chance,
      onRefused: () => {},
    }).map(({ candidate }) => candidate.expected);
  expect(choose(0.001)).toEqual(['audit', 'fetch']);
  expect(choose(0.5)).toEqual(['fetch']);
  // Another page that shows it does not give it another chance.
  expect(choose(0.001)).toEqual(['fetch']);
});
