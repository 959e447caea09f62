import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CC_LICENCES,
  chooseLicence,
  LICENCE_SOURCES,
  LICENCES,
  licenceOfUrl,
  licenceOfWords,
  parseLicence,
  printLicence,
} from './licence.ts';

describe('addresses of licences', () => {
  it.each([
    ['https://creativecommons.org/licenses/by-sa/4.0/', 'by-sa'],
    ['http://www.creativecommons.org/licenses/by/2.0/pt/deed.pt', 'by'],
    ['http://creativecommons.org/licenses/by-nd-nc/1.0/', 'by-nc-nd'],
    ['https://creativecommons.org/publicdomain/zero/1.0/', 'cc0'],
    ['https://creativecommons.org/publicdomain/mark/1.0/', 'pd'],
    ['http://creativecommons.org/licenses/publicdomain/', 'pd'],
    ['http://creativecommons.org/licenses/sampling+/1.0/', 'other'],
    ['http://creativecommons.org/licenses/by-by/1.0/', 'other'],
    ['https://creativecommons.org/about/', undefined],
    ['https://creativecommons.org.evil.test/licenses/by/4.0/', undefined],
    ['https://unsplash.com/license', undefined],
  ])('%s is %s', (url, name) => expect(licenceOfUrl(url)).toBe(name));
});

it('reads licences in words, and takes no owner for one', () => {
  expect(licenceOfWords('Ann, CC BY-NC-SA 4.0')).toEqual({ name: 'by-nc-sa', url: '' });
  expect(licenceOfWords('given away: CC0 1.0')).toEqual({ name: 'cc0', url: '' });
  expect(licenceOfWords('© 2012 Ann. All rights reserved.')?.name).toBe('reserved');
  expect(licenceOfWords('see http://creativecommons.org/licenses/by/3.0/, please')).toEqual({
    name: 'by',
    url: 'http://creativecommons.org/licenses/by/3.0/',
  });
  expect(licenceOfWords('© 2012 Ann Owner')).toBeUndefined();
});

it('knows the licences of Creative Commons', () => {
  expect(CC_LICENCES).toEqual([
    ...['cc0', 'by', 'by-sa', 'by-nd'],
    ...['by-nc', 'by-nc-sa', 'by-nc-nd'],
  ]);
});

const stated = fc.record({
  name: fc.constantFrom(...LICENCES),
  url: fc.constantFrom('', 'https://creativecommons.org/licenses/by/4.0/', 'http://a.test/l?x=1'),
  credit: fc.constantFrom('', 'Ann Author', 'Bolly, “B”'),
  source: fc.constantFrom(...LICENCE_SOURCES),
});

it('reads back what it prints', () => {
  fc.assert(
    fc.property(stated, (licence) => {
      expect(parseLicence(printLicence(licence))).toEqual(licence);
    }),
  );
  expect(parseLicence('nonsense')).toBeUndefined();
  expect(parseLicence('near free -')).toBeUndefined();
});

it('chooses the most telling source, then the strictest, in any order', () => {
  const lines = ['page by-nc-nd -', 'near by - ', 'near by-sa - Ann', 'jsonld by-sa -'];
  expect(chooseLicence(lines)).toEqual({ name: 'by-sa', url: '', credit: 'Ann', source: 'jsonld' });
  expect(chooseLicence(['near by -', 'near by-nc -'])?.name).toBe('by-nc');
  expect(chooseLicence([])).toBeUndefined();
  fc.assert(
    fc.property(fc.array(stated.map(printLicence)), (given) => {
      expect(chooseLicence([...given].reverse())).toEqual(chooseLicence(given));
      expect(chooseLicence([...given, ...given])).toEqual(chooseLicence(given));
    }),
  );
});
