import { describe, expect, it } from 'vitest';
import { startCpuTime } from '../../test/fixtures/cpu-time.ts';
import {
  type Candidate,
  rawScores,
  scoreCandidates,
  scorePage,
  toFindQuery,
} from '../find/find.ts';
import type { Timestamp } from '../model/capture.ts';
import { readFindPage } from './find-page.ts';

const CONTEXT = {
  url: 'http://castle.test/',
  contentType: 'text/html; charset=utf-8',
  time: '20240101000000' as Timestamp,
};

const read = (html: string, url = CONTEXT.url) =>
  readFindPage(Buffer.from(html), { ...CONTEXT, url });

const candidateOf = (near: readonly number[], more: Partial<Candidate> = {}): Candidate => ({
  evidence: {
    near,
    own: near.map(() => 0),
    around: near.map(() => 0),
    isTogether: false,
    isElsewhere: false,
  },
  base: [],
  collected: 1,
  rank: 1,
  spread: { pages: 1, share: 0 },
  ...more,
});

describe('the worked example of a small page', () => {
  // html > (head > title, body > (h1, p > (img, text, b), a, div > img))
  const page = read(`<html><head><title>Castle</title></head><body><h1>The castle</h1>
    <p><img src="near.jpg">A castle <b>castle</b></p><a href="next.html">more</a>
    <div><img src="far.jpg"></div></body></html>`);
  const score = scorePage(page, toFindQuery('castle'));
  const [near, far] = page.images;

  it('adds up distances and weights of tags by Table 1', () => {
    // near.jpg: to the title img-p-body-html-head-title-text 6, weight 1 + 5; to the h1 4 and 1 + 4; to the text of
    // its paragraph 2 and 1; to the bold word 3 and 1 + 3.
    const expected = (2 / 7) * 6 + (2 / 5) * 5 + 2 / 3 + (2 / 4) * 4;
    expect(score.evidenceOf(near!).near[0]).toBeCloseTo(expected, 9);
    // far.jpg: 6 to the title, 4 to the h1, 4 to the text, 5 to the bold word.
    const other = (2 / 7) * 6 + (2 / 5) * 5 + 2 / 5 + (2 / 6) * 4;
    expect(score.evidenceOf(far!).near[0]).toBeCloseTo(other, 9);
  });

  it('gives a link the score of an image in its place', () => {
    // The `a` is a child of body: 5 to the title, 3 to the h1, 3 to the text, 4 to the bold word.
    const expected = (2 / 6) * 6 + (2 / 4) * 5 + 2 / 4 + (2 / 5) * 4;
    const link = page.links.find(({ url }) => url.endsWith('next.html'))!;
    expect(score.nearLink(link)[0]).toBeCloseTo(expected, 9);
  });

  it('shares the base score among the images that were collected, once for each keyword', () => {
    expect(rawScores(candidateOf([1.5], { base: [3], collected: 2 }))).toEqual([3]);
    expect(rawScores(candidateOf([0], { base: [4], collected: 1 }))).toEqual([4]);
  });

  it('normalises each keyword between 0 and 1 and takes the mean', () => {
    const candidates = [candidateOf([1, 10]), candidateOf([3, 30]), candidateOf([5, 10])];
    expect(scoreCandidates(candidates, 'paper')).toEqual([0, 0.75, 0.5]);
  });

  it('gives no score but numbers where a keyword is nowhere or everywhere the same', () => {
    expect(scoreCandidates([candidateOf([0, 2]), candidateOf([0, 2])], 'paper')).toEqual([
      0.5, 0.5,
    ]);
    expect(scoreCandidates([], 'paper')).toEqual([]);
  });
});

describe('where an image stands', () => {
  const around = (html: string, url: string) => {
    const page = read(html, url);
    return scorePage(page, toFindQuery('castle garden')).evidenceOf(page.images[0]!).around;
  };

  it('speaks for it a little: folders of its address, title and address of its page', () => {
    const image = '<p><img src="/castle/2024/01/x.jpg"></p>';
    expect(around(image, 'http://a.test/')).toEqual([expect.closeTo(0.3), 0]);
    expect(around(`<title>Castle</title>${image}`, 'http://a.test/garden.html')).toEqual([
      expect.closeTo(1 - 0.7 * 0.85),
      expect.closeTo(0.1),
    ]);
    // The file and its own folder count as what is said about the image itself.
    expect(around('<img src="/castle/x.jpg">', 'http://castle.test/')).toEqual([0, 0]);
  });

  it('ranks those in the right place first where nothing else is said', () => {
    const [far, near] = [0, 0.3].map((place) => {
      const { evidence, ...rest } = candidateOf([1]);
      return { ...rest, evidence: { ...evidence, around: [place] } };
    });
    const [low = 0, high = 0] = scoreCandidates([far!, near!], 'pinakes');
    expect(high).toBeGreaterThan(low);
    expect(scoreCandidates([far!, near!], 'paper')).toEqual([1, 1]);
  });
});

describe('the gate', () => {
  it.each([
    ['<p>a castle</p>', true],
    ['<p><a href="/x">a castle</a></p>', false],
    ['<title>castle</title>', true],
    ['<p>nothing</p>', false],
  ])('of %j opens: %j', (html, isOpen) => {
    expect(scorePage(read(html), toFindQuery('castle')).isOnTopic).toBe(isOpen);
  });
});

describe('operators', () => {
  it.each([
    ['"red castle"', '<p>red <b>castle</b></p>', 1],
    ['"red castle"', '<p>castle red</p>', 0],
    ['castle OR burg', '<p>die Burg</p>', 1],
    ['castles', '<p>castle</p>', 1],
    ['+castles', '<p>castle</p>', 0],
    ['~cast', '<p>castle</p>', 1],
    ['城堡', '<p>新天鹅城堡</p>', 1],
    ['замок', '<p>Старый замок</p>', 1],
  ])('%s in %s: %i', (query, html, count) => {
    const page = read(`<html lang="en">${html}`);
    expect(scorePage(page, toFindQuery(query)).counts).toEqual([count]);
  });

  it('leaves out pages with an excluded word or without a wanted link', () => {
    const page = read('<p>sand castle</p><a href="http://other.test/page">x</a>');
    expect(scorePage(page, toFindQuery('castle -sand')).isExcluded).toBe(true);
    expect(scorePage(page, toFindQuery('castle link:other.test')).isExcluded).toBe(false);
    expect(scorePage(page, toFindQuery('castle link:elsewhere.test')).isExcluded).toBe(true);
  });
});

it('scores a page of 5,000 occurrences and 2,000 images in less than 50 ms', () => {
  const block = `<div><p>castle castle <b>castle</b> here</p><p><img src="/i.jpg" alt="castle"></p>castle castle</div>`;
  const html = `<body>${block.repeat(1000)}${'<i><img src="/j.jpg"></i>'.repeat(1000)}</body>`;
  const page = read(html);
  expect(page.images.length).toBe(2000);
  const query = toFindQuery('castle');
  const measure = () => {
    const cpuMs = startCpuTime();
    const score = scorePage(page, query);
    const sum = page.images.reduce((total, image) => total + score.evidenceOf(image).near[0]!, 0);
    expect(score.counts).toEqual([5000]);
    expect(sum).toBeGreaterThan(0);
    return cpuMs();
  };
  // The first runs are those of code that is not compiled yet.
  expect(Math.min(...Array.from({ length: 4 }, measure))).toBeLessThan(50);
});
