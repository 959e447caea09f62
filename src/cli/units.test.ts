import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, formatSize, parseDuration, parseSize } from './units.ts';

describe('parseDuration', () => {
  it.each([
    ['250ms', 250],
    ['30s', 30_000],
    ['5m', 300_000],
    ['1h30m', 5_400_000],
    ['1.5d', 129_600_000],
    ['2w', 1_209_600_000],
    ['2y', 63_072_000_000],
    ['0s', 0],
  ])('reads %s as %d milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(['', '30', 's', '30 s', '-5s', '1x', '30S', '1.s', '1e3s', '999999999999y'])(
    'refuses %j',
    (text) => expect(parseDuration(text)).toBeUndefined(),
  );
});

describe('parseSize', () => {
  it.each([
    ['4096', 4096],
    ['10b', 10],
    ['500kB', 500_000],
    ['10MB', 10_000_000],
    ['10mb', 10_000_000],
    ['1.5G', 1_500_000_000],
    ['2GiB', 2_147_483_648],
    ['1 TB', 1_000_000_000_000],
  ])('reads %s as %d bytes', (text, bytes) => expect(parseSize(text)).toBe(bytes));

  it.each(['', 'MB', '-1', '10XB', '10 000', '1,5MB', '1e9', '9999999999TB'])(
    'refuses %j',
    (text) => expect(parseSize(text)).toBeUndefined(),
  );
});

describe('formatting', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [999_999, '1.0 MB'],
    [56_700_000, '56.7 MB'],
    [567_000_000, '567 MB'],
  ])('writes %d bytes as %s', (bytes, text) => expect(formatSize(bytes)).toBe(text));

  it.each([
    [400, '0s'],
    [45_000, '45s'],
    [200_000, '3m 20s'],
    [7_500_000, '2h 05m'],
    [356_400_000, '4d 03h'],
  ])('writes %d ms as %s', (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text));

  it('stays near the amount it stands for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9e14 }), (bytes) => {
        const back = parseSize(formatSize(bytes).replace('PB', 'TB'));
        return back !== undefined && Math.abs(back - bytes) / bytes < 0.06;
      }),
    );
  });
});
