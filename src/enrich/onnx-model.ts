// Runs neural networks in the ONNX format: opens one, gives it tensors, closes it.
import { readFile } from 'node:fs/promises';

/** Numbers with a shape. */
export interface OnnxTensor<Data = Float32Array> {
  readonly data: Data;
  /** The first size is that of the batch. */
  readonly shape: readonly number[];
}

/** The tensor of a network's first input, or whole numbers by name of input. */
export type OnnxInput = OnnxTensor | ReadonlyMap<string, OnnxTensor<BigInt64Array>>;

/** A network that is open. */
export interface OnnxModel extends AsyncDisposable {
  /** Names of what it takes and gives, in its own order. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /**
   * What the network gives for a batch, by name of output. Rejects when a tensor does not fit its input. Of the outputs only those
   * that hold floats are given.
   */
  run(input: OnnxInput, outputs?: readonly string[]): Promise<ReadonlyMap<string, OnnxTensor>>;
  close(): Promise<void>;
}

/** Larger files are no models for a laptop, and `onnxruntime` could not take them as bytes. */
const MAX_MODEL_BYTES = 1 << 30;

/**
 * Opens a network. It works in one thread: images are looked at by as many processes as there are cores, and threads
 * of one picture would only fight those of others. The runtime is loaded here and nowhere else, since that takes a while and 15 MB.
 */
export async function openOnnxModel(file: string | URL | Uint8Array): Promise<OnnxModel> {
  const bytes = file instanceof Uint8Array ? file : await readFile(file);
  if (bytes.length > MAX_MODEL_BYTES)
    throw new Error(`a model of ${bytes.length} bytes is too large`);
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const session = await InferenceSession.create(bytes, {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  });
  const [input] = session.inputNames;
  if (input === undefined) throw new Error('a model without inputs tells nothing');
  const close = () => session.release();
  return {
    inputs: session.inputNames,
    outputs: session.outputNames,
    async run(given, wanted = session.outputNames) {
      const feeds =
        'data' in given
          ? { [input]: new Tensor('float32', given.data, given.shape) }
          : Object.fromEntries(
              Array.from(given, ([name, { data, shape }]) => [
                name,
                new Tensor('int64', data, shape),
              ]),
            );
      const results = await session.run(feeds, wanted);
      const tensors = new Map<string, OnnxTensor>();
      for (const [name, { data: numbers, dims }] of Object.entries(results)) {
        if (numbers instanceof Float32Array) tensors.set(name, { data: numbers, shape: dims });
      }
      return tensors;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
