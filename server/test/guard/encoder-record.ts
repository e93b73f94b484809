import { onTestFinished } from 'vitest';
import { createLocalEmbedder, type LocalEmbedder } from '../../src/adapters/local-model/create-local-embedder.ts';

/** The first values of a vector: the length of the text that the thread received, and the number of its request. */
export type EncoderRecord = Float32Array & { readonly 0: number; readonly 1: number };

/** Stands in for the thread of the model. It responds to each query with an {@link EncoderRecord}. */
const thread = `
  import { parentPort } from 'node:worker_threads';
  let count = 0;
  parentPort.on('message', (requests) => {
    if (requests === 'close') return parentPort.close();
    for (const { id, operation, argument } of requests) {
      const vector = new Float32Array(384);
      if (operation === 'query') vector.set([argument.length, ++count]);
      parentPort.postMessage([{ id, result: { embeddings: [{ vector, tokens: new Int8Array() }], words: [] } }]);
    }
  });
`;

/** Creates the local embedder without its model. */
export function createEncoder(): LocalEmbedder {
  const threadUrl = new URL(`data:text/javascript,${encodeURIComponent(thread)}`);
  const embedder = createLocalEmbedder({ runtime: 'native', threadUrl });
  onTestFinished(() => embedder.close());
  return embedder;
}
