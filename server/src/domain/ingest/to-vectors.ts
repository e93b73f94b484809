import type { Embedder } from '../../ports/embedder.ts';
import type { Claim } from '../../ports/memory-store.ts';
import { toChunks } from '../text/chunk.ts';

/** About 110 tokens of English: one encoder run stays short enough for queries to get in between. */
export const chunkLength = 500;

/**
 * Embeds the chunks of a memory. A long memory has one call under way at a time, so that others get in between.
 * @throws {EmbedderError}
 */
export async function toVectors(
  embedder: Embedder,
  memory: Pick<Claim, 'accountId' | 'text' | 'messages'>,
): Promise<Float32Array[]> {
  const chunks = await toChunks(memory, { targetLength: chunkLength });
  const vectors: Float32Array[] = [];
  const { textsPerCall } = embedder;
  for (let start = 0; start < chunks.length; start += textsPerCall) {
    vectors.push(...(await embedder.embedDocuments(chunks.slice(start, start + textsPerCall))));
  }
  return vectors;
}
