import { readFile } from 'node:fs/promises';
import { modelUrl, wasmRuntime } from '@mnema/model-bge-small-en';
import { type OnnxModule, type OnnxSession, sessionOptions } from './onnx-module.ts';

/** Imports the vendored WebAssembly runtime. It gets its files here, so it fetches nothing. */
export async function importWasmRuntime(): Promise<OnnxModule> {
  const module = (await import(wasmRuntime.moduleUrl.href)) as OnnxModule;
  module.env.wasm.numThreads = 1;
  module.env.wasm.proxy = false;
  module.env.wasm.wasmPaths = { mjs: wasmRuntime.loaderUrl.href, wasm: wasmRuntime.binaryUrl.href };
  module.env.wasm.wasmBinary = await readFile(wasmRuntime.binaryUrl);
  return module;
}

export async function createWasmSession(module: OnnxModule): Promise<OnnxSession> {
  return module.InferenceSession.create(await readFile(modelUrl), sessionOptions);
}
