// The vector of a picture, by which look-alikes are found.
import type { FactValue } from '../model/fact.ts';
import { producerKey } from '../model/producer.ts';
import { packVector } from '../model/vector.ts';
import { MIN_LOOK_SIDE } from './look.ts';
import { viewOf } from './network.ts';
import { runNetwork } from './operator-network.ts';
import { type PictureNetwork, vectorProducer } from './picture-models.ts';
import { VECTOR } from './pixel-producers.ts';
import type { DecodedImage } from './thumbnail.ts';

/** The vector of a picture, by the network that comes along or one of the operator's; `{}` for one that is tiny: icons and buttons look alike. */
export async function makeVector(
  image: DecodedImage,
  own?: PictureNetwork,
): Promise<{ readonly value: FactValue }> {
  const { width, height } = image.pixels;
  if (Math.min(width, height) < MIN_LOOK_SIDE) return NONE;
  const vector = own === undefined ? (await viewOf(image)).vector : await runNetwork(image, own);
  const bytes = packVector(vector, producerKey(own === undefined ? VECTOR : vectorProducer(own)));
  return bytes === undefined ? NONE : { value: { kind: 'bytes', bytes } };
}

const NONE = { value: { kind: 'json', value: {} } } as const;
