import { expect, it } from 'vitest';
import { lastToken } from './last-token.ts';

it.each([
  ['', { before: '', value: '', isQuoted: false }],
  ['lis', { before: '', value: 'lis', isQuoted: false }],
  ['porto lis', { before: 'porto ', value: 'lis', isQuoted: false }],
  ['porto ', { before: 'porto ', value: '', isQuoted: false }],
  ['porto -lis', { before: 'porto -', value: 'lis', isQuoted: false }],
  ['a OR +~lis', { before: 'a OR +~', value: 'lis', isQuoted: false }],
  ['"old bridge" lis', { before: '"old bridge" ', value: 'lis', isQuoted: false }],
  ['cat "old bri', { before: 'cat "old ', value: 'bri', isQuoted: true }],
  ['"bri', { before: '"', value: 'bri', isQuoted: true }],
  ['cat site:pub', { before: 'cat ', operator: 'site', value: 'pub', isQuoted: false }],
  ['-SITE:', { before: '-', operator: 'site', value: '', isQuoted: false }],
  [
    'cat collection:"my co',
    { before: 'cat ', operator: 'collection', value: 'my co', isQuoted: false },
  ],
])('of %j is %j', (text, token) => {
  expect(lastToken(text)).toEqual(token);
});
