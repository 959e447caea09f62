// Addresses of copies of one picture have one stem, those of other pictures have others.
import { describe, expect, it } from 'vitest';
import { toAddressStem } from './address-stem.ts';

const COPIES: readonly (readonly string[])[] = [
  [
    'http://example.org/uploads/2019/05/photo.jpg',
    'https://www.example.org/uploads/2019/05/photo-1024x683.jpg',
    'http://example.org/uploads/2019/05/photo-scaled.jpg',
    'http://example.org/uploads/2019/05/photo-300x200@2x.webp',
    'http://example.org/uploads/2019/05/photo.jpg.webp',
    'http://example.org/uploads/2019/05/photo.jpg?w=300&ssl=1',
    'https://i0.wp.com/example.org/uploads/2019/05/photo.jpg?resize=640%2C480',
    'http://example.org/uploads/2019/05/thumbs/photo.jpg',
    'http://example.org/uploads/2019/05/photo_hu6a8d1b2c3d4e5f_123456_800x0_resize_q75_box.jpg',
    'http://example.org/uploads/2019/05/photo_hu_6a8d1b2c3d4e5f.jpg',
    'http://example.org/_next/image?url=%2Fuploads%2F2019%2F05%2Fphoto.jpg&w=640&q=75',
  ],
  ['http://w.test/a/ab/Map.png', 'http://w.test/thumb/a/ab/Map.png/300px-Map.png'],
  ['http://f.test/12345_abcdef1234_b.jpg', 'http://f.test/12345_abcdef1234_z.jpg'],
  ['http://b.test/x/s1600/sea.jpg', 'http://b.test/x/s320-c/sea.jpg', 'http://b.test/x/sea.jpg'],
];

describe('the stem of an address', () => {
  it.each(COPIES)('is shared by copies of %s', (...urls) => {
    expect(new Set(urls.map(toAddressStem)).size).toBe(1);
    expect(toAddressStem(urls[0] ?? '')).not.toBe('');
  });

  it.each([
    ['http://example.org/photo-1.jpg', 'http://example.org/photo-2.jpg'],
    ['http://example.org/photo.jpg', 'http://example.com/photo.jpg'],
    ['http://example.org/a/photo.jpg', 'http://example.org/b/photo.jpg'],
    ['http://example.org/i.php?id=1&w=300', 'http://example.org/i.php?id=2&w=300'],
    ['http://example.org/logo.svg', 'http://example.org/logo.gif'],
    ['http://example.org/Photo.jpg', 'http://example.org/photo.jpg'],
    ['http://example.org/img-640.jpg', 'http://example.org/img-641.jpg'],
  ])('tells %s from %s', (one, other) => {
    expect(toAddressStem(one)).not.toBe(toAddressStem(other));
  });

  it.each([
    '',
    'data:image/png;sha256,00',
    'http://example.org/',
    'ftp://example.org/photo.jpg',
    'http://example.org/-300x200.jpg',
    `http://example.org/${'a'.repeat(3000)}.jpg`,
    'http://[',
  ])('of %j is none', (url) => {
    expect(toAddressStem(url)).toBe('');
  });

  it('takes no long time for a hostile name', () => {
    const started = process.cpuUsage();
    for (let each = 0; each < 200; each++) toAddressStem(`http://a.test/${'-1x'.repeat(600)}.jpg`);
    const { user } = process.cpuUsage(started);
    expect(user).toBeLessThan(500_000);
  });
});
