// Conditions: what they mean, that printing loses nothing, and that errors point at the place.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCapture, anyText, anyWhere } from '../../../test/fixtures/where-arbitraries.ts';
import type { CdxEntry, Timestamp } from '../../archive/archive.ts';
import { toSurt } from '../../model/surt.ts';
import { PinakesError } from '../../support/errors.ts';
import { compareBytewise } from './key-ranges.ts';
import { allOf, anyOf, keyRangesOf, matchesWhere, not, parseWhere, printWhere } from './where.ts';

const capture = (change: Partial<CdxEntry> = {}): CdxEntry => {
  const url = change.url ?? 'http://www.example.org/a/b.html?x=1';
  return {
    surt: toSurt(url),
    time: '20111224180000' as Timestamp,
    url,
    mime: 'text/html',
    status: 200,
    digest: 'B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A',
    file: 'crawl/2011/a.warc.gz',
    offset: 333,
    length: 2048,
    ...change,
  };
};

const holds = (text: string, change?: Partial<CdxEntry>) =>
  matchesWhere(parseWhere(text), capture(change));

function errorOf(text: string): PinakesError {
  try {
    parseWhere(text);
  } catch (thrown) {
    if (thrown instanceof PinakesError) return thrown;
    throw thrown;
  }
  throw new Error(`${text} was understood`);
}

describe('a condition', () => {
  it.each([
    ['', true],
    ['mime=text/html status=200 time=2011..2012 host=*.example.org', true],
    ['MIME=Text/HTML AND status=200', true],
    ['status=404', false],
    ['status=200,206', true],
    ['status=2xx', true],
    ['status=300..399', false],
    ['status=..299', true],
    ['status=201..', false],
    ['status!=404', true],
    ['-status=404', true],
    ['NOT status=404', true],
    ['NOT (status=404 OR status=200)', false],
    ['status=404 OR mime=text/html', true],
    ['status=404 OR status=200 mime=image/*', false],
    ['(status=404 mime=image/*) OR status=200', true],
    ['time=2011', true],
    ['time=201112', true],
    ['time=20111224', true],
    ['time=2011-12-24', true],
    ['time=2011-12-24T18:00:00Z', true],
    ['time=20111224180001..', false],
    ['time=..20111224180000', true],
    ['time=2009,2010', false],
    ['time=..2011', true],
    ['time=2012..', false],
    ['year=2010..2011', true],
    ['length=..1k', false],
    ['length=2k', true],
    ['length=1m..', false],
    ['offset=333', true],
    ['mime=text/*', true],
    ['mime=*html', true],
    ['mime=t*t*l', true],
    ['mime=*q*', false],
    ['type=page', true],
    ['type=image,page', true],
    ['type=image', false],
    ['url=http://www.example.org/a/b.html?x=1', true],
    ['url=https://example.org/A/B.html?x=1', true],
    ['url=http://example.org/a/b.html', false],
    ['url=http://example.org/a/*', true],
    ['url=http://example.org/a*', true],
    ['url=http://example.org/b*', false],
    ['url=*b.html*', true],
    ['url=*B.html*', false],
    ['host=example.org', true],
    ['host=www.example.org', true],
    ['host=org', false],
    ['host=*.org', true],
    ['host=exa*.org', true],
    ['host=*.ample.org', false],
    ['surt=org,example)/a*', true],
    ['surt="org,example)/a/b.html?x=1"', true],
    ['surt=org,example)/a', false],
    ['digest=sha1:b2ltwwpuoyah7uipq7zupq4vmbsvc36a', true],
    ['digest=B2*', true],
    ['file=a.warc.gz', true],
    ['file=*.warc.gz', true],
    ['file=2011/a.warc.gz', false],
    ['file=*/2011/a.warc.gz', true],
    ['redirect=-', true],
    ['redirect=""', true],
    ['redirect=*', true],
    ['redirect!=""', false],
    ['meta=A', false],
  ])('%s: %j', (text, expected) => {
    expect(holds(text)).toBe(expected);
  });

  it('takes a host with its ports and a domain with its hosts', () => {
    const sub = { url: 'https://img.example.org:8080/' };
    expect(holds('host=*.example.org', sub)).toBe(true);
    expect(holds('host=img.example.org', sub)).toBe(true);
    expect(holds('host=img.example.org:8080', sub)).toBe(true);
    expect(holds('host=img.example.org:81', sub)).toBe(false);
    expect(holds('host=example.org', sub)).toBe(false);
    expect(holds('host=*.example.org', { url: 'http://example.org/' })).toBe(true);
    expect(holds('host=*.example.org', { url: 'http://anexample.org/' })).toBe(false);
    expect(holds('host=bücher.de', { url: 'http://xn--bcher-kva.de/' })).toBe(true);
  });

  it('takes a folder with what is in it and not its neighbours', () => {
    const isIn = (url: string) => holds('url=http://example.org/a/*', { url });
    expect(
      ['/a', '/a/', '/a?x=1', '/a/b'].map((path) => isIn(`http://example.org${path}`)),
    ).toEqual([true, true, true, true]);
    expect(isIn('http://example.org/ab')).toBe(false);
  });

  it('keeps quoted text as it is', () => {
    expect(holds('file="a b,(c)*.warc"', { file: 'a b,(c)*.warc' })).toBe(true);
    expect(holds('file="a b,(c)*.warc"', { file: 'a b,(c)x.warc' })).toBe(false);
    expect(holds('file="a b"*', { file: 'a bc' })).toBe(true);
    expect(holds('url=http://example.org/a_(b)', { url: 'http://example.org/a_(b)' })).toBe(true);
    expect(holds('(url=http://example.org/a_(b))', { url: 'http://example.org/a_(b)' })).toBe(true);
  });

  it('stays quick with hostile patterns', () => {
    const text = 'a'.repeat(50_000);
    const started = process.cpuUsage().user;
    expect(holds(`redirect=${'a*'.repeat(10_000)}b`, { redirect: text })).toBe(false);
    expect(() => parseWhere('('.repeat(60_000))).toThrow('brackets');
    expect(() => parseWhere('-'.repeat(60_000))).toThrow('brackets');
    expect(process.cpuUsage().user - started).toBeLessThan(500_000);
  });
});

