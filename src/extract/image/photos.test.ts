// Real photographs, among them odd and broken ones, against independent readers.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ExifReader from 'exifreader';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { inspectImage } from './image.ts';

const folder = join(process.env['PINAKES_DATA'] ?? '../shared/data', 'photos');
const isPresent = existsSync(folder);
const files = isPresent
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:jpe?g|hei[cf]|tiff?)$/i.test(name))
      .sort()
  : [];

it.skipIf(!isPresent && !process.env['CI'])(`finds photographs in ${folder}`, () => {
  expect(files.length).toBeGreaterThan(0);
});

describe.skipIf(!isPresent).each(files)('%s', (name) => {
  const bytes = readFileSync(join(folder, name));

  it('has the size the decoder sees', async () => {
    const image = inspectImage(bytes);
    const { width, height } = await sharp(bytes).metadata();
    expect(image).toMatchObject({ kind: 'image', width, height, frames: 1, truncated: false });
  });

  it('has the place and the time another reader sees', () => {
    const image = inspectImage(bytes, { minSide: 1 });
    const metadata = image.kind === 'image' ? image.metadata : undefined;
    const { gps, exif } = ExifReader.load(bytes, { expanded: true });
    if (metadata?.place === undefined) {
      expect(gps?.Latitude).toBeUndefined();
    } else {
      expect(metadata.place.latitude).toBeCloseTo(gps?.Latitude ?? Number.NaN, 6);
      expect(metadata.place.longitude).toBeCloseTo(gps?.Longitude ?? Number.NaN, 6);
    }
    const [date = '', time = ''] = exif?.DateTimeOriginal?.description.split(' ') ?? [];
    const taken = date && `${date.replaceAll(':', '-')}T${time}`;
    expect(metadata?.taken ?? '').toContain(taken);
  });
});
