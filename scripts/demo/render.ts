// From scenes to the bytes of image files.
import sharp, { type Exif, type Sharp } from 'sharp';
import { createDrawing, type Scene } from './drawing.ts';
import { openPhotograph, type Photograph } from './photograph.ts';
import { createRandom } from './random.ts';

/** The formats of the demo's images. */
export type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'svg';

/** What a picture shows: a drawing or a photograph. */
export type Subject = Scene | Photograph;

/** Where and when an invented photograph was taken, for its EXIF block. */
export interface Shot {
  readonly latitude: number;
  readonly longitude: number;
  /** `2014:06:01 18:20:00`, as EXIF writes it. */
  readonly taken: string;
  readonly description?: string;
}

/** How a scene becomes a file. */
export interface RenderOptions {
  readonly seed: string;
  readonly format: Format;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** From 1 to 100; 58 by default. */
  readonly quality?: number;
  readonly shot?: Shot;
  /** Black and white with the grain of film. */
  readonly film?: boolean;
  /** Scenes of an animation after the first. */
  readonly frames?: readonly Scene[];
}

/** Draws a scene, or takes a photograph, and encodes it. The same options give the same bytes with the same version of sharp and the same fonts. */
export async function render(scene: Subject, options: RenderOptions): Promise<Buffer> {
  if (typeof scene !== 'function') return encode(await openPhotograph(scene, options), options);
  const { format, width, height } = options;
  const toSvg = (one: Scene): Buffer => {
    const drawing = createDrawing((width / height) * 100, options.seed);
    one(drawing);
    return Buffer.from(drawing.toSvg({ width, height }));
  };
  if (format === 'svg') return toSvg(scene);
  if (options.frames !== undefined) {
    const frames = await Promise.all(
      [scene, ...options.frames].map((one) => sharp(toSvg(one)).png().toBuffer()),
    );
    return sharp(frames, { join: { animated: true } })
      .gif({ delay: frames.map(() => 450), colours: 64 })
      .toBuffer();
  }
  const image = options.film ? await asFilm(toSvg(scene), options) : sharp(toSvg(scene));
  return encode(image, options);
}

function encode(image: Sharp, options: RenderOptions): Promise<Buffer> {
  const { format, shot, quality = 58 } = options;
  if (shot !== undefined) image.withExif(toExif(shot));
  switch (format) {
    case 'jpeg':
      return image.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true }).toBuffer();
    case 'png':
      return image.png({ palette: true, colours: 40, effort: 10, dither: 0 }).toBuffer();
    case 'gif':
      return image.gif({ colours: 32, effort: 10, dither: 0 }).toBuffer();
    case 'webp':
      return image.webp({ quality, effort: 6 }).toBuffer();
    case 'avif':
      return image.avif({ quality: quality - 12, effort: 4 }).toBuffer();
    case 'svg':
      throw new Error('a photograph cannot become an SVG');
  }
}

/** Grey, with noise that is a little soft, as silver grains are. */
async function asFilm(svg: Buffer, { width, height, seed }: RenderOptions): Promise<Sharp> {
  const random = createRandom(`${seed} grain`);
  const noise = Buffer.alloc(width * height);
  for (let index = 0; index < noise.length; index++) {
    noise[index] = 128 + Math.round((random.next() + random.next() - 1) * 46);
  }
  const grain = await sharp(noise, { raw: { width, height, channels: 1 } })
    .blur(0.7)
    .png()
    .toBuffer();
  const grey = await sharp(svg).flatten().greyscale().linear(1.12, -10).png().toBuffer();
  return sharp(grey)
    .composite([{ input: grain, blend: 'soft-light' }])
    .greyscale();
}

/** EXIF tags by directory, as sharp takes them: IFD2 is the camera's directory, IFD3 that of positions. */
function toExif({ latitude, longitude, taken, description }: Shot): Exif {
  return {
    IFD0: {
      Make: 'Pinakes',
      Model: 'Invented camera',
      ...(description !== undefined && { ImageDescription: description }),
    },
    IFD2: { DateTimeOriginal: taken },
    IFD3: {
      GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
      GPSLatitude: toAngle(latitude),
      GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
      GPSLongitude: toAngle(longitude),
    },
  };
}

/** Degrees, minutes and hundredths of seconds as fractions. */
function toAngle(degrees: number): string {
  const seconds = Math.round(Math.abs(degrees) * 360_000);
  const whole = Math.floor(seconds / 360_000);
  const minutes = Math.floor((seconds % 360_000) / 6000);
  return `${whole}/1 ${minutes}/1 ${seconds % 6000}/100`;
}
