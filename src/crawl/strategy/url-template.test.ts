import { expect, it } from 'vitest';
import { templateGroup, urlTemplate } from './url-template.ts';

it.each([
  ['http://a.org/photo/2019/12345.html?id=7', '/photo/#/#.html?id'],
  ['https://b.org/photo/2020/9.html?id=8', '/photo/#/#.html?id'],
  ['http://a.org/', '/'],
  ['http://a.org', '/'],
  ['http://a.org/a-very-long-name-of-an-article', '/~'],
  ['http://a.org/item/0a1b2c3d4e5f60718293', '/item/%'],
  ['http://a.org/gallery-12/p3', '/gallery-#/p#'],
  ['http://a.org/?b=1&a=2#x', '/?a&b'],
])('of %s is %s', (url, template) => {
  expect(urlTemplate(url)).toBe(template);
  expect(templateGroup(url)).toBeLessThan(65_536);
});
