// Runs neural networks in the ONNX format: opens one, gives it tensors, closes it.
import { readFile } from 'node:fs/promises';

/** Numbers with a shape. */
export interface OnnxTensor {
  readonly data: Float32Array;
  /** The first size is that of the batch. */
  readonly shape: readonly number[];
}

/** A network that is open. */
export interface OnnxModel extends AsyncDisposable {
  /** Names of what it takes and gives, in its own order. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /**
   * What the network gives for a batch, by name of output. Rejects when the tensor does not fit its input. Of the outputs only those
   * that hold floats are given.
   */
  run(input: OnnxTensor, outputs?: readonly string[]): Promise<ReadonlyMap<string, OnnxTensor>>;
  close(): Promise<void>;
}

/** Larger files are no models for a laptop, and `onnxruntime` could not take them as bytes. */
const MAX_MODEL_BYTES = 1 << 30;

/**
 * Opens a network of one input. It works in one thread: images are looked at by as many processes as there are cores, and threads
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
  if (input === undefined || session.inputNames.length !== 1) {
    throw new Error(`a model with one input is wanted, this has ${session.inputNames.length}`);
  }
  const close = () => session.release();
  return {
    inputs: session.inputNames,
    outputs: session.outputNames,
    async run({ data, shape }, wanted = session.outputNames) {
      const results = await session.run({ [input]: new Tensor('float32', data, shape) }, wanted);
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
