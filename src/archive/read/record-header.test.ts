import { describe, expect, it } from 'vitest';
import { cleanUrl, parseArcHeader, parseWarcHeader } from './record-header.ts';

describe('the header line of an ARC record', () => {
  const read = (line: string) => parseArcHeader(Buffer.from(`${line}\n`, 'latin1'));

  it.each([
    [
      'version 1',
      'http://a.org/x 10.0.0.1 20080430204825 text/html 99',
      'http://a.org/x',
      '20080430204825',
      99,
    ],
    [
      'version 2',
      'http://a.org/x 10.0.0.1 20080430204825 text/html 200 sum - 12 f.arc 99',
      'http://a.org/x',
      '20080430204825',
      99,
    ],
    [
      'blanks in the URL',
      'http://a.org/a b c 10.0.0.1 20080430204825 text/html 99',
      'http://a.org/a%20b%20c',
      '20080430204825',
      99,
    ],
    [
      'date before address',
      'http://a.org/x 20031219215023 63.241.16.130 text/plain 285',
      'http://a.org/x',
      '20031219215023',
      285,
    ],
    [
      'no type',
      'http://a.org/x 10.0.0.1 20110804181142  39',
      'http://a.org/x',
      '20110804181142',
      39,
    ],
    [
      'no address',
      'http://a.org/x None 201512000000000 text/xml 17',
      'http://a.org/x',
      '20151201000000',
      17,
    ],
    [
      'a 10-digit date',
      'http://a.org/x 10.0.0.1 2016020900 text/html 5',
      'http://a.org/x',
      '20160209000000',
      5,
    ],
    [
      'an 18-digit date',
      'http://a.org/x 10.0.0.1 200009180023002953 image/gif 5',
      'http://a.org/x',
      '20000918002300',
      5,
    ],
    [
      'a hexadecimal date',
      'http://a.org/x 10.0.0.1 3392f8e0 image/gif 5',
      'http://a.org/x',
      '19970602164624',
      5,
    ],
    [
      'an impossible date',
      'http://a.org/x 10.0.0.1 20089930204825 text/html 5',
      'http://a.org/x',
      '',
      5,
    ],
    [
      'a negative length',
      'http://a.org/x 10.0.0.1 20080430204825 text/html -2046788874',
      'http://a.org/x',
      '20080430204825',
      -1,
    ],
    [
      'a length that is none',
      'http://a.org/x 10.0.0.1 20080430204825 text/html abc',
      'http://a.org/x',
      '20080430204825',
      -1,
    ],
    [
      'bytes outside ASCII',
      'http://a.org/\xe9 10.0.0.1 20080430204825 text/html 5',
      'http://a.org/%E9',
      '20080430204825',
      5,
    ],
    [
      'a form feed',
      'http://a.org/\x0cb 10.0.0.1 20080430204825 text/html 5',
      'http://a.org/%0Cb',
      '20080430204825',
      5,
    ],
  ])('is read with %s', (_, line, url, time, blockLength) => {
    expect(read(line)).toMatchObject({ format: 'arc', type: 'response', url, time, blockLength });
  });

  it.each(['', 'HTTP/1.1 200 OK', 'some text with a number 99', 'http://a.org/ only a link'])(
    'is not seen in %j',
    (line) => {
      expect(read(line)).toBeUndefined();
    },
  );

  it('tells the kind of record by the scheme', () => {
    expect(read('filedesc://x.arc 0.0.0.0 20080430204825 text/plain 76')?.type).toBe('warcinfo');
    expect(read('dns:a.org 10.0.0.1 20080430204825 text/dns 56')?.type).toBe('resource');
  });
});

describe('the header of a WARC record', () => {
  const read = (...lines: string[]) =>
    parseWarcHeader(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));

  it('is read whatever the case of its names', () => {
    expect(
      read(
        'WARC/1.1',
        'warc-TYPE: Response',
        'CONTENT-length: 12',
        'warc-date: 2010-05-06T07:08:09.123456789Z',
      ),
    ).toMatchObject({ version: '1.1', type: 'response', blockLength: 12, time: '20100506070809' });
  });

  it('is known by its type where the version line is missing', () => {
    expect(read('WARC-Type: response', 'Content-Length: 3')?.version).toBe('');
    expect(read('Content-Length: 3')).toBeUndefined();
  });

  it.each(['-1', '0x20', '12 34', '99999999999999999999', ''])('has no length in %j', (value) => {
    expect(read('WARC/1.0', 'WARC-Type: response', `Content-Length: ${value}`)?.blockLength).toBe(
      -1,
    );
  });

  it('keeps the bytes of a URL that is neither ASCII nor UTF-8', () => {
    expect(read('WARC/1.0', 'WARC-Target-URI: http://a.org/\xe9')?.url).toBe('http://a.org/%E9');
    expect(read('WARC/1.0', 'WARC-Target-URI: http://a.org/\xc3\xa9')?.url).toBe('http://a.org/é');
  });
});

it.each([
  ['<http://a.org/>', 'http://a.org/'],
  [' http://a.org/a b ', 'http://a.org/a%20b'],
  ['http://a.org/a\r\nb\tc', 'http://a.org/abc'],
  ['http://a.org/a\0b', 'http://a.org/a%00b'],
])('cleans %j', (raw, url) => {
  expect(cleanUrl(raw)).toBe(url);
});
