// Runs the networks that an operator brought on pictures; each is opened once.
import { type OnnxModel, openOnnxModel } from './onnx-model.ts';
import { fitPixels, toTensor } from './picture-input.ts';
import type { PictureNetwork } from './picture-models.ts';
import type { DecodedImage } from './thumbnail.ts';

const open = new Map<string, Promise<OnnxModel>>();

/** What a network gives for the first frame of a picture. Rejects where it cannot be run. */
export async function runNetwork(
  { pixels }: DecodedImage,
  { file, digest, input, output }: PictureNetwork,
): Promise<Float32Array> {
  const key = `${digest} ${file}`;
  const opening = open.get(key) ?? openOnnxModel(file);
  open.set(key, opening);
  const model = await opening;
  const wanted = output ?? model.outputs[0];
  if (wanted === undefined || !model.outputs.includes(wanted)) {
    const names = model.outputs.join(', ');
    throw new Error(`pinakes: the model ${file} has no output ${wanted}; it gives ${names}`);
  }
  const tensor = toTensor([await fitPixels(pixels, input)], input);
  const found = (await model.run(tensor, [wanted])).get(wanted);
  if (found === undefined) throw new Error(`pinakes: ${wanted} of ${file} holds no floats`);
  return found.data;
}
