// Tests of SVG root elements.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isSvg, readSvg } from './svg.ts';

const sizeOf = (text: string) => {
  const reading = readSvg(Buffer.from(text));
  return typeof reading === 'string' ? reading : [reading.width, reading.height];
};

describe('readSvg', () => {
  it.each([
    ['width="640" height="480"', [640, 480]],
    ["width = '640px'\n height='480.4'", [640, 480]],
    ['width="1in" height="2.54cm"', [96, 96]],
    ['width="72pt" height="6pc"', [96, 96]],
    ['width="25.4mm" height="101.6Q"', [96, 96]],
    ['width="1e2" height="10em"', [100, 160]],
    ['viewBox="0 0 640 480"', [640, 480]],
    ['viewBox="-5,-5, 640,480" width="100%" height="auto"', [640, 480]],
    ['viewBox="0 0 640 480" width="320"', [320, 240]],
    ['viewBox="0 0 640 480" height="240"', [320, 240]],
    ['viewBox="0 0 0 0"', [300, 150]],
    ['', [300, 150]],
    ['width="&w;" height="-3"', [300, 150]],
    ['width="0" height="10"', [0, 10]],
    ['width="1e999" height="1e300"', [2 ** 31 - 1, 2 ** 31 - 1]],
  ])('reads %s', (attributes, size) => {
    expect(sizeOf(`<svg ${attributes}></svg>`)).toEqual(size);
  });

  it('passes over everything that may come before the root', () => {
    const subset = '<!DOCTYPE svg PUBLIC "-//W3C" "http://x" [ <!ENTITY a "]<svg>"> ]>';
    const prologue = `\ufeff<?xml version="1.0"?>\n<!-- <svg width="1"> -->${subset}<!DOCTYPE svg>`;
    expect(sizeOf(`${prologue}<svg:svg a:b="x>y" width="640" height="480"/>`)).toEqual([640, 480]);
  });

  it('reads UTF-16 and compressed documents', () => {
    const text = '<svg width="640" height="480"></svg>';
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
    const compressed = gzipSync(text);
    for (const bytes of [
      wide,
      Buffer.from(wide).swap16(),
      compressed,
      compressed.subarray(0, -9),
    ]) {
      expect(isSvg(bytes)).toBe(true);
      expect(readSvg(bytes)).toMatchObject({ width: 640, height: 480 });
    }
  });

  it('is not fooled by pages that hold an SVG, by names alike, or by other data', () => {
    const others = [
      '<!DOCTYPE html><html><svg width="1"></svg>',
      '<svgx width="1">',
      '<p><svg/>',
      'svg',
      '',
      '<!-- never closed',
      '<!DOCTYPE svg [ never closed',
    ];
    for (const text of others) expect(isSvg(Buffer.from(text)), text).toBe(false);
    expect(isSvg(gzipSync('plain text'))).toBe(false);
    expect(isSvg(Buffer.from([0x1f, 0x8b, 1, 2, 3]))).toBe(false);
  });

  it('sees that a document ends early', () => {
    const truncated = (text: string) => readSvg(Buffer.from(text));
    expect(truncated('\ufeff<svg width="9"><g>')).toMatchObject({ truncated: true });
    expect(truncated('<svg width="9"><g/></svg >\n')).toMatchObject({ truncated: false });
    expect(truncated('<svg width="9"/>')).toMatchObject({ truncated: false });
    expect(truncated('<svg width="9')).toBe('truncated-header');
    expect(truncated(`<svg a="${'x'.repeat(70_000)}" width="9"/>`)).toBe('bad-header');
  });
});
