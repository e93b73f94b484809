import type { Embedder } from '../ports/embedder.ts';
import type { Message } from '../ports/memory-store.ts';
import { toChunks } from './chunk.ts';

/** A long memory hands its chunks over in slices, so that short ones get in between. */
const chunksPerCall = 16;
/** About 110 tokens of English: one encoder run stays short enough for queries to get in between. */
const chunkLength = 500;

/** The vectors that a memory is found by. @throws {EmbedderError} */
export async function toVectors(
  embedder: Embedder,
  memory: { text: string; messages: readonly Message[] | null },
): Promise<Float32Array[]> {
  const chunks = await toChunks(memory, { targetLength: chunkLength });
  const vectors: Float32Array[] = [];
  for (let start = 0; start < chunks.length; start += chunksPerCall) {
    vectors.push(...(await embedder.embedDocuments(chunks.slice(start, start + chunksPerCall))));
  }
  return vectors;
}