describe('an error', () => {
  it.each([
    ['stauts=200', 0, /no field `stauts`/, /Did you mean `status`\?/],
    ['mime=a colour=red', 7, /no field `colour`/, /The fields are url, host/],
    ['status=abc', 7, /a number or a range/, /docs\/where\.md/],
    ['status=299..200', 7, /ends before it begins/, /./],
    ['time=2011..2010', 5, /ends before it begins/, /./],
    ['time=20111', 5, /4, 6, 8/, /./],
    ['time=20111301', 5, /4, 6, 8/, /./],
    ['year=201112', 5, /four digits/, /./],
    ['status=2*', 7, /no meaning here/, /./],
    ['type=cat', 5, /one of image, page/, /./],
    ['status', 6, /`=` or `!=` is needed/, /./],
    ['status:200', 6, /`=` or `!=` is needed/, /./],
    ['status=', 7, /value is missing/, /./],
    ['status=200,', 11, /value is missing/, /./],
    ['status=200 or mime=a', 11, /`or` is not a condition/, /OR in capitals/],
    ['(status=200', 0, /never closed/, /./],
    ['status=200)', 10, /never opened/, /./],
    ['file="a', 5, /has no other/, /./],
    ['status=200 OR', 13, /needed here/, /./],
    ['NOT', 3, /needed here/, /./],
    ['=200', 0, /no field/, /./],
  ])('in %s points at %i', (text, offset, message, hint) => {
    const error = errorOf(text);
    expect(error).toMatchObject({ code: 'WHERE_INVALID', where: { offset } });
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
  });

  it('shows the place under the text', () => {
    expect(errorOf('mime=a stauts=200').message.split('\n').slice(1)).toEqual([
      '  mime=a stauts=200',
      '         ^',
    ]);
    const long = errorOf(`${'mime=a '.repeat(50)}stauts=200 ${'mime=a '.repeat(50)}`).message;
    const [, line = '', caret = ''] = long.split('\n');
    expect(line.slice(caret.indexOf('^'))).toMatch(/^stauts=200 mime=a .*…$/);
  });

  it('is all that any text can lead to', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(errorOrText(text)).toEqual(expect.any(String));
      }),
    );
  });
});

