import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../ports/clock.ts';
import { type Embedder, EmbedderError } from '../ports/embedder.ts';
import type { IngestConsumer, IngestQueue } from '../ports/ingest-queue.ts';
import type { Claim, Failure, MemoryStore } from '../ports/memory-store.ts';
import { StoreUnavailableError } from '../ports/store-error.ts';
import { toChunks } from './chunk.ts';
import { toEntities } from './entities.ts';
import { retryAt } from './retry-schedule.ts';

/** Memories under way at once: enough to fill the embedder's batches. */
const capacity = 64;
/** A long memory hands its chunks over in slices, so that short ones get in between. */
const chunksPerCall = 16;
/** About 110 tokens of English: one encoder run stays short enough for queries to get in between. */
const chunkLength = 500;
const leaseMs = 10 * 60_000;
const pollMs = 1_000;
const firstPauseMs = 500;
const longestPauseMs = 10_000;

export interface IngestEvents {
  /** A memory is ready (`failure` null), or failed for good. */
  settled(memoryId: string, failure: Failure | null): void;
  /** An attempt failed and will be repeated. */
  postponed(memoryId: string, failure: Failure, at: number): void;
  /** The store could not be used; the round is repeated with the next poll. */
  stumbled(error: unknown): void;
}

export interface Ingest {
  /** Takes no further work. What is under way stays pending in the store and goes on after the next start. */
  stop(): Promise<void>;
}

/**
 * Makes accepted memories findable by meaning: claim → split, embed, find entities → write the result, guarded by the
 * revision that was claimed. Nothing is kept in memory that a crash could lose.
 */
export function startIngest({
  store,
  embedder,
  queue,
  clock,
  random,
  events,
}: {
  store: MemoryStore;
  embedder: Embedder;
  queue: IngestQueue;
  clock: Clock;
  /** 0..1, spreads repetitions. */
  random: () => number;
  events: IngestEvents;
}): Ingest {
  const running = new Set<Promise<void>>();
  const stopped = new AbortController();
  let stopping = false;
  let full = false;

  async function pull(): Promise<void> {
    const room = capacity - running.size;
    full = room <= 0;
    if (full || stopping) return;
    try {
      const claims = await store.claim({ limit: room, now: clock.now(), leaseMs });
      full = claims.length === room;
      for (const claim of claims) begin(claim);
    } catch (error) {
      events.stumbled(error);
    }
  }

  function begin(claim: Claim): void {
    const work = ingest(claim)
      .catch((error: unknown) => {
        // The row stays pending: it is due again when the lease ends, or after the next start.
        if (!stopping) events.stumbled(error);
      })
      .finally(() => {
        running.delete(work);
        if (full && !stopping) queue.announce(claim.id);
      });
    running.add(work);
  }

  async function ingest(claim: Claim): Promise<void> {
    let vectors: Float32Array[];
    try {
      vectors = await embedAll(toChunks(claim, { targetLength: chunkLength }));
    } catch (error) {
      if (stopping) return;
      await postpone(claim, error);
      return;
    }
    const entities = toEntities(claim.text);
    const result = { claim, embedderId: embedder.id, vectors, entities, finishedAt: clock.now() };
    const [kept] = await persisted(() => store.complete([result]));
    if (kept) events.settled(kept, null);
  }

  /** A full disk must not cost the work that is done: the write is repeated until it succeeds or the process stops. */
  async function persisted<Result>(write: () => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await write();
      } catch (error) {
        if (stopping || !(error instanceof StoreUnavailableError)) throw error;
        events.stumbled(error);
        await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** attempt));
      }
    }
  }

  async function pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: stopped.signal }).catch(() => {});
  }

  async function embedAll(chunks: string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < chunks.length; start += chunksPerCall) {
      vectors.push(...(await embedder.embedDocuments(chunks.slice(start, start + chunksPerCall))));
    }
    return vectors;
  }

  async function postpone(claim: Claim, error: unknown): Promise<void> {
    const now = clock.now();
    const outage = error instanceof EmbedderError && error.retryable;
    const failure: Failure = outage
      ? { code: 'embedder_unavailable', message: error.message }
      : {
          code: 'embedding_failed',
          message: error instanceof EmbedderError ? error.message : 'the embedder broke on this text',
        };
    const at = retryAt({ attempts: claim.attempts, pendingSince: claim.pendingSince, outage, now, random: random() });
    const [recorded] = await persisted(() => store.fail([{ claim, failure, retryAt: at, failedAt: now }]));
    if (!recorded) return;
    if (at === null) events.settled(recorded, failure);
    else events.postponed(recorded, failure, at);
  }

  const consumer: IngestConsumer = queue.consume(pull, { pollMs });
  return {
    async stop() {
      stopping = true;
      stopped.abort();
      await consumer.stop();
    },
  };
}
