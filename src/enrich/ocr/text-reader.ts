// Reads the text in a picture by two networks: one finds lines, the other reads them.
import { readFile } from 'node:fs/promises';
import type { Pixels } from '../bitmap.ts';
import { toSharp } from '../decode.ts';
import { type OnnxModel, openOnnxModel } from '../onnx-model.ts';
import { toTensor } from '../picture-input.ts';
import { cutLine, LINE_HEIGHT, type LinePixels } from './line-pixels.ts';
import { findTextBoxes, type TextBox, type TextMap } from './text-boxes.ts';
import { decodeLine, type ReadLine } from './text-decoder.ts';
import type { TextModelFiles } from './text-models.ts';

/** A line of text in a picture. */
export interface PictureLine extends ReadLine {
  /** In pixels of the picture. */
  readonly box: TextBox;
}

/** Reads pictures. */
export interface TextReader extends AsyncDisposable {
  /** Lines of text, from top to bottom. */
  read(picture: Pixels): Promise<PictureLine[]>;
  close(): Promise<void>;
}

/** The longer side of what the detector sees, at most; smaller pictures are enlarged, but not more than so often. */
const MAX_SIDE = 960;
const SMALL_SIDE = 640;
const MOST_ENLARGED = 2;
/** The detector takes multiples of this. */
const GRAIN = 32;
/** A poster has a few dozen lines; a page of a book about 50. */
const MAX_LINES = 60;
/** Lines that are read together are as wide as the widest. */
const BATCH_LINES = 6;
/** What is read with less certainty is mostly texture. */
const MIN_CONFIDENCE = 0.6;
/** As the networks were trained, in the order blue, green, red. */
const DETECTOR = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const;

/** Opens the networks; a picture takes about a tenth of a second and a hundredth more for each line. */
export async function openTextReader(files: TextModelFiles): Promise<TextReader> {
  const signs = ['', ...(await readSigns(files.signs)), ' '];
  const detector = await openOnnxModel(files.detector);
  const recognizer = await openOnnxModel(files.recognizer);
  const close = async () => {
    await detector.close();
    await recognizer.close();
  };
  return {
    async read(picture) {
      const boxes = await detect(detector, picture);
      const lines = await recognize(
        recognizer,
        signs,
        boxes.map((box) => cutLine(picture, box)),
      );
      return lines
        .flatMap((line, at) => {
          const box = boxes[at];
          return box !== undefined && isText(line) ? [{ ...line, box }] : [];
        })
        .sort(byReadingOrder);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function readSigns(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

async function detect(model: OnnxModel, picture: Pixels): Promise<TextBox[]> {
  const longer = Math.max(picture.width, picture.height);
  const wanted = Math.min(MAX_SIDE, Math.max(longer, Math.min(SMALL_SIDE, longer * MOST_ENLARGED)));
  const toGrain = (side: number) =>
    Math.max(GRAIN, Math.round((side * wanted) / longer / GRAIN) * GRAIN);
  const [width, height] = [toGrain(picture.width), toGrain(picture.height)];
  const data = await toSharp(picture)
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .flatten({ background: 'white' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const input = toTensor([toBlueFirst(data)], { width, height, layout: 'planes', ...DETECTOR });
  const [map] = (await model.run(input)).values();
  if (map === undefined || map.data.length !== width * height) {
    throw new Error('pinakes: the text detector gives no map of the picture');
  }
  const found: TextMap = { width, height, data: map.data };
  const [scaleX, scaleY] = [picture.width / width, picture.height / height];
  return findTextBoxes(found, MAX_LINES).map((box) => scaleBox(box, scaleX, scaleY));
}

/** The picture is hardly stretched: lengths along and across the line follow the direction they have. */
function scaleBox(box: TextBox, scaleX: number, scaleY: number): TextBox {
  const [alongX, alongY] = [box.directionX * scaleX, box.directionY * scaleY];
  const along = Math.hypot(alongX, alongY);
  const across = Math.hypot(box.directionY * scaleX, box.directionX * scaleY);
  return {
    ...box,
    centerX: box.centerX * scaleX,
    centerY: box.centerY * scaleY,
    length: box.length * along,
    height: box.height * across,
    directionX: alongX / along,
    directionY: alongY / along,
  };
}

async function recognize(
  model: OnnxModel,
  signs: readonly string[],
  lines: readonly LinePixels[],
): Promise<ReadLine[]> {
  const read: ReadLine[] = new Array(lines.length);
  const byWidth = [...lines.keys()].sort((a, b) => (lines[a]?.width ?? 0) - (lines[b]?.width ?? 0));
  for (let from = 0; from < byWidth.length; from += BATCH_LINES) {
    const batch = byWidth.slice(from, from + BATCH_LINES);
    const width = Math.max(...batch.map((at) => lines[at]?.width ?? 0));
    const input = toBatch(
      batch.flatMap((at) => lines[at] ?? []),
      width,
    );
    const [output] = (await model.run(input)).values();
    const [, steps = 0, count = 0] = output?.shape ?? [];
    if (output === undefined || count !== signs.length) {
      throw new Error(
        `pinakes: the text recogniser knows ${count} signs, its list has ${signs.length}`,
      );
    }
    for (const [row, at] of batch.entries()) {
      const share = output.data.subarray(row * steps * count, (row + 1) * steps * count);
      read[at] = decodeLine(share, steps, signs);
    }
  }
  return read;
}

/** Lines side by side, blue, green, red from -1 to 1; what is right of a line is 0, grey. */
function toBatch(lines: readonly LinePixels[], width: number) {
  const area = width * LINE_HEIGHT;
  const data = new Float32Array(lines.length * 3 * area);
  for (const [at, line] of lines.entries()) {
    for (let color = 0; color < 3; color++) {
      const plane = (at * 3 + color) * area;
      for (let row = 0; row < LINE_HEIGHT; row++) {
        for (let column = 0; column < line.width; column++) {
          const value = line.data[(row * line.width + column) * 3 + 2 - color] ?? 0;
          data[plane + row * width + column] = value / 127.5 - 1;
        }
      }
    }
  }
  return { data, shape: [lines.length, 3, LINE_HEIGHT, width] };
}

function toBlueFirst(data: Uint8Array): Uint8Array {
  const turned = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 3) {
    turned[at] = data[at + 2] ?? 0;
    turned[at + 1] = data[at + 1] ?? 0;
    turned[at + 2] = data[at] ?? 0;
  }
  return turned;
}

/** Letters or digits that were read with some certainty. */
function isText({ text, confidence }: ReadLine): boolean {
  return confidence >= MIN_CONFIDENCE && /[\p{L}\p{N}]/u.test(text);
}

/** From top to bottom; boxes at nearly the same height from left to right. */
function byReadingOrder({ box: a }: PictureLine, { box: b }: PictureLine): number {
  const isSameRow = Math.abs(a.centerY - b.centerY) < Math.min(a.height, b.height) / 2;
  return isSameRow ? a.centerX - b.centerX : a.centerY - b.centerY;
}
