// Candidates of srcset attributes, as the standard splits them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSrcset } from './srcset.ts';

describe('parseSrcset', () => {
  it.each([
    ['a.jpg', [['a.jpg', '']]],
    [
      'a.jpg 1x, b.jpg 2x,c.jpg 3x',
      [
        ['a.jpg', '1x'],
        ['b.jpg', '2x'],
        ['c.jpg', '3x'],
      ],
    ],
    [
      'a.jpg 320w 200h,\n  b.jpg  640w',
      [
        ['a.jpg', '320w 200h'],
        ['b.jpg', '640w'],
      ],
    ],
    [
      'a.jpg, b.jpg',
      [
        ['a.jpg', ''],
        ['b.jpg', ''],
      ],
    ],
    ['/t_w,h_10/a.jpg 1x', [['/t_w,h_10/a.jpg', '1x']]],
    [
      'data:image/gif;base64,R0lGOD 1x, b.jpg',
      [
        ['data:image/gif;base64,R0lGOD', '1x'],
        ['b.jpg', ''],
      ],
    ],
    [
      'a.jpg calc(1px, 2px), b.jpg',
      [
        ['a.jpg', 'calc(1px, 2px)'],
        ['b.jpg', ''],
      ],
    ],
    [',, a.jpg ,,', [['a.jpg', '']]],
    [' ', []],
  ])('splits %j', (srcset, expected) => {
    expect(parseSrcset(srcset).map(({ url, descriptor }) => [url, descriptor])).toEqual(expected);
  });

  it('gives back what was joined', () => {
    // A comma at the end of a URL parts candidates, so none may be there.
    const url = fc.webUrl().filter((text) => !text.endsWith(','));
    const candidate = fc.tuple(url, fc.constantFrom('1x', '2.5x', '640w'));
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 9 }), (candidates) => {
        const srcset = candidates.map((parts) => parts.join(' ')).join(', ');
        expect(parseSrcset(srcset).map(({ url, descriptor }) => [url, descriptor])).toEqual(
          candidates,
        );
      }),
    );
  });

  it('reads no more than a thousand', () => {
    expect(parseSrcset('a 1x,'.repeat(5000))).toHaveLength(1000);
  });
});
