// What is added to the network of the family filter so that it gives a vector by which pictures are compared, too.
import type { OnnxBuilder } from '../test/fixtures/onnx-builder.ts';

/**
 * Layers that are averaged over the picture, by how much each counts. The last layers were trained to see one thing only and forget the rest; these
 * recognise copies best (docs/decisions/019-look-alikes.md). `power`: the cubic mean, in which what is strong counts more.
 */
const LAYERS = [
  { layer: 'block_12_add', channels: 96, weight: 1, power: 3 },
  { layer: 'block_13_expand_relu', channels: 576, weight: 1, power: 1 },
  { layer: 'block_9_add', channels: 64, weight: 0.6, power: 1 },
] as const;

/** Numbers before they are brought down to a vector. */
const FEATURES = LAYERS.reduce((sum, { channels }) => sum + channels, 0);
/** Numbers of a vector. */
export const VECTOR_LENGTH = 256;
/** Share of the mean of all pictures that is taken off: it says nothing, and directions differ more without it. */
const CENTER_SHARE = 0.65;

/**
 * Adds the output `vector` to a graph whose layers are outputs of these names; without a `center`, the mean of many pictures, the output
 * `features`, of which it is the mean. Gives the shape of the output by its name.
 */
export function addVectorHead(
  graph: OnnxBuilder,
  nameOf: (layer: string) => string,
  center?: Float32Array,
): Record<string, readonly (string | number)[]> {
  const parts = LAYERS.map(({ layer, weight, power }) => {
    const pooled = addMean(graph, nameOf(layer), `vector/${layer}`, power);
    return addScaled(graph, addUnit(graph, pooled, `vector/${layer}/unit`), weight);
  });
  const joined = graph.node('Concat', parts, 'vector/joined', { axis: 1 });
  if (center === undefined) {
    addUnit(graph, joined, 'features');
    return { features: ['batch', FEATURES] };
  }
  const unit = addUnit(graph, joined, 'vector/features');
  const share = center.map((value) => value * CENTER_SHARE);
  const mean = graph.constant('vector/center', [FEATURES], share);
  const centred = graph.node('Sub', [unit, mean], 'vector/centred');
  addProjection(graph, centred);
  return { vector: ['batch', VECTOR_LENGTH] };
}

/** The mean over the picture of each channel. */
function addMean(graph: OnnxBuilder, input: string, name: string, power: number): string {
  if (power === 1) {
    const mean = graph.node('GlobalAveragePool', [input], `${name}/mean`);
    return graph.node('Flatten', [mean], `${name}/flat`, { axis: 1 });
  }
  const least = graph.constant(`${name}/least`, [], Float32Array.of(1e-6));
  const exponent = graph.constant(`${name}/power`, [], Float32Array.of(power));
  const root = graph.constant(`${name}/root`, [], Float32Array.of(1 / power));
  const positive = graph.node('Clip', [input, least], `${name}/positive`);
  const raised = graph.node('Pow', [positive, exponent], `${name}/raised`);
  const mean = graph.node('GlobalAveragePool', [raised], `${name}/mean`);
  const flat = graph.node('Flatten', [mean], `${name}/flat`, { axis: 1 });
  return graph.node('Pow', [flat, root], `${name}/cubic`);
}

/** The same direction with length 1. */
function addUnit(graph: OnnxBuilder, input: string, output: string): string {
  const length = graph.node('ReduceL2', [input], `${output}/length`, { axes: [1], keepdims: 1 });
  return graph.node('Div', [input, length], output);
}

function addScaled(graph: OnnxBuilder, input: string, weight: number): string {
  if (weight === 1) return input;
  const factor = graph.constant(`${input}/weight`, [], Float32Array.of(weight));
  return graph.node('Mul', [input, factor], `${input}/weighted`);
}

/**
 * Fewer numbers with nearly the same distances: each is a sum of all features, half of them with a minus, chosen by chance once and for
 * all.
 */
function addProjection(graph: OnnxBuilder, input: string): void {
  const signs = new Uint8Array(FEATURES * VECTOR_LENGTH);
  const random = createRandom(20);
  for (let column = 0; column < VECTOR_LENGTH; column++) {
    const order = Array.from({ length: FEATURES }, (_, at) => at);
    for (let left = FEATURES - 1; left > 0; left--) {
      const other = Math.floor(random() * (left + 1));
      [order[left], order[other]] = [order[other] ?? 0, order[left] ?? 0];
    }
    for (const row of order.slice(FEATURES / 2)) signs[row * VECTOR_LENGTH + column] = 2;
  }
  const stored = graph.constant('vector/signs', [FEATURES, VECTOR_LENGTH], signs);
  const one = graph.constant('vector/one', [], Float32Array.of(1));
  const floats = graph.node('Cast', [stored], 'vector/signs/floats', { to: 1 });
  const matrix = graph.node('Sub', [floats, one], 'vector/matrix');
  graph.node('MatMul', [input, matrix], 'vector');
}

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
