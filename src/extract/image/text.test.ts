// Tests of decoding and cleaning text.
import { describe, expect, it } from 'vitest';
import { join, seededRandom } from '../../../test/fixtures/image-bytes.ts';
import { cleanText, decodeText, decodeUtf16 } from './text.ts';

describe('cleanText', () => {
  it('joins white space and drops what cannot be seen', () => {
    const text = '  Torre\0 de\r\n\tBel\u0007 \u202eém \ufeff\ufffd\ud800 ';
    expect(cleanText(text)).toBe('Torre de Bel ém');
  });

  it('keeps the joiners that scripts and pictures need', () => {
    expect(cleanText('می‌خواهم 👩‍🚀')).toBe('می‌خواهم 👩‍🚀');
  });

  it('cuts at 2,000 characters, never inside one', () => {
    expect(cleanText('x'.repeat(3000))).toHaveLength(2000);
    expect(cleanText(`${'x'.repeat(1999)}😀`)).toBe('x'.repeat(1999));
  });

  it.each([
    'OLYMPUS DIGITAL CAMERA         ',
    'SONY DSC',
    'untitled',
    '20081022',
    '12.5 - 7',
    'DSC_0012.JPG',
    'IMG_4711',
    'P1010001',
    'Created with The GIMP',
    'filter: 0; jpegRotation: 0; hdrForward: 0;',
    '{"source":"phone"}',
    'oppo_32',
    'mode: 0; iso=100; f=8;',
    '1/250 s, f/8, ISO 100, 50 mm',
    'x9d7f0a3c55e4b8812f60aa71',
    '%$&/(=?&%8a7d6f#+*~{}[]|<>;:_,.-!',
    '   ',
  ])('takes "%s" for the work of a machine', (text) => {
    expect(cleanText(text)).toBe('');
  });

  it.each([
    'June 1998',
    '[Portrait of a woman]',
    'Samsung factory',
    'P. 1 of the letter',
    'Imagine 2000',
    '東京',
    'A380',
    'router-14-05-2024 - 1',
    'No. 12345',
    'Airbus A380 (F-WWOW), 27.04.2005',
    'Praça do Comércio: 1755; today',
    'http://example.org/photos/harbour',
  ])('keeps "%s"', (text) => {
    expect(cleanText(text)).toBe(text);
  });
});

describe('decoding', () => {
  it('takes valid UTF-8 as such and everything else as Windows-1252', () => {
    expect(decodeText(Buffer.from('Lisboa, coração'))).toBe('Lisboa, coração');
    expect(decodeText(Buffer.from('cora\xe7\xe3o \x80', 'latin1'))).toBe('coração €');
  });

  it('finds no text in bytes that are none', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 50; round++) {
      const bytes = Uint8Array.from({ length: 900 }, () => random() * 256);
      expect([decodeText(bytes), cleanText(decodeUtf16(bytes, true))]).toEqual(['', '']);
    }
    expect(decodeText(Buffer.from('Lisboa\0\0\0\0'))).toBe('Lisboa\0\0\0\0');
  });

  it('does not cut long UTF-8 inside a character', () => {
    for (const shift of ['', 'a', 'ab', 'abc']) {
      const text = shift + '😀'.repeat(3000);
      expect(text.startsWith(decodeText(Buffer.from(text)))).toBe(true);
    }
  });

  it('finds the byte order of UTF-16', () => {
    const little = Buffer.from('Açores', 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const given of [true, false]) {
      expect(decodeUtf16(little, given)).toBe('Açores');
      expect(decodeUtf16(big, given)).toBe('Açores');
    }
    expect(decodeUtf16(Buffer.from('\ufeff東', 'utf16le'), false)).toBe('\ufeff東');
    expect(decodeUtf16(Buffer.from('\ufeff東', 'utf16le').swap16(), true)).toBe('\ufeff東');
    const cut = join(Buffer.from('東京', 'utf16le'), [9]);
    expect(decodeUtf16(cut, true)).toBe('東京');
  });
});
