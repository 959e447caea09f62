import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprint, parseCursor, printCursor } from './cursor.ts';

const PLACE = {
  generation: 7,
  offset: 24,
  search: fingerprint('lisboa'),
  part: 1,
  score: 12.345678901234567,
  time: '20040102030405',
  id: 'ab'.repeat(32),
};

const places = fc.record({
  generation: fc.nat(),
  offset: fc.nat(100_000),
  search: fc.string().map(fingerprint),
  part: fc.nat(1),
  score: fc.double({ noNaN: true, noDefaultInfinity: true }).map((score) => score + 0), // no -0
  time: fc.stringMatching(/^\d{14}$/),
  id: fc.stringMatching(/^[0-9a-f]{64}(-[0-9a-f]{16})?$/),
});

describe('a cursor', () => {
  it('keeps every place and can stand in a URL', () => {
    fc.assert(
      fc.property(places, (place) => {
        const cursor = printCursor(place);
        expect(encodeURIComponent(cursor)).toBe(cursor);
        expect(parseCursor(cursor)).toEqual(place);
      }),
    );
  });

  it('is refused when a character is changed, added or missing', () => {
    const cursor = printCursor(PLACE);
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      expect(parseCursor(cursor.slice(0, at) + other + cursor.slice(at + 1))).toBeUndefined();
      expect(parseCursor(cursor.slice(0, at) + cursor.slice(at + 1))).toBeUndefined();
      expect(parseCursor(`${cursor.slice(0, at)}A${cursor.slice(at)}`)).toBeUndefined();
    }
  });

  it('is refused when it is any other text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 500 }), (text) => parseCursor(text) === undefined),
    );
    for (const text of ['', 'null', 'x'.repeat(100_000), '{"offset":3}', 'AAAA', '__proto__']) {
      expect(parseCursor(text)).toBeUndefined();
    }
  });

  it.each([
    ['too few values', '[1,2,"s",3,"t"]'],
    ['a negative offset', '[1,-2,"s",3,"t","i"]'],
    ['a score that is no number', '[1,2,"s",null,"t","i"]'],
    ['no list', '{"length":6}'],
  ])('is refused when it was forged with %s', (_, payload) => {
    const forged = btoa(fingerprint(payload) + payload).replaceAll('=', '');
    expect(parseCursor(forged)).toBeUndefined();
  });
});
