// Real photographs, among them odd and broken ones, against independent readers.
import { spawnSync } from 'node:child_process';
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

/** What exiftool reads of all photographs, by their names; `undefined` where it is not installed. */
const exiftool = isPresent ? readByExiftool() : undefined;

it.skipIf(!isPresent || !process.env['CI'])('has exiftool to compare with', () => {
  expect(exiftool?.size).toBe(files.length);
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

  it.skipIf(exiftool === undefined)('has the place and the time that exiftool sees', () => {
    const image = inspectImage(bytes, { minSide: 1 });
    const metadata = image.kind === 'image' ? image.metadata : undefined;
    const seen = exiftool?.get(name) ?? {};
    expect(metadata?.place === undefined).toBe(seen.GPSLatitude === undefined);
    if (metadata?.place !== undefined) {
      expect(metadata.place.latitude).toBeCloseTo(seen.GPSLatitude ?? Number.NaN, 6);
      expect(metadata.place.longitude).toBeCloseTo(seen.GPSLongitude ?? Number.NaN, 6);
    }
    const [date = '', time = ''] = seen.DateTimeOriginal?.split(' ') ?? [];
    const taken = date && `${date.replaceAll(':', '-')}T${time.slice(0, 8)}`;
    expect((metadata?.taken ?? '').slice(0, 19)).toBe(taken);
  });
});

/** Some of what exiftool tells of a file, as its `-n -j` prints it. */
interface ExiftoolFacts {
  readonly SourceFile: string;
  readonly GPSLatitude?: number;
  readonly GPSLongitude?: number;
  /** `2008:10:22 16:28:39`. */
  readonly DateTimeOriginal?: string;
}

function readByExiftool(): ReadonlyMap<string, Partial<ExiftoolFacts>> | undefined {
  if (spawnSync('exiftool', ['-ver']).status !== 0) return undefined;
  // Composite: only what exiftool itself can put together, a latitude with its hemisphere say.
  const asked = ['-Composite:GPSLatitude', '-Composite:GPSLongitude', '-DateTimeOriginal'];
  const paths = files.map((name) => join(folder, name));
  const { stdout } = spawnSync('exiftool', ['-n', '-j', ...asked, ...paths], { encoding: 'utf8' });
  const facts = JSON.parse(stdout) as readonly ExiftoolFacts[]; // as exiftool prints it
  return new Map(facts.map((one, at) => [files[at] ?? one.SourceFile, one]));
}
