// Tests of times.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTakenTime } from './taken-time.ts';

describe('toTakenTime', () => {
  it.each([
    ['2008:10:22 16:28:39', '', '2008-10-22T16:28:39'],
    ['2008:10:22 16:28:39', '+02:00', '2008-10-22T16:28:39+02:00'],
    ['2008:10:22 16:28:39 ', 'nonsense', '2008-10-22T16:28:39'],
    ['2008-10-22T16:28:39.25Z', '+02:00', '2008-10-22T16:28:39Z'],
    ['2008-05-25T19:31:26.0+1:00', '', '2008-05-25T19:31:26+01:00'],
    ['2008-10-22T16:28-0330', '', '2008-10-22T16:28:00-03:30'],
    ['2008/10/22', '', '2008-10-22'],
    ['1926-02', '', '1926-02'],
    ['1826', '', '1826'],
    ['2024:02:29 00:00:00', '', '2024-02-29T00:00:00'],
  ])('reads %s with zone "%s"', (text, offset, time) => {
    expect(toTakenTime(text, offset)).toBe(time);
  });

  it.each([
    '',
    '0000:00:00 00:00:00',
    '    :  :     :  :  ',
    '1825:12:31 10:00:00',
    '2023:02:29 10:00:00',
    '2008:13:01 10:00:00',
    '2008:00:01 10:00:00',
    '2008-00',
    '2008:10:22 24:00:00',
    '2008:10:22 10:60:00',
    '2008:10:22 10:00:60',
    '1970:01:01 00:00:00',
    '22.10.2008',
    `2008${' '.repeat(50)}`,
  ])('refuses "%s"', (text) => {
    expect(toTakenTime(text)).toBe('');
  });

  it('gives back every time in its own form', () => {
    const minDate = new Date('1970-01-02');
    const dates = fc.date({ min: minDate, max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        const time = `${date.toISOString().slice(0, 19)}+05:30`;
        expect(toTakenTime(time)).toBe(time);
      }),
      { seed: 1 },
    );
  });
});
