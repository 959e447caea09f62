import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './cdx-pattern.ts';
import { PatternError } from './cdx-pattern-parser.ts';

describe('a pattern', () => {
  const piece = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '(a|b)', '(?:ab|b)', 'c');
  const repetition = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{0,}', '*?');
  const repeated = fc.tuple(piece, repetition).map(([part, times]) => part + times);
  const group = fc
    .tuple(fc.array(repeated, { maxLength: 3 }), repetition)
    .map(([parts, times]) => `(${parts.join('')})${times}`);
  const pattern = fc
    .array(fc.oneof(repeated, group, fc.constantFrom('|', '^', '$')), { maxLength: 5 })
    .map((parts) => parts.join(''));

  it('says the same as the regular expressions of JavaScript', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        const compiled = compilePattern(source);
        expect(compiled.matches(subject)).toBe(new RegExp(`^(?:${source})$`).test(subject));
        expect(compiled.matchesStart(subject)).toBe(new RegExp(`^(?:${source})`).test(subject));
      }),
      {
        numRuns: 500,
        examples: [
          ['(a|)*b', 'aab'],
          ['(a*)*', 'b'],
          ['a{2,}', 'aaa'],
        ],
      },
    );
  });

  it.each([
    ['text/.*', 'text/html', true],
    ['(image|video)/(png|jpe?g)', 'image/jpeg', true],
    ['[23]\\d\\d', '404', false],
    ['[^-]+', 'a-b', false],
    ['.*\\.(jpg|gif)', 'http://example.org/a.jpg', true],
    ['com,example\\)/.*', 'com,example)/a', true],
    ['[]a]+', 'a]', true],
    ['[a\\-z]+', 'a-z', true],
  ])('%s on %s: %j', (source, text, expected) => {
    expect(compilePattern(source).matches(text)).toBe(expected);
  });

  it.each([
    '(',
    ')',
    '[a',
    'a**',
    '+a',
    'a{3,1}',
    '(?=a)',
    '\\1',
    '\\b',
    'a\\',
    '[z-a]',
    '(?<n>a)',
  ])('is refused when it is %j', (source) => {
    expect(() => compilePattern(source)).toThrow(PatternError);
  });

  it('is refused when it would be written out without end', () => {
    expect(() => compilePattern('((a{99}){99}){99}')).toThrow(/too long/);
    expect(() => compilePattern('(((){999}){999}){999}')).toThrow(/too long/);
    expect(() => compilePattern('('.repeat(100) + ')'.repeat(100))).toThrow(/too many groups/);
  });

  it('takes linear time where others take forever', () => {
    const started = process.cpuUsage().user; // others may keep the machine busy
    for (const source of ['(a+)+$', '(a|a)*b', '(.*)*x', '(a*a*a*a*a*)*b', '.*.*.*.*.*=']) {
      expect(compilePattern(source).matches(`${'a'.repeat(8000)}!`)).toBe(false);
    }
    expect(process.cpuUsage().user - started).toBeLessThan(1_000_000);
  });
});
