import { expect, it } from 'vitest';
import { canonicalUrl } from './canonical-url.ts';

it.each([
  ['HTTP://A.test:80/x#y', 'http://a.test/x'],
  ['http://a.test', 'http://a.test/'],
  ['http://a.test/x;jsessionid=ABC123?b=1', 'http://a.test/x?b=1'],
  ['http://a.test/?PHPSESSID=1&b=2', 'http://a.test/?b=2'],
  ['http://a.test/?sid=7', 'http://a.test/?sid=7'],
  ['http://a.test/?sid=0123456789abcdef', 'http://a.test/'],
  ['http://a.test/A?B=c', 'http://a.test/A?B=c'],
  ['mailto:x@y', undefined],
  ['nonsense', undefined],
])('knows %s as %s', (address, url) => {
  expect(canonicalUrl(address)).toBe(url);
});
