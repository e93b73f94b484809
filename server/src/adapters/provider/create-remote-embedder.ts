import type { CosineBand, Embedder } from '../../ports/embedder.ts';
import { EmbedderError } from '../../ports/embedder.ts';
import { createBatches } from './batches.ts';
import { createQueryCache } from './create-query-cache.ts';
import { type CallLimits, createProviderCalls } from './provider-calls.ts';
import { ProviderError } from './provider-error.ts';
import { toSendable } from './to-sendable.ts';
import { toUnitVectors } from './unit-vectors.ts';

export type TextKind = 'document' | 'query';

export interface RemoteModel {
  /** As messages call it. */
  provider: string;
  id: string;
  dimensions: number;
  cosineBand: CosineBand;
  /** What a request may hold. */
  textsMost: number;
  charactersMost: number;
  /** One request. Resolves to what stands in the place of the vectors, unchecked. @throws {ProviderError} */
  request(texts: string[], kind: TextKind, signal: AbortSignal): Promise<unknown>;
}

export interface RemoteLimits {
  documents: CallLimits;
  /** A search waits five seconds for its vector; an answer after that helps nobody. */
  queries: CallLimits;
  /** Requests with documents under way at once. */
  parallel: number;
}

const usualLimits: RemoteLimits = {
  documents: { attemptsMost: 3, attemptMs: 20_000, deadlineMs: 45_000, patienceMs: 15_000 },
  queries: { attemptsMost: 2, attemptMs: 2_500, deadlineMs: 4_500, patienceMs: 500 },
  parallel: 4,
};
/** A text that the provider refuses as too long is cut down to no less than this, in UTF-16 units. */
const shortEnough = 500;

/** An embedder over HTTP: documents in batches, queries past them, both within deadlines. */
export function createRemoteEmbedder(model: RemoteModel, given: Partial<RemoteLimits> = {}): Embedder {
  const limits = { ...usualLimits, ...given };
  const { provider, dimensions } = model;
  const calls = createProviderCalls({ provider });
  let closed = false;

  async function embed(texts: string[], kind: TextKind): Promise<Float32Array[]> {
    const limit = kind === 'query' ? limits.queries : limits.documents;
    return calls.call(limit, async (signal) =>
      toUnitVectors(await model.request(texts, kind, signal), { provider, count: texts.length, dimensions }),
    );
  }

  /** Of one text that is refused the beginning is taken: it may only have been too long. */
  async function embedShortened(texts: string[], kind: TextKind): Promise<Float32Array[]> {
    const [text = ''] = texts;
    try {
      return await embed(texts, kind);
    } catch (error) {
      if (texts.length > 1 || !isTextsFault(error) || text.length <= shortEnough) throw error;
      const half = Math.max(shortEnough, Math.floor(Math.min(text.length, model.charactersMost) / 2));
      return embedShortened([toSendable(text.slice(0, half))], kind);
    }
  }

  const documents = createBatches({
    textsMost: model.textsMost,
    charactersMost: model.charactersMost,
    parallel: limits.parallel,
    send: (texts) => embedShortened(texts, 'document'),
    isTextsFault,
  });
  const queries = createQueryCache(async (text) => {
    const [vector] = await embedShortened([toSendable(text)], 'query');
    return vector as Float32Array;
  });

  async function reported<Result>(work: () => Promise<Result>): Promise<Result> {
    if (closed) throw new EmbedderError('the embedder is closed', { retryable: true });
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      throw new EmbedderError(error.message, { retryable: error.fault !== 'text', cause: error.detail });
    }
  }

  return {
    id: model.id,
    dimensions,
    cosineBand: model.cosineBand,
    textsPerCall: model.textsMost,
    embedDocuments: (texts) => reported(() => documents.embed(texts.map(toSendable))),
    embedQuery: (text) => reported(() => queries.get(text)),
    async close() {
      closed = true;
      queries.clear();
      calls.close();
    },
  };
}

function isTextsFault(error: unknown): boolean {
  return error instanceof ProviderError && error.fault === 'text';
}
