// All facts that the pixels of an image tell: it is decoded once, and every producer looks at the same pixels.
import type { FactValue } from '../model/fact.ts';
import { makeColors } from './colors.ts';
import { decodeImage, shrinkPixels } from './decode.ts';
import { makeLabels } from './labels.ts';
import { makeLook } from './look.ts';
import { type MadeFacts, noFacts, type Picture } from './made-facts.ts';
import { makeNsfw } from './nsfw.ts';
import { makePictureText } from './ocr/picture-text.ts';
import { LABELS_NAME, type PictureModels } from './picture-models.ts';
import { makeVector } from './picture-vector.ts';
import {
  COLORS,
  LOOK,
  NSFW,
  OCR,
  TEXTURE,
  THUMBNAIL,
  THUMBNAIL_SIDES,
  VECTOR,
} from './pixel-producers.ts';
import { makeTexture } from './texture.ts';
import { type DecodedImage, makeThumbnails } from './thumbnail.ts';

const [SMALL_SIDE, LARGE_SIDE] = THUMBNAIL_SIDES;

/** What a producer tells; pictures are kept beside the facts. */
interface Told {
  readonly value: FactValue;
  readonly pictures?: readonly Picture[];
}

/** How each producer looks at a picture. */
const LOOKS: Readonly<
  Record<string, (image: DecodedImage, models: PictureModels) => Told | Promise<Told>>
> = {
  [THUMBNAIL.name]: makeThumbnails,
  [COLORS.name]: makeColors,
  [LOOK.name]: makeLook,
  [TEXTURE.name]: makeTexture,
  [NSFW.name]: makeNsfw,
  [VECTOR.name]: (image, { vector }) => makeVector(image, vector),
  [OCR.name]: makePictureText,
  [LABELS_NAME]: (image, { labels }) => {
    if (labels === undefined) throw new Error('pinakes: there is no classifier to ask');
    return makeLabels(image, labels);
  },
};

/** What the producers of some names tell about an image. Never throws for bad bytes; only where a producer cannot work at all. */
export async function makeFacts(
  bytes: Uint8Array,
  names: readonly string[],
  models: PictureModels = {},
): Promise<MadeFacts> {
  const pixels = await decodeImage(bytes, LARGE_SIDE);
  if ('problem' in pixels) return noFacts(names, pixels.problem);
  const image: DecodedImage = {
    bytes,
    pixels,
    small: await shrinkPixels(pixels, SMALL_SIDE),
    isShrunk: Math.max(pixels.width, pixels.height) === LARGE_SIDE,
  };
  const facts = new Map<string, FactValue>();
  const pictures: Picture[] = [];
  for (const name of names) {
    const told = await LOOKS[name]?.(image, models);
    if (told === undefined) throw new Error(`pinakes: nobody tells ${name} from pixels`);
    facts.set(name, told.value);
    pictures.push(...(told.pictures ?? []));
  }
  return { facts, pictures };
}
