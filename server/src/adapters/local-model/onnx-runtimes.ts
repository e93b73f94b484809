import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { modelUrl, wasmRuntime } from '@mnema/model-bge-small-en';

/** The API of onnxruntime, which the native and the WebAssembly package share. */
export type OnnxModule = typeof import('onnxruntime-node');
export type OnnxSession = Awaited<ReturnType<OnnxModule['InferenceSession']['create']>>;

/** One thread: the encoder has one of the machine's cores, the rest of the server the others. */
const sessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
  // Nearly every run has another shape; memory kept for earlier shapes would only add up.
  enableCpuMemArena: false,
  enableMemPattern: false,
} as const;

/** Imports the optional package with the native runtime. Rejects where it isn't installed or doesn't load. */
export function importNativeRuntime(): Promise<OnnxModule> {
  return import('onnxruntime-node');
}

export function createNativeSession(module: OnnxModule, model: URL = modelUrl): Promise<OnnxSession> {
  return module.InferenceSession.create(fileURLToPath(model), sessionOptions);
}

/** Imports the vendored WebAssembly runtime. It gets its files here, so it fetches nothing. */
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
