// Expressions agree with those of the language where both know them, and no text or expression makes them slow.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startCpuTime } from '../../../test/fixtures/cpu-time.ts';
import { compileRegex, RegexError } from './linear-regex.ts';

describe('expressions', () => {
  it.each([
    ['^https?://', 'https://a.example/', true],
    ['^https?://', 'ftp://https://', false],
    ['/news/[0-9]{4}/', 'http://a.example/news/2011/x', true],
    ['/news/[0-9]{4}/', 'http://a.example/news/201/x', false],
    ['\\.(?:jpe?g|png)$', 'http://a.example/a.jpeg', true],
    ['\\.(?:jpe?g|png)$', 'http://a.example/a.jpeg?x', false],
    ['(?i)IMG_\\d+', 'http://a.example/img_12', true],
    ['(?i)[A-C]x', 'bX', true],
    ['[^/]*$', '', true],
    ['a{2,3}b', 'xaab', true],
    ['^a{2,3}$', 'aaaa', false],
    ['[]a]', ']', true],
    ['x*', '', true],
    ['(a|)b', 'b', true],
  ])('%s in %s: %s', (source, text, expected) => {
    expect(compileRegex(source)(text)).toBe(expected);
  });

  it('agree with RegExp', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '(a|b)', '(?:ab)', '^', '$');
    const part = fc
      .tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{1,2}'))
      .map(([what, times]) => (/[$^]$/.test(what) ? what : what + times));
    const source = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(source, text, (one, other) => {
        expect(compileRegex(one)(other)).toBe(new RegExp(one, 's').test(other));
      }),
    );
  });

  it.each([
    '(',
    ')',
    '[a',
    '*',
    'a{3,1}',
    'a{9999}',
    '\\1',
    '(?=a)',
    '(((a{100}){100}){100})',
    '[b-a]',
    '\\',
  ])('refuse %s', (source) => {
    expect(() => compileRegex(source)).toThrow(RegexError);
  });

  it('take linear time where others take years', () => {
    const test = compileRegex('^(a+)+$');
    const text = `${'a'.repeat(8000)}b`;
    const cpuMs = startCpuTime();
    expect(test(text)).toBe(false);
    expect(cpuMs()).toBeLessThan(500);
  });
});
