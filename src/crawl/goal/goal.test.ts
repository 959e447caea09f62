import { expect, it } from 'vitest';
import { type Candidate, createTopic, everything, geotagged, images } from './goal.ts';

const candidate = (more: Partial<Candidate> = {}): Candidate => ({
  ...{ url: 'http://a.test/p/1.jpg', tag: 'img', alt: '', title: '', caption: '', anchorText: '' },
  ...{
    width: 0,
    height: 0,
    descriptor: '',
    picture: 0,
    pageUrl: 'http://a.test/',
    pageTitle: '',
    pagePlaces: 0,
  },
  ...more,
});
const image = (width: number, height: number, more = {}) => ({
  ...{ mime: 'image/jpeg', width, height, hasPlace: false, hasWrongPlace: false, missingFrom: -1 },
  ...more,
});

it.each([
  [800, 600, undefined],
  [600, 800, undefined],
  [1280, 720, undefined],
  [1283, 720, undefined],
  [480, 480, undefined],
  [1200, 400, undefined],
  [399, 600, 'too-small'],
  [1000, 440, 'odd-shape'],
  [5000, 400, 'odd-shape'],
])('images of %s x %s pixels are refused for: %s', (width, height, reason) => {
  const verdict = images.judge(image(width, height), candidate());
  expect(verdict.keep ? undefined : verdict.reason).toBe(reason);
});

it('refuses decoration by words of address, alternative text and caption', () => {
  expect(images.refuse?.(candidate({ url: 'http://a.test/img/siteLogo.png' }))).toBe(
    'forbidden-word',
  );
  expect(images.refuse?.(candidate({ alt: 'Click here' }))).toBe('forbidden-word');
  expect(images.refuse?.(candidate({ caption: 'a banner' }))).toBe('forbidden-word');
  expect(
    images.refuse?.(candidate({ url: 'http://logo.test/photo.jpg', title: 'logo' })),
  ).toBeUndefined();
  expect(images.refuse?.(candidate({ width: 16, height: 16 }))).toBe('declared-small');
  expect(images.refuse?.(candidate({ width: 200, height: 150 }))).toBeUndefined();
});

it('wants what has a place, in the file or on the page', () => {
  expect(geotagged.judge(image(800, 600, { hasPlace: true }), candidate())).toEqual({
    keep: true,
    wanted: true,
  });
  expect(geotagged.judge(image(800, 600), candidate({ pagePlaces: 1 }))).toMatchObject({
    wanted: true,
  });
  expect(geotagged.judge(image(800, 600), candidate())).toEqual({
    keep: false,
    reason: 'not-geotagged',
  });
  expect(geotagged.judge(image(800, 600, { hasWrongPlace: true }), candidate())).toEqual({
    keep: false,
    reason: 'wrong-coordinates',
  });
});

it('finds the words of a topic, whatever their case and accents', () => {
  const topic = createTopic('café lisboa');
  expect(topic.refuse?.(candidate({ alt: 'O CAFE' }))).toBeUndefined();
  expect(topic.refuse?.(candidate({ url: 'http://a.test/Lisboa-1.jpg' }))).toBeUndefined();
  expect(topic.refuse?.(candidate({ pageTitle: 'Porto' }))).toBe('off-topic');
  expect(topic.judge(image(50, 500), candidate())).toEqual({ keep: false, reason: 'too-small' });
});

it('keeps everything when asked to', () => {
  expect(everything.judge(image(1, 1), candidate())).toEqual({ keep: true, wanted: true });
});
