import { expect, it } from 'vitest';
import { STOP_WORDS } from '../../model/stop-words.ts';
import { countTerms, relevanceOf, toKeywords } from './relevance.ts';

// The page of the worked example of paper 001 (figure 20), in our own words where only counts matter.
const PAGE = `CERN Accelerating science. Students & Educators. Scientists. The birth of the web.
The first website at CERN was about the web project itself. The website described basic features of the web.
As part of the project to restore the first website CERN put the world's first website back to its address.
Making the software available, along with a basic browser, let the web flourish.`;

it('gives the figures of the worked example of paper 001: 0.6, 0.33 and 0.33', () => {
  const terms = countTerms(PAGE);
  const links = [
    { title: 'project to restore the first website', isSameHost: false },
    { title: 'basic browser', isSameHost: false },
    { title: 'Students & Educators', isSameHost: true },
  ];
  const keywords = links.map(({ title }) => toKeywords(title));
  expect(keywords).toEqual([
    ['project', 'restore', 'first', 'website'],
    ['basic', 'browser'],
    ['students', 'educators'],
  ]);
  const counts = keywords.map((words) => words.map((word) => terms.get(word)));
  expect(counts).toEqual([
    [2, 1, 3, 4],
    [2, 1],
    [1, 1],
  ]); // table 2
  expect(links.map((link) => relevanceOf(link, terms))).toEqual([0.6, 1 / 3, 1 / 3]);
});

it('has stop words of many languages, but neither "first" nor "website"', () => {
  expect(['the', 'para', 'und', 'avec', 'och'].every((word) => STOP_WORDS.has(word))).toBe(true);
  expect(STOP_WORDS.has('first') || STOP_WORDS.has('website')).toBe(false);
});
