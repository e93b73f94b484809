import { fileURLToPath } from 'node:url';
import { modelUrl } from '@mnema/model-bge-small-en';
import { type OnnxModule, type OnnxSession, sessionOptions } from './onnx-module.ts';

/** Imports the optional package with the native runtime. Rejects where it isn't installed or doesn't load. */
export function importNativeRuntime(): Promise<OnnxModule> {
  return import('onnxruntime-node');
}

export function createNativeSession(module: OnnxModule): Promise<OnnxSession> {
  return module.InferenceSession.create(fileURLToPath(modelUrl), sessionOptions);
}
