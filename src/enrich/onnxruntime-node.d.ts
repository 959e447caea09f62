// The few calls of `onnxruntime-node` that we use: version 1.17.0 brings no declarations.
declare module 'onnxruntime-node' {
  /** Numbers with a shape. */
  export class Tensor {
    constructor(type: 'float32', data: Float32Array, dims: readonly number[]);
    constructor(type: 'int64', data: BigInt64Array, dims: readonly number[]);
    readonly data: Float32Array | Uint8Array | BigInt64Array | readonly string[];
    readonly dims: readonly number[];
  }

  /** A network that is open. */
  export class InferenceSession {
    static create(
      bytes: Uint8Array,
      options: {
        readonly executionProviders: readonly string[];
        readonly intraOpNumThreads: number;
        readonly interOpNumThreads: number;
        readonly executionMode: 'sequential';
        readonly graphOptimizationLevel: 'all';
        /** 3: errors alone. */
        readonly logSeverityLevel: 3;
      },
    ): Promise<InferenceSession>;
    readonly inputNames: readonly string[];
    readonly outputNames: readonly string[];
    run(
      feeds: Readonly<Record<string, Tensor>>,
      outputs: readonly string[],
    ): Promise<Readonly<Record<string, Tensor>>>;
    release(): Promise<void>;
  }
}
