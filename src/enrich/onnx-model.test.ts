// Networks of tests: made here, byte by byte, so that what they give is known.
import { expect, it } from 'vitest';
import { OnnxBuilder } from '../../test/fixtures/onnx-builder.ts';
import { openOnnxModel } from './onnx-model.ts';

it('gives what a network makes of each input of a batch', async () => {
  const graph = new OnnxBuilder();
  const weights = graph.constant('weights', [2, 3], Float32Array.of(1, 2, 3, 10, 20, 30));
  graph.node('MatMul', ['given', weights], 'product');
  const bytes = graph.build({ given: ['batch', 2] }, { product: ['batch', 3] });
  await using model = await openOnnxModel(bytes);
  expect([model.inputs, model.outputs]).toEqual([['given'], ['product']]);
  const outputs = await model.run({ data: Float32Array.of(1, 0, 2, 1), shape: [2, 2] });
  expect(outputs.get('product')).toEqual({
    data: Float32Array.of(1, 2, 3, 12, 24, 36),
    shape: [2, 3],
  });
});

it('refuses bytes that are no network, and tensors that do not fit', async () => {
  await expect(openOnnxModel(Buffer.from('no network'))).rejects.toThrow();
  const graph = new OnnxBuilder();
  graph.node('Relu', ['given'], 'taken');
  await using model = await openOnnxModel(graph.build({ given: [1, 2] }, { taken: [1, 2] }));
  const three = { data: new Float32Array(3), shape: [1, 3] };
  await expect(model.run(three)).rejects.toThrow();
});
