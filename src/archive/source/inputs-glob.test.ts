// File patterns against a plain, slow reference and against hostile input.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startCpuTime } from '../../../test/fixtures/cpu-time.ts';
import { compileGlob, expandBraces, hasMagic, matchesGlob } from './inputs-glob.ts';

const matches = (pattern: string, path: string) => matchesGlob(compileGlob(pattern), path);

/** The meaning of `*`, `?` and `**` as a recursion, for paths that are not hidden. */
function slowly(pattern: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return true; // a folder stands for all that is in it
  if (first === '**') {
    return slowly(rest, path) || (path.length > 0 && slowly(pattern, path.slice(1)));
  }
  return path[0] !== undefined && slowName(first, path[0]) && slowly(rest, path.slice(1));
}

function slowName(pattern: string, name: string): boolean {
  if (pattern === '') return name === '';
  if (pattern[0] === '*') {
    return slowName(pattern.slice(1), name) || (name !== '' && slowName(pattern, name.slice(1)));
  }
  const isSame = name !== '' && (pattern[0] === '?' || pattern[0] === name[0]);
  return isSame && slowName(pattern.slice(1), name.slice(1));
}

describe('compileGlob', () => {
  it('means what shells mean', () => {
    const cases: [string, string, boolean][] = [
      ['*.warc', 'a.warc', true],
      ['*.warc', 'd/a.warc', false],
      ['d/**/*.warc', 'd/a.warc', true],
      ['d/**/*.warc', 'd/e/f/a.warc', true],
      ['**/e/*.warc', 'd/a.warc', false],
      ['a?c', 'aüc', true],
      ['a?c', 'a😀c', true],
      ['[a-c][!x].arc', 'bz.arc', true],
      ['[a-c][!x].arc', 'bx.arc', false],
      ['[]-]', ']', true],
      ['[a', '[a', true],
      ['*', '.hidden', false],
      ['[.]*', '.hidden', false],
      ['.*', '.hidden', true],
      ['**', 'a/.git/b', false],
      ['crawl-*', 'crawl-1/deep/a.warc', true],
    ];
    for (const [pattern, path, expected] of cases) {
      expect([pattern, path, matches(pattern, path)]).toEqual([pattern, path, expected]);
    }
  });

  it('agrees with the plain reference', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 });
    const piece = fc.string({
      unit: fc.constantFrom('a', 'b', '*', '?'),
      minLength: 1,
      maxLength: 4,
    });
    const segment = fc.oneof(piece, fc.constant('**')).filter((text) => !/\*\*./.test(text));
    const pattern = fc.array(segment, { minLength: 1, maxLength: 4 });
    const path = fc.array(name, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(pattern, path, (segments, names) => {
        expect(matches(segments.join('/'), names.join('/'))).toBe(slowly(segments, names));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it('stays quick where a backtracking matcher would not end', () => {
    const cpuTime = startCpuTime();
    expect(matches(`${'*a'.repeat(200)}b`, 'a'.repeat(5000))).toBe(false);
    expect(matches(`${'**/a/'.repeat(100)}b`, 'a/'.repeat(1000))).toBe(false);
    expect(cpuTime()).toBeLessThan(2000);
  });
});

describe('expandBraces', () => {
  it('writes out choices, also nested and beside each other', () => {
    expect(expandBraces('a{b,c}d')).toEqual(['abd', 'acd']);
    expect(expandBraces('{a,b}{1,2}')).toEqual(['a1', 'a2', 'b1', 'b2']);
    expect(new Set(expandBraces('{a,b{c,d}}'))).toEqual(new Set(['a', 'bc', 'bd']));
    expect(expandBraces('x{,.gz}')).toEqual(['x', 'x.gz']);
  });

  it('leaves braces without a choice alone', () => {
    for (const text of ['a{b}', 'a{b', 'a}b', '{}']) expect(expandBraces(text)).toEqual([text]);
  });

  it('refuses more than a thousand names', () => {
    expect(() => expandBraces('{a,b}'.repeat(30))).toThrow('more than 1000 names');
  });
});

describe('hasMagic', () => {
  it('sees patterns', () => {
    expect(['a*', 'a?', '[a]', '{a,b}'].every(hasMagic)).toBe(true);
    expect(hasMagic('a-b.warc.gz')).toBe(false);
  });
});
