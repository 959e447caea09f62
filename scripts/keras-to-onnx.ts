// From a classifier of pictures as TensorFlow.js stores it (layers of Keras, weights in bytes) to the ONNX format.
import { createRequire } from 'node:module';
import path from 'node:path';
import { OnnxBuilder } from '../test/fixtures/onnx-builder.ts';
import { addVectorHead } from './vector-head.ts';

/** Pixels of each side of a picture. */
const SIDE = 224;

/**
 * A classifier in the form that TensorFlow.js stores, in modules of base64, as an ONNX file that tells `producer`, with a vector as second
 * output (`addVectorHead`).
 */
export function kerasToOnnx(model: string, producer: string, center?: Float32Array): Uint8Array {
  const require = createRequire(import.meta.url);
  const { modelTopology, weightsManifest } = require(path.join(model, 'model.min.js')) as {
    readonly modelTopology: {
      readonly model_config: { readonly config: { readonly layers: readonly Layer[] } };
    };
    readonly weightsManifest: readonly Manifest[];
  };
  const weights = new Map<string, Weights>();
  for (const manifest of weightsManifest) {
    const parts = manifest.paths.map((name) =>
      // Each part is a module that is a text in base64.
      Buffer.from(require(path.join(model, `${name}.min.js`)) as string, 'base64'),
    );
    readWeights(Buffer.concat(parts), manifest, weights);
  }
  const { layers } = modelTopology.model_config.config;
  return new Converter(weights).convert(layers, producer, center);
}

/** A layer of Keras, of which only these members are read. */
interface Layer {
  readonly name: string;
  readonly class_name: string;
  readonly inbound_nodes: readonly (readonly (readonly [source: string, ...unknown[]])[])[];
  readonly config: {
    readonly padding?: 'same' | 'valid' | readonly (readonly [number, number])[];
    readonly kernel_size?: readonly number[];
    readonly pool_size?: readonly number[];
    readonly strides?: readonly number[];
    readonly use_bias?: boolean;
    readonly activation?: string;
    readonly epsilon?: number;
    readonly max_value?: number;
  };
}

/** Weights as they are stored: bytes that stand for `min + byte * scale`. */
interface Weights {
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
  readonly min: number;
  readonly scale: number;
}

interface Manifest {
  readonly paths: readonly string[];
  readonly weights: readonly {
    readonly name: string;
    readonly shape: readonly number[];
    readonly quantization?: {
      readonly min: number;
      readonly scale: number;
      readonly dtype: string;
    };
  }[];
}

function readWeights(data: Buffer, manifest: Manifest, into: Map<string, Weights>): void {
  let at = 0;
  for (const { name, shape, quantization } of manifest.weights) {
    if (quantization?.dtype !== 'uint8') throw new Error(`${name} is not stored in bytes`);
    const { min, scale } = quantization;
    const count = shape.reduce((product, size) => product * size, 1);
    into.set(name, { shape, min, scale, bytes: data.subarray(at, at + count) });
    at += count;
  }
  if (at !== data.length) throw new Error(`${data.length} bytes of weights, ${at} expected`);
}

/** Layer by layer into nodes. Pictures come as rows of pixels (NHWC), the nodes of ONNX take planes (NCHW). */
class Converter {
  readonly #weights: ReadonlyMap<string, Weights>;
  readonly #graph = new OnnxBuilder();
  /** Names of outputs by layer; a padding is kept for the layer behind it. */
  readonly #outputs = new Map<string, { readonly name: string; readonly pads?: number[] }>();

  constructor(weights: ReadonlyMap<string, Weights>) {
    this.#weights = weights;
    this.#graph.constant('zero', [], Float32Array.of(0));
  }

