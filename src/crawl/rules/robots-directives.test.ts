import { expect, it } from 'vitest';
import { NO_DIRECTIVES, parseDirectives } from './robots-directives.ts';

it.each([
  [['noindex'], { noindex: true, noimageindex: true, nofollow: false }],
  [['NoFollow, NOARCHIVE'], { ...NO_DIRECTIVES, nofollow: true }],
  [['none'], { noindex: true, noimageindex: true, nofollow: true }],
  [['noimageindex'], { ...NO_DIRECTIVES, noimageindex: true }],
  [['otherbot: none'], NO_DIRECTIVES],
  [['pinakes: nofollow', 'all'], { ...NO_DIRECTIVES, nofollow: true }],
  [['max-snippet: 5, nofollow'], { ...NO_DIRECTIVES, nofollow: true }],
  [[], NO_DIRECTIVES],
])('reads %j', (values, expected) => {
  expect(parseDirectives(values, 'Pinakes')).toEqual(expected);
});
