import { joinVectors, type QuantizedVector, quantize } from '../../lib/quantize.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { Claim } from '../memories/claim.ts';
import { toChunks } from '../text/chunk.ts';

/** The maximum of tokens of a memory whose vectors are stored. Searches that find the memory compare all of them. */
const maxTokens = 512;

/** About 110 tokens of English. Encoder runs stay short enough for queries to run between them. */
export const chunkLength = 500;

/** Embeds the chunks of a memory, one call at a time, so that others run in between. @throws {EmbedderError} */
export async function toVectors(embedder: Embedder, memory: Pick<Claim, 'accountId' | 'text' | 'messages'>) {
  const chunks = await toChunks(memory, { targetLength: chunkLength });
  const vectors: QuantizedVector[] = [];
  const tokens: Int8Array[] = [];
  const { textsPerCall, tokens: withTokens } = embedder;
  for (let start = 0; start < chunks.length; start += textsPerCall) {
    const texts = chunks.slice(start, start + textsPerCall);
    if (!withTokens) vectors.push(...(await embedder.embedDocuments(texts)).map(quantize));
    else {
      const embeddings = await withTokens.embedDocuments(texts);
      vectors.push(...embeddings.map(({ vector }) => quantize(vector)));
      tokens.push(...embeddings.map((one) => one.tokens));
    }
  }
  const embedded = { embedderId: embedder.id, vectors };
  return withTokens ? { ...embedded, tokens: joinVectors(tokens, maxTokens * withTokens.dimensions) } : embedded;
}