  convert(layers: readonly Layer[], producer: string, center?: Float32Array): Uint8Array {
    for (const layer of layers) this.#outputs.set(layer.name, this.#layer(layer));
    const nameOf = (layer: string) => this.#outputs.get(layer)?.name ?? layer;
    return this.#graph.build(
      { pixels: ['batch', SIDE, SIDE, 3] },
      { scores: ['batch', 5], ...addVectorHead(this.#graph, nameOf, center) },
      producer,
    );
  }

  #layer(layer: Layer): { readonly name: string; readonly pads?: number[] } {
    const { name, class_name: kind, config } = layer;
    const sources = (layer.inbound_nodes[0] ?? []).map(([source]) => {
      const output = this.#outputs.get(source);
      if (output === undefined) throw new Error(`${name} comes before ${source}`);
      return output;
    });
    const inputs = sources.map((source) => source.name);
    const [input = '', ...others] = inputs;
    switch (kind) {
      case 'InputLayer':
        return { name: this.#graph.node('Transpose', ['pixels'], name, { perm: [0, 3, 1, 2] }) };
      case 'ZeroPadding2D': {
        const [[top = 0, bottom = 0] = [], [left = 0, right = 0] = []] =
          config.padding as readonly (readonly number[])[]; // of this layer
        return { name: input, pads: [top, left, bottom, right] };
      }
      case 'Conv2D':
      case 'DepthwiseConv2D':
        return { name: this.#convolution(layer, input, sources[0]?.pads) };
      case 'BatchNormalization':
        return { name: this.#normalization(layer, input) };
      case 'ReLU': {
        const most = this.#graph.constant(
          `${name}/most`,
          [],
          Float32Array.of(config.max_value ?? Number.POSITIVE_INFINITY),
        );
        return { name: this.#graph.node('Clip', [input, 'zero', most], name) };
      }
      case 'Add':
        return { name: this.#graph.node('Add', [input, ...others], name) };
      case 'AveragePooling2D': {
        const { pool_size: size = [], strides = [] } = config;
        return {
          name: this.#graph.node('AveragePool', [input], name, { kernel_shape: size, strides }),
        };
      }
      case 'Flatten': {
        const rows = this.#graph.node('Transpose', [input], `${name}/rows`, { perm: [0, 2, 3, 1] });
        return { name: this.#graph.node('Flatten', [rows], name, { axis: 1 }) };
      }
      case 'Dense':
        return { name: this.#dense(layer, input) };
      case 'Dropout':
        return { name: input }; // for training alone
      default:
        throw new Error(`${name} is a ${kind}, which has no conversion`);
    }
  }

  #convolution({ name, class_name: kind, config }: Layer, input: string, pads?: number[]): string {
    const isDepthwise = kind === 'DepthwiseConv2D';
    const kernel = this.#find(`${name}/${isDepthwise ? 'depthwise_kernel' : 'kernel'}`);
    const [height = 0, width = 0, from = 0, to = 0] = kernel.shape;
    // Rows, columns, inputs, outputs become outputs, inputs, rows, columns.
    const bytes = new Uint8Array(kernel.bytes.length);
    const area = height * width;
    for (let at = 0; at < area; at++) {
      for (let one = 0; one < from * to; one++) {
        const [source, target] = [Math.floor(one / to), one % to];
        const place = isDepthwise ? one : target * from + source;
        bytes[place * area + at] = kernel.bytes[at * from * to + one] ?? 0;
      }
    }
    const shape = isDepthwise ? [from * to, 1, height, width] : [to, from, height, width];
    const inputs = [input, this.#weight(`${name}/kernel`, { ...kernel, bytes, shape })];
    if (config.use_bias === true) inputs.push(this.#weight(`${name}/bias`));
    return this.#graph.node('Conv', inputs, name, {
      kernel_shape: [height, width],
      strides: config.strides ?? [1, 1],
      group: isDepthwise ? from : 1,
      ...(pads !== undefined ? { pads } : config.padding === 'same' && { auto_pad: 'SAME_UPPER' }),
    });
  }

  #normalization({ name, config }: Layer, input: string): string {
    const parts = ['gamma', 'beta', 'moving_mean', 'moving_variance'];
    const weights = parts.map((part) => this.#weight(`${name}/${part}`));
    const epsilon = { float: config.epsilon ?? 1e-3 };
    return this.#graph.node('BatchNormalization', [input, ...weights], name, { epsilon });
  }

  #dense({ name, config }: Layer, input: string): string {
    const weights = [this.#weight(`${name}/kernel`), this.#weight(`${name}/bias`)];
    const sums = this.#graph.node('Gemm', [input, ...weights], `${name}/sums`);
    if (config.activation === 'softmax')
      return this.#graph.node('Softmax', [sums], 'scores', { axis: 1 });
    return this.#graph.node('Relu', [sums], name);
  }

  /** Bytes that the runtime makes floats of when it opens the file, which is a quarter as large therefore. */
  #weight(name: string, { bytes, shape, min, scale }: Weights = this.#find(name)): string {
    const stored = this.#graph.constant(`${name}/bytes`, shape, bytes);
    const factor = this.#graph.constant(`${name}/scale`, [], Float32Array.of(scale));
    const smallest = this.#graph.constant(`${name}/min`, [], Float32Array.of(min));
    const floats = this.#graph.node('Cast', [stored], `${name}/floats`, { to: 1 });
    const scaled = this.#graph.node('Mul', [floats, factor], `${name}/scaled`);
    return this.#graph.node('Add', [scaled, smallest], name);
  }

  #find(name: string): Weights {
    const weights = this.#weights.get(name);
    if (weights === undefined) throw new Error(`there are no weights ${name}`);
    return weights;
  }
}