const errorOrText = (text: string) => {
  try {
    return printWhere(parseWhere(text));
  } catch (thrown) {
    return thrown instanceof PinakesError && thrown.code === 'WHERE_INVALID' ? 'invalid' : thrown;
  }
};

describe('printWhere', () => {
  it.each([
    ['status=200 AND mime=text/html', 'status=200 mime=text/html'],
    ['-status=404', 'status!=404'],
    ['NOT NOT status=404', 'status=404'],
    ['a=1', 'invalid'],
    ['type=page', 'mime=text/html,application/xhtml+xml'],
    ['year=2011..', 'time=2011..'],
    ['status=200..200', 'status=200'],
    ['status=404 OR status=200 mime=a', '(status=404 OR status=200) mime=a'],
    ['length=1k', 'length=1024'],
    ['file="a,b"*', 'file="a,b"*'],
    ['surt=org,example)/*', 'surt=org,example)/*'],
  ])('writes %s as %s', (text, expected) => {
    expect(errorOrText(text)).toBe(expected);
  });

  it('writes what is read as the same condition', () => {
    fc.assert(
      fc.property(anyWhere, (where) => {
        expect(parseWhere(printWhere(where))).toEqual(where);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('joined conditions', () => {
  it('hold as their parts do', () => {
    fc.assert(
      fc.property(fc.array(anyWhere, { maxLength: 4 }), anyCapture, (parts, one) => {
        const results = parts.map((where) => matchesWhere(where, one));
        expect(matchesWhere(allOf(parts), one)).toBe(results.every(Boolean));
        expect(matchesWhere(anyOf(parts), one)).toBe(results.some(Boolean));
        expect(parts.map((where) => matchesWhere(not(where), one))).toEqual(
          results.map((result) => !result),
        );
      }),
    );
  });
});

describe('keyRangesOf', () => {
  it.each([
    ['status=200', undefined],
    [
      'host=example.org',
      [
        ['org,example)', 'org,example*'],
        ['org,example:', 'org,example;'],
      ],
    ],
    ['url=http://example.org/a status=200', [['org,example)/a', 'org,example)/a!']]],
    ['host=*.example.org url=http://b.example.org/x*', [['org,example,b)/x', 'org,example,b)/y']]],
    ['host=a.org host=b.org', []],
    ['host=a.org OR status=200', undefined],
    ['-host=a.org', undefined],
  ])('of %s', (text, expected) => {
    const ranges = keyRangesOf(parseWhere(text));
    expect(ranges?.map(({ start, end }) => [start, end])).toEqual(expected);
  });

  it('hold the key of whatever meets the condition, also as lines', () => {
    let met = 0;
    fc.assert(
      fc.property(fc.oneof(anyWhere, anyText), anyCapture, (where, one) => {
        if (!matchesWhere(where, one)) return;
        const ranges = keyRangesOf(where);
        if (ranges === undefined) return;
        met++;
        for (const text of [one.surt, `${one.surt} ${one.time}`]) {
          const isIn = ranges.some(
            ({ start, end }) => compareBytewise(text, start) >= 0 && compareBytewise(text, end) < 0,
          );
          expect(isIn).toBe(true);
        }
      }),
      { numRuns: 1500 },
    );
    expect(met).toBeGreaterThan(10); // else the captures meet nothing
  });

  it('order texts as their bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const expected = Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect(Math.sign(compareBytewise(a, b))).toBe(expected);
      }),
    );
  });
});
