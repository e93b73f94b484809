/** The part of the onnxruntime API used here; `onnxruntime-node` and `onnxruntime-web` share it. */
export interface OnnxModule {
  InferenceSession: {
    create(model: string | Uint8Array, options: OnnxSessionOptions): Promise<OnnxSession>;
  };
  Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => OnnxTensor;
  env: {
    wasm: {
      numThreads?: number;
      proxy?: boolean;
      wasmPaths?: { mjs: string; wasm: string };
      wasmBinary?: Uint8Array;
    };
  };
}

export interface OnnxSession {
  run(inputs: Record<string, OnnxTensor>): Promise<Record<string, OnnxTensor>>;
  release(): Promise<void>;
}

export interface OnnxTensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

export interface OnnxSessionOptions {
  intraOpNumThreads: number;
  interOpNumThreads: number;
  executionMode: 'sequential';
  graphOptimizationLevel: 'all';
  logSeverityLevel: 0 | 1 | 2 | 3 | 4;
  enableCpuMemArena: boolean;
  enableMemPattern: boolean;
}

/** One thread: the encoder has one of the machine's cores, the rest of the server the others. */
export const sessionOptions: OnnxSessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
  // Nearly every run has another shape; memory kept for earlier shapes would only add up.
  enableCpuMemArena: false,
  enableMemPattern: false,
};
