import { fileURLToPath } from 'node:url';
import { modelUrl } from '@mnema/model-bge-small-en';
import type { OnnxModule, OnnxSession } from './onnx-module.ts';
import { sessionOptions } from './onnx-module.ts';

/** The optional package with the native runtime. Rejects where it isn't installed or doesn't load. */
export async function importNativeRuntime(): Promise<OnnxModule> {
  const module = await import('onnxruntime-node');
  return module as unknown as OnnxModule;
}

export function createNativeSession(module: OnnxModule): Promise<OnnxSession> {
  return module.InferenceSession.create(fileURLToPath(modelUrl), sessionOptions);
}
