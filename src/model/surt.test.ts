// SURT keys: the oracle's answers, what the oracle refuses, and the promises of totality and speed.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startCpuTime } from '../../test/fixtures/cpu-time.ts';
import { describeWithRealData, realDataPath } from '../../test/fixtures/real-data.ts';
import { toCanonicalUrl, toSurt } from './surt.ts';

type Vector = readonly [url: string, expected: string];

const fixture = new URL('../../test/fixtures/surt-vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(fixture, 'utf8')) as { vectors: readonly Vector[] };

/** A fragment is dropped, but no plain URL has one: the same key by the long way. */
const theLongWay = (url: string) => toSurt(`${url}#`);

describe('toSurt', () => {
  it.each(vectors)('gives the key of the surt package for %j', (url, key) => {
    expect(toSurt(url)).toBe(key);
  });

  it.each([
    ['only white space has the key of nothing', ' \t\n', '-'],
    ['a port that is no number stays', 'http://example.org:Port/a', 'org,example:port)/a'],
    ['a port out of range stays', 'http://example.org:65536/', 'org,example:65536)/'],
    ['a colon too many stays', 'http://example.org:80:90/', 'org,example:80:90)/'],
    ['half a surrogate pair is U+FFFD', 'http://example.org/\ud83d', 'org,example)/%ef%bf%bd'],
    ['a number of any length is an address', `http://${'9'.repeat(5000)}/`, '255,255,255,255)/'],
  ])('answers where the surt package fails: %s', (_, url, key) => {
    expect(toSurt(url)).toBe(key);
  });

  it('gives the same key by the short and the long way', () => {
    fc.assert(
      fc.property(urlLikeText, (url) => {
        expect(toSurt(url)).toBe(theLongWay(url));
      }),
      { numRuns: 3000 },
    );
  });

  it('answers any text with a key of visible ASCII', () => {
    const anyText = fc.oneof(urlLikeText, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(anyText, (text) => {
        expect(toSurt(text)).toMatch(/^[\x21-\x7e]+$/);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    'http://example.org/a/b%20c?x=1&y=2',
    'https://www.example.org:443/A/./B C/?Y=2&X=1#top',
    'http://user:secret@WWW2.EXAMPLE.ORG.//a//z/../b%2520c?y=2&x=%31',
    ` ex\tample.org/a/b%20c?y=2&sid=${'0'.repeat(32)}&x=1 `,
  ])('does not tell the spellings of one URL apart: %s', (url) => {
    expect(toSurt(url)).toBe('org,example)/a/b%20c?x=1&y=2');
  });

  it.each([
    ['nested escapes', (n: number) => `http://a.org/%${'25'.repeat(n)}41`],
    ['inner blanks', (n: number) => `http://a.org/x${' '.repeat(n)}y`],
    ['steps back', (n: number) => `http://a.org${'/a'.repeat(n)}${'/..'.repeat(n)}`],
    ['labels', (n: number) => `http://${'a.'.repeat(n)}org/`],
    ['letters with marks', (n: number) => `http://a${'\u0301'.repeat(n)}\u0316.org/`],
    ['session names', (n: number) => `http://a.org/?${'cfid='.repeat(n)}&cftoken=`],
    ['session pairs', (n: number) => `http://a.org/?${'cfid=1&cftoken=&'.repeat(n)}`],
    ['path sessions', (n: number) => `http://a.org${`/(${'x'.repeat(24)})`.repeat(n)}/?.aspx`],
    ['colons', (n: number) => `http://a${':'.repeat(n)}b/`],
  ])('stays linear on %s', (_, make) => {
    const cpuTime = startCpuTime();
    toSurt(make(100_000));
    expect(cpuTime()).toBeLessThan(2000); // quadratic would be minutes
  });

  it('survives a URL of millions of characters', () => {
    expect(toSurt(`http://a.org${'/a'.repeat(5_000_000)}`)).toHaveLength(10_000_006);
  });
});

describeWithRealData('the vectors of the surt package', () => {
  const path = realDataPath('vectors', 'surt.json');
  const load = () =>
    JSON.parse(readFileSync(path, 'utf8')) as Record<'surt' | 'ia', readonly Vector[]>;

  it('gives all keys', () => {
    for (const [url, key] of load().surt) expect(toSurt(url)).toBe(key);
  });

  it('gives all canonical URLs', () => {
    for (const [url, canonical] of load().ia) expect(toCanonicalUrl(url)).toBe(canonical);
  });
});

/** Text that has the makings of a URL, plain and odd. */
const urlLikeText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(
      'http://',
      'https://',
      'HTTP://',
      'http:',
      '//',
      '',
      'ftp://',
      'dns:',
      'mailto:',
    ),
    fc.array(
      fc.constantFrom(
        ...[
          'www',
          'www2',
          'example',
          'org',
          'a',
          'B',
          '1',
          '0',
          '.',
          '..',
          '-',
          '_',
          '/',
          '//',
          '?',
        ],
        ...['&', '=', ':', '@', '%', '%2e', '%25', '%41', '%C3%A9', 'é', ' ', '\\', '(', ')', '+'],
        ...['.aspx', 'id=', 'sid=', ';', '~', '"', '[', ']', '|', ',', '80', '443', '\t', '日'],
      ),
      { maxLength: 20 },
    ),
  )
  .map(([scheme, rest]) => `${scheme}${rest.join('')}`.trim() || '-');
