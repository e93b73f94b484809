import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { wasmRuntime } from '@mnema/model-bge-small-en';
import type { RuntimeName } from './encoder-messages.ts';

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
export const importNativeRuntime = (): Promise<OnnxModule> => import('onnxruntime-node');

/** Imports the vendored WebAssembly runtime. Its files are passed here, so it fetches nothing. */
export async function importWasmRuntime(): Promise<OnnxModule> {
  const module = (await import(wasmRuntime.moduleUrl.href)) as OnnxModule;
  const wasmPaths = { mjs: wasmRuntime.loaderUrl.href, wasm: wasmRuntime.binaryUrl.href };
  const wasmBinary = await readFile(wasmRuntime.binaryUrl);
  Object.assign(module.env.wasm, { numThreads: 1, proxy: false, wasmPaths, wasmBinary });
  return module;
}

/** Opens a model. Only the native runtime can read its file. */
export async function openModel(module: OnnxModule, runtime: RuntimeName, model: URL): Promise<OnnxSession> {
  const { InferenceSession } = module;
  return runtime === 'native'
    ? InferenceSession.create(fileURLToPath(model), sessionOptions)
    : InferenceSession.create(await readFile(model), sessionOptions);
}
