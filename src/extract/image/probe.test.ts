import { expect, it } from 'vitest';
import { exifBlock, gpsTags } from '../../../test/fixtures/image-exif.ts';
import { exifSegment, frameHeader, jpeg, png, segment } from '../../../test/fixtures/images.ts';
import { probeImage } from './probe.ts';

const gps = exifSegment(exifBlock({ gps: gpsTags('N 38 43 0', 'W 9 8 0') }));
const profile = segment(0xe2, Buffer.alloc(40_000));

it('reads type, size and place from the start', () => {
  const start = jpeg(gps, frameHeader(800, 600)).subarray(0, 300);
  expect(probeImage(start)).toEqual({
    ...{ mime: 'image/jpeg', width: 800, height: 600 },
    ...{ hasPlace: true, hasWrongPlace: false, missingFrom: -1 },
  });
  expect(probeImage(png(640, 480).subarray(0, 40))).toMatchObject({ width: 640, height: 480 });
  expect(probeImage(Buffer.from('<html>'))).toBeUndefined();
});

it('tells where the next segment is, and reads on from there', () => {
  const whole = jpeg(gps, profile, frameHeader(4000, 3000));
  const start = whole.subarray(0, 16_384);
  const first = probeImage(start);
  expect(first).toMatchObject({ mime: 'image/jpeg', width: 0 });
  const from = first?.missingFrom ?? 0;
  expect(from).toBeGreaterThan(40_000);
  const more = whole.subarray(from, from + 16_384);
  expect(probeImage(start, more)).toMatchObject({
    width: 4000,
    height: 3000,
    hasPlace: true,
    missingFrom: -1,
  });
});

it('reads on in an EXIF block that was cut', () => {
  const long = exifSegment(
    Buffer.concat([exifBlock({ gps: gpsTags('N 1 2 3', 'E 4 5 6') }), Buffer.alloc(30_000)]),
  );
  const whole = jpeg(long, frameHeader(500, 400));
  const start = whole.subarray(0, 16_384);
  expect(probeImage(start)?.missingFrom).toBe(16_384);
  expect(probeImage(start, whole.subarray(16_384))).toMatchObject({ width: 500, hasPlace: true });
});

it('gives up on what has no size at all', () => {
  expect(probeImage(jpeg(gps))).toMatchObject({ width: 0, missingFrom: -1 });
  expect(probeImage(jpeg(profile).subarray(0, 100), Buffer.from('nonsense'))).toMatchObject({
    width: 0,
    missingFrom: -1,
  });
});
