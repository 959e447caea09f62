// Tests of `data:` URLs.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDataUri, toDataUriKey } from './data-uri.ts';

const textOf = (uri: string) => {
  const parsed = parseDataUri(uri);
  return parsed.kind === 'data'
    ? [parsed.mime, Buffer.from(parsed.bytes).toString()]
    : parsed.reason;
};

describe('parseDataUri', () => {
  it.each([
    ['data:image/png;base64,aGVsbG8=', ['image/png', 'hello']],
    ['  DATA:IMAGE/PNG; charset=x; BASE64 ,aGVsbG8', ['image/png', 'hello']],
    ['data:image/png;base64,aGV\n  sbG8%3D', ['image/png', 'hello']],
    ['data:image/png;base64,aGVsbG8=#fragment', ['image/png', 'hello']],
    ['data:image/png;base64,Pz8_Pj4-', ['image/png', '???>>>']],
    ['data:image/svg+xml,%3Csvg%2f%3E', ['image/svg+xml', '<svg/>']],
    [
      'data:image/svg+xml;utf8,<svg fill="#fff"\n>é</svg>',
      ['image/svg+xml', '<svg fill="#fff">é</svg>'],
    ],
    ['data:,100%&%4', ['text/plain', '100%&%4']],
    ['data:nonsense;base64,aGVsbG8=', ['text/plain', 'hello']],
  ])('reads %s', (uri, expected) => {
    expect(textOf(uri)).toEqual(expected);
  });

  it.each([
    ['http://example.org/a,b', 'not-data-uri'],
    ['data:image/png;base64', 'not-data-uri'],
    [`data:${'x'.repeat(2000)},a`, 'not-data-uri'],
    ['data:image/png;base64,a$b', 'bad-base64'],
    ['data:image/png;base64,', 'empty'],
  ])('refuses %s', (uri, reason) => {
    expect(textOf(uri)).toBe(reason);
  });

  it('refuses what is larger than the limit', () => {
    const reason = (uri: string) => parseDataUri(uri, { maxBytes: 5 });
    expect(reason('data:;base64,aGVsbG8=')).toMatchObject({ kind: 'data' });
    expect(reason('data:,hello!')).toEqual({ kind: 'rejected', reason: 'too-large' });
    expect(reason(`data:,${'%20'.repeat(1000)}`)).toMatchObject({ reason: 'too-large' });
  });

  it('gives back any bytes in either form', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        const hex = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
        const base64 = Buffer.from(bytes).toString('base64');
        for (const uri of [`data:,${hex}`, `data:;base64,${base64}`]) {
          const parsed = parseDataUri(uri);
          expect(parsed.kind === 'data' && Uint8Array.from(parsed.bytes)).toEqual(bytes);
        }
      }),
      { seed: 1 },
    );
  });

  it('names an image by type and digest', () => {
    expect(toDataUriKey('image/gif', 'ab12')).toBe('data:image/gif;sha256,ab12');
  });
});
