// Kinds by what pixels, size, address and texts say together.
import { expect, it } from 'vitest';
import { toKind } from './kind.ts';

const said = (url: string, width = 400, height = 300, alt = '') => ({
  width,
  height,
  oldest: { url: `http://example.org/${url}` },
  alts: alt === '' ? [] : [{ text: alt }],
});

it.each([
  ['photo', said('holiday/beach.jpg'), 'photo'],
  ['text', said('page-17.png'), 'text'],
  ['photo', said('images/site_logo.jpg'), 'logo'],
  ['drawing', said('x.gif', 200, 80, 'Logo of the museum'), 'logo'],
  ['drawing', said('analogous.gif'), 'drawing'],
  ['drawing', said('star.gif', 64, 64), 'icon'],
  ['photo', said('face.jpg', 64, 64), 'photo'],
  ['drawing', said('rule.gif', 90, 52), 'drawing'],
  ['photo', said('top.jpg', 900, 120), 'banner'],
  ['drawing', said('banner.gif', 400, 200), 'banner'],
  ['drawing', said('banner.gif', 468, 60), 'ad'],
  ['photo', said('ads/123.jpg'), 'ad'],
  ['photo', said('roads/123.jpg'), 'photo'],
])('of a %s at %j is %s', (texture, document, kind) => {
  expect(toKind(texture, document)).toBe(kind);
});

it('is not known where pixels told nothing', () => {
  expect(toKind(undefined, said('logo.png'))).toBeUndefined();
  expect(toKind('sculpture', said('logo.png'))).toBeUndefined();
});
