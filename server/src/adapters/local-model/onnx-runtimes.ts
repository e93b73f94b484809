import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { modelUrl, wasmRuntime } from '@mnema/model-bge-small-en';

/** The API of onnxruntime, which the native and the WebAssembly package share. */
export type OnnxModule = typeof import('onnxruntime-node');
export type OnnxSession = Awaited<ReturnType<OnnxModule['InferenceSession']['create']>>;

/** One thread: the encoder uses one core of the machine, and the rest of the server uses the others. */
const sessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
  // Nearly every run has a different shape, so memory for earlier shapes would only accumulate.
  enableCpuMemArena: false,
  enableMemPattern: false,
} as const;

/** Imports the optional package with the native runtime. Rejects if it is not installed or does not load. */
export function importNativeRuntime(): Promise<OnnxModule> {
  return import('onnxruntime-node');
}

export function createNativeSession(module: OnnxModule, model: URL = modelUrl): Promise<OnnxSession> {
  return module.InferenceSession.create(fileURLToPath(model), sessionOptions);
}

/** Imports the vendored WebAssembly runtime. Its files are passed here, so it fetches nothing. */
export async function importWasmRuntime(): Promise<OnnxModule> {
  const module = (await import(wasmRuntime.moduleUrl.href)) as OnnxModule;
  module.env.wasm.numThreads = 1;
  module.env.wasm.proxy = false;
  module.env.wasm.wasmPaths = { mjs: wasmRuntime.loaderUrl.href, wasm: wasmRuntime.binaryUrl.href };
  module.env.wasm.wasmBinary = await readFile(wasmRuntime.binaryUrl);
  return module;
}

export async function createWasmSession(module: OnnxModule, model: URL = modelUrl): Promise<OnnxSession> {
  return module.InferenceSession.create(await readFile(model), sessionOptions);
}
