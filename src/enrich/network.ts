// What the network that comes along makes of a picture: scores of its frames and a vector of the first, from one run for all who ask.
import { decodeFrames } from './frames.ts';
import { type OnnxModel, openOnnxModel } from './onnx-model.ts';
import { fitPixels, type PictureInput, toTensor } from './picture-input.ts';
import { NSFW_FRAMES, NSFW_SIDE } from './pixel-producers.ts';
import type { DecodedImage } from './thumbnail.ts';

/** What the network made of a picture. */
export interface NetworkView {
  /** Numbers of the frames that were looked at, in the file, from 0. */
  readonly frames: readonly number[];
  /** Shares of the classes, frame after frame. */
  readonly scores: Float32Array;
  /** Numbers by which pictures are compared, of the first frame. */
  readonly vector: Float32Array;
}

/** What the network wants to see. */
export const NETWORK_INPUT: PictureInput = {
  width: NSFW_SIDE,
  height: NSFW_SIDE,
  layout: 'rows',
  mean: [0, 0, 0],
  deviation: [1, 1, 1],
};
const FILE = new URL('../../models/nsfw.onnx', import.meta.url);

let model: Promise<OnnxModel> | undefined;
const views = new WeakMap<DecodedImage, Promise<NetworkView>>();

/** Runs the network on a picture, once for each. Rejects only where it cannot be run at all. */
export function viewOf(image: DecodedImage): Promise<NetworkView> {
  const view = views.get(image) ?? look(image);
  views.set(image, view);
  return view;
}

async function look({ pixels, bytes }: DecodedImage): Promise<NetworkView> {
  const pictures = [{ frame: 0, data: await fitPixels(pixels, NETWORK_INPUT) }];
  for await (const frame of decodeFrames(bytes, NSFW_SIDE, NSFW_FRAMES)) pictures.push(frame);
  model ??= openOnnxModel(FILE);
  const outputs = await (await model).run(
    toTensor(
      pictures.map(({ data }) => data),
      NETWORK_INPUT,
    ),
  );
  const vectors = outputs.get('vector')?.data ?? new Float32Array();
  return {
    frames: pictures.map(({ frame }) => frame),
    scores: outputs.get('scores')?.data ?? new Float32Array(),
    vector: vectors.subarray(0, vectors.length / pictures.length),
  };
}
