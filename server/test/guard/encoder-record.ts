import { onTestFinished } from 'vitest';
import { createLocalEmbedder, type LocalEmbedder } from '../../src/adapters/local-model/create-local-embedder.ts';

/** The first values of a vector: the length of the text that the thread received, and the number of its request. */
export type EncoderRecord = Float32Array & { readonly 0: number; readonly 1: number };

/** Stands in for the thread of the model. It responds to each query with an {@link EncoderRecord}. */
const thread = `
  import { parentPort } from 'node:worker_threads';
  let count = 0;
  parentPort.postMessage({ kind: 'started', runtime: 'native', fallbackReason: null, loadMs: 1 });
  parentPort.on('message', (request) => {
    if (request.kind === 'close') return parentPort.close();
    const values = new Float32Array(384);
    values.set([request.text.length, ++count]);
    parentPort.postMessage({ kind: 'vectors', id: request.id, values, tokens: [], words: [] });
  });
`;

/** Creates the local embedder without its model. */
export function createEncoder(): LocalEmbedder {
  const threadUrl = new URL(`data:text/javascript,${encodeURIComponent(thread)}`);
  const embedder = createLocalEmbedder({ runtime: 'native', threadUrl });
  onTestFinished(() => embedder.close());
  return embedder;
}
