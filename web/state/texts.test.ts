// Tests of the words for pictures.
import { expect, it } from 'vitest';
import { formatOf, hostOf, isShown, isWebUrl, titleOf } from './texts.ts';

it('calls a picture by its alternative text before all others', () => {
  expect(titleOf({ alts: [' '], titles: ['A title '], captions: [] })).toBe('A title');
  expect(titleOf({ alts: [], titles: [], captions: [] })).toBe('');
  const page = { url: 'http://a.example/', title: 'A page', time: '' };
  expect(titleOf({ alts: ['x.jpg'], titles: [], captions: [], page })).toBe('A page');
});

it('names hosts and formats', () => {
  expect(['http://www.a.pt:80/b', 'data:image/png;x', 'not a url'].map(hostOf)).toEqual([
    'a.pt',
    'data:',
    'not a url',
  ]);
  expect(['image/svg+xml', 'image/jpeg', 'image/x-icon'].map(formatOf)).toEqual([
    'SVG',
    'JPEG',
    'ICON',
  ]);
});

it('follows addresses of the web only, and shows what browsers can', () => {
  expect(['https://a.pt', 'javascript:alert(1)', 'data:text/html,x'].map(isWebUrl)).toEqual([
    true,
    false,
    false,
  ]);
  expect(['image/png', 'image/tiff'].map(isShown)).toEqual([true, false]);
});
