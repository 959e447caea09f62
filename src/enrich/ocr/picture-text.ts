// Text in the picture: lines with their boxes, as a fact.
import sharp from 'sharp';
import type { FactValue } from '../../model/fact.ts';
import type { Pixels } from '../bitmap.ts';
import { decodeImage } from '../decode.ts';
import type { DecodedImage } from '../thumbnail.ts';
import type { TextBox } from './text-boxes.ts';
import { findTextModels } from './text-models.ts';
import { openTextReader, type TextReader } from './text-reader.ts';

/** What is told of a picture. */
export interface PictureTextValue {
  /** From top to bottom; boxes as left, top, width and height in thousandths of the picture. */
  readonly lines: readonly {
    readonly text: string;
    readonly box: readonly [left: number, top: number, width: number, height: number];
    readonly confidence: number;
  }[];
}

/** Side of the box that pictures are decoded into: small print is lost in that of a thumbnail. */
const TEXT_SIDE = 1280;

/** Decoding larger ones twice would take most of the time that a picture may take. */
const MAX_PIXELS_TWICE = 40_000_000;

let reader: Promise<TextReader> | undefined;

/** Reads a picture. Rejects with `OCR_MISSING` where the networks are not installed. */
export async function makePictureText(image: DecodedImage): Promise<{ readonly value: FactValue }> {
  reader ??= openTextReader(findTextModels());
  const pixels = await toPixels(image);
  const lines = await (await reader).read(pixels);
  const value: PictureTextValue = {
    lines: lines.map(({ text, confidence, box }) => {
      return {
        text,
        box: toThousandths(box, pixels),
        confidence: Math.round(confidence * 100) / 100,
      };
    }),
  };
  return { value: { kind: 'json', value } };
}

/** Larger pictures are decoded a second time: what others tell must not depend on whether text is read. */
async function toPixels({ bytes, pixels, isShrunk }: DecodedImage): Promise<Pixels> {
  if (!isShrunk || (await countPixels(bytes)) > MAX_PIXELS_TWICE) return pixels;
  const larger = await decodeImage(bytes, TEXT_SIDE);
  return 'problem' in larger ? pixels : larger;
}

/** Of the file; too many where it cannot be told. */
async function countPixels(bytes: Uint8Array): Promise<number> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return width * height;
  } catch {
    return Number.POSITIVE_INFINITY; // a format that sharp does not know was decoded by us, into a small box
  }
}

/** The upright rectangle around a box, cut at the edges of the picture. */
function toThousandths(
  box: TextBox,
  { width, height }: Pixels,
): [left: number, top: number, width: number, height: number] {
  const [along, across] = [box.length / 2, box.height / 2];
  const reachX = Math.abs(box.directionX) * along + Math.abs(box.directionY) * across;
  const reachY = Math.abs(box.directionY) * along + Math.abs(box.directionX) * across;
  const part = (value: number, side: number) =>
    Math.round((1000 * Math.min(side, Math.max(0, value))) / side);
  const [left, right] = [part(box.centerX - reachX, width), part(box.centerX + reachX, width)];
  const [top, bottom] = [part(box.centerY - reachY, height), part(box.centerY + reachY, height)];
  return [left, top, right - left, bottom - top];
}
