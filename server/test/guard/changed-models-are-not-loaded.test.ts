import { files, modelUrl, tokenizerUrl, wasmRuntime } from '@mnema/model-bge-small-en';
import { expect, it, vi } from 'vitest';
import { loadEncoder } from '../../src/adapters/local-model/load-encoder.ts';
import type { OnnxModule } from '../../src/adapters/local-model/onnx-runtimes.ts';

it.each([
  ['the model', 'native', modelUrl],
  ['the tokenizer', 'native', tokenizerUrl],
  ['the WebAssembly runtime', 'wasm', wasmRuntime.moduleUrl],
  ['the WebAssembly binary', 'wasm', wasmRuntime.binaryUrl],
] as const)('%s is not loaded when it is not the file that was released', async (_what, runtime, changed) => {
  const load = vi.fn(() => Promise.reject<OnnxModule>(new Error('it was loaded')));
  const others = files.map((file) => (file.url === changed ? { ...file, sha256: '0'.repeat(64) } : file));
  const loading = loadEncoder(runtime, { native: load, wasm: load }, others);
  await expect(loading).rejects.toThrow(/ is changed: install the package @mnema\/model-bge-small-en again/);
  expect(load).not.toHaveBeenCalled();
});
