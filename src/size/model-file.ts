// Models on disk: a line of JSON that tells what is in the file, then arrays.
import { PinakesError } from '../support/errors.ts';
import { type FlatTrees, packNodes } from './learn/flat-trees.ts';
import type { ModelAbout, SizeModel } from './model.ts';

const FORMAT = 'pinakes-size-model';
/** Raised with every change of features or file; older models are refused. */
export const MODEL_VERSION = 2;
/** Larger files are none of ours. */
const MAX_HEADER = 100_000;

interface Header {
  readonly format: string;
  readonly version: number;
  readonly bits: number;
  readonly unit: number;
  readonly bias: number;
  readonly pieces: number;
  readonly blend: SizeModel['blend'];
  readonly prior: number;
  readonly treeUnit: number;
  readonly roots: number;
  readonly nodes: number;
  readonly borders: readonly number[];
  readonly bigScores: number;
  readonly about: ModelAbout;
}

/** The bytes of a model. */
export function encodeModel(model: SizeModel): Buffer {
  const { trees, bigScores, weights } = model;
  const header: Header = {
    ...{ format: FORMAT, version: MODEL_VERSION, bits: model.bits, unit: model.unit },
    ...{
      bias: model.bias,
      pieces: model.pieces,
      blend: model.blend,
      prior: model.prior,
      treeUnit: trees.unit,
    },
    ...{ roots: trees.roots.length, nodes: trees.feature.length, bigScores: bigScores.length },
    borders: trees.borders.map(({ length }) => length),
    about: model.about,
  };
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`),
    bytesOf(weights),
    bytesOf(trees.roots),
    bytesOf(trees.feature),
    bytesOf(trees.bin),
    bytesOf(trees.next),
    ...trees.borders.map(bytesOf),
    bytesOf(bigScores),
  ]);
}

/** Reads a model; throws `MODEL_UNREADABLE` for what is none, or one of another version. */
export function decodeModel(bytes: Uint8Array, name: string): SizeModel {
  const end = bytes.subarray(0, MAX_HEADER).indexOf(10);
  const header = end < 0 ? undefined : parseHeader(bytes.subarray(0, end));
  if (header === undefined) throw unreadable(name, 'it is not a model of image sizes');
  if (header.version !== MODEL_VERSION)
    throw unreadable(name, `it has version ${header.version}, this program reads ${MODEL_VERSION}`);
  const { nodes, roots } = header;
  const size = (1 << header.bits) + 4 * roots + 4 * nodes;
  const rest = header.borders.reduce((sum, count) => sum + 4 * count, 4 * header.bigScores);
  if (bytes.length !== end + 1 + size + rest) throw unreadable(name, 'it is cut or damaged');
  let at = end + 1;
  const take = (count: number): ArrayBuffer => {
    const part = Uint8Array.from(bytes.subarray(at, at + count)).buffer;
    at += count;
    return part;
  };
  const weights = new Int8Array(take(1 << header.bits));
  const arrays = {
    roots: new Int32Array(take(4 * roots)),
    feature: new Uint8Array(take(nodes)),
    bin: new Uint8Array(take(nodes)),
    next: new Int16Array(take(2 * nodes)),
  };
  const trees: FlatTrees = {
    ...arrays,
    nodes: packNodes(arrays),
    borders: header.borders.map((count) => new Float32Array(take(4 * count))),
    unit: header.treeUnit,
  };
  if (!isWalkable(trees)) throw unreadable(name, 'its trees lead nowhere');
  const bigScores = new Float32Array(take(4 * header.bigScores));
  const { bits, unit, bias, pieces, blend, prior, about } = header;
  return { bits, weights, unit, bias, pieces, trees, blend, prior, bigScores, about };
}

/** Whether every walk from a root ends at a leaf: all steps lead forward and stay inside. */
function isWalkable({ roots, feature, next, borders }: FlatTrees): boolean {
  const { length } = feature;
  const isInside = (node: number) => node >= 0 && node < length;
  return (
    roots.every(isInside) &&
    feature.every((own, node) => {
      if (own === 255) return true;
      const step = next[node] ?? 0;
      return own < borders.length && step > 0 && isInside(node + step) && isInside(node + 1);
    })
  );
}

function parseHeader(bytes: Uint8Array): Header | undefined {
  try {
    const header = JSON.parse(Buffer.from(bytes).toString()) as Partial<Header>; // checked below
    const numbers = [
      header.bits,
      header.unit,
      header.bias,
      header.pieces,
      header.prior,
      header.roots,
    ];
    const counts = [header.nodes, header.bigScores, ...(header.borders ?? [Number.NaN])];
    const isWhole =
      header.format === FORMAT &&
      [...numbers, ...counts, header.treeUnit, header.version].every(Number.isFinite) &&
      [...counts, header.roots ?? -1].every((count) => (count ?? -1) >= 0) &&
      (header.bits ?? 0) >= 8 &&
      (header.bits ?? 99) <= 22 &&
      header.about !== undefined &&
      [header.blend?.linear, header.blend?.trees, header.blend?.bias].every(Number.isFinite);
    return isWhole ? (header as Header) : undefined;
  } catch {
    return undefined; // not JSON
  }
}

function bytesOf(array: Int8Array | Uint8Array | Int16Array | Int32Array | Float32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

function unreadable(name: string, detail: string): PinakesError {
  return new PinakesError('MODEL_UNREADABLE', { model: name, detail });
}
