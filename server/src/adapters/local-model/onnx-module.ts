/** The API of onnxruntime, which the native and the WebAssembly package share. */
export type OnnxModule = typeof import('onnxruntime-node');
export type OnnxSession = Awaited<ReturnType<OnnxModule['InferenceSession']['create']>>;

/** The options limit the encoder to one thread, which leaves the other cores to the rest of the server. */
export const sessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
  // Nearly every run has another shape; memory kept for earlier shapes would only add up.
  enableCpuMemArena: false,
  enableMemPattern: false,
} as const;
