import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { backoffMs } from '../../lib/backoff.ts';
import { createBatchWriter } from '../../lib/batch-writer.ts';
import { retryAt } from '../../lib/retry-schedule.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Embedder, EmbedderError } from '../../ports/embedder.ts';
import { ExtractorError } from '../../ports/extractor.ts';
import type { IngestConsumer, IngestQueue } from '../../ports/ingest-queue.ts';
import type {
  Change,
  Claim,
  Commit,
  CommitResult,
  CompleteChange,
  Failure,
  MemoryStore,
} from '../../ports/memory-store.ts';
import { noTracer } from '../../ports/no-tracer.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import type { Tracer } from '../../ports/tracer.ts';
import { type FallbackReason, withFallbackReason } from '../memories/fallback-reason.ts';
import { toEntities } from '../text/entities.ts';
import { toMetadataIndex } from '../text/memory-index.ts';
import type { Infer } from './extraction/start-inference.ts';
import { chunkLength, toVectors } from './to-vectors.ts';

/** As many memories are under way at once as fill so many calls of the embedder: while some wait, the next are ready. */
const callsUnderWay = 4;
/** Text under way at once: what was written meanwhile, by whomever, waits for no more than this, or than fills the calls. */
const charactersUnderWay = 128_000;
/** Extractions under way at once: a language model takes seconds, and must not hold up what needs none. */
const extractionsMost = 16;
/** What a language model said is paid for: while it can not be compared, it is kept. In UTF-16 units of the texts. */
const inferredMost = 8_000_000;
/** As long as an outage is waited for: then the memory has gone, or another worker has it. */
const inferredMs = 24 * 60 * 60_000;
/** Results that finish together are written together, but not so many that other writes wait for them. */
const resultsPerCall = 32;
/** Of a worker that died, another takes over after this; one that lives prolongs it. */
const leaseMs = 60_000;
const extendEveryMs = leaseMs / 3;
const pollMs = 1_000;
const storePauses = { firstMs: 500, maxMs: 10_000 };
/** Memories that extraction wanted to complete, and that others changed meanwhile. */
const extractionRoundsMost = 5;
/** A memory under way when the process crashed this often is tried by itself from then on … */
const quarantineAfter = 3;
/** … and given up when the process crashed that often. */
const maxCrashes = 6;

export interface IngestEvents {
  /** A memory is ready (`failure` null), or failed for good. */
  settled(memoryId: string, failure: Failure | null): void;
  /** An attempt failed and will be repeated. `detail`: more than customers are told, for the log. */
  postponed(memoryId: string, failure: Failure, at: number, detail: string | undefined): void;
  /** Facts could not be extracted: the text is stored as it is. */
  fellBack(memoryId: string, reason: string): void;
  /** Something went wrong that is no memory's fault, or was not foreseen; nothing is lost, it will be tried again. */
  stumbled(error: unknown): void;
}

export interface Ingest {
  /** Whether memories are under way. */
  isBusy(): boolean;
  /** Takes no further work. What is under way stays pending in the store and goes on after the next start. */
  stop(): Promise<void>;
}

/**
 * Makes accepted memories findable by meaning: claim → split, embed, find entities → write the result, guarded by the
 * revision that was claimed. Nothing is kept in memory that a crash could lose, but for answers that can be asked for again.
 */
export function startIngest({
  store,
  embedder,
  problemWithAll,
  startInference,
  queue,
  tracer = noTracer,
  clock,
  random,
  events,
}: {
  store: MemoryStore;
  embedder: Embedder;
  /** Whether it is no text's fault that the embedder refuses one: see `plain-text-problem.ts`. */
  problemWithAll: () => Promise<EmbedderError | undefined>;
  /** See `extraction/start-inference.ts`; null: there is no language model. */
  startInference: (() => Infer) | null;
  queue: IngestQueue;
  tracer?: Tracer;
  clock: Clock;
  /** 0..1, spreads repetitions. */
  random: () => number;
  events: IngestEvents;
}): Ingest {
  const { textsPerCall } = embedder;
  const capacity = callsUnderWay * textsPerCall;
  const charactersMost = Math.max(charactersUnderWay, capacity * chunkLength);
  /** By memory and revision. */
  const running = new Map<string, Claim>();
  const commitResult = createBatchWriter({
    write: (commits: Commit[]) => store.commit(commits),
    maxItems: resultsPerCall,
    groupOf: ({ accountId }) => accountId,
    isItemsFault: (error) => !(error instanceof StoreUnavailableError),
  });
  /** Those under way, and those to be tried again; by memory and revision. */
  const inferences = new LRUCache<string, Infer>({ maxSize: inferredMost, ttl: inferredMs, ttlAutopurge: true });
  const startedAt = clock.now();
  const stopped = new AbortController();
  let stopping = false;
  let roomMade: PromiseWithResolvers<void> | undefined;

  /**
   * Takes what is due until nothing is. At first any room will do, so that nothing waits for others to come. When more is
   * due than there is room for, whole calls are taken as soon as there is room for one: few full calls are worth more
   * than many small ones.
   */
  async function pull(): Promise<void> {
    let least = 1;
    try {
      while (await hasRoom(least)) {
        const embedded = underWay({ infer: false });
        const room = capacity - embedded.length;
        const limit = room - (room % least);
        const characters = charactersMost - textOf(embedded);
        const extractions = extractionsMost - underWay({ infer: true }).length;
        const quarantined = running.size === 0;
        const limits = { limit, characters, extractions, quarantined, quarantineAfter, leaseMs };
        const claims = await store.claim({ purpose: 'ingest', ...limits, now: clock.now() });
        // A memory that took longer than its lease comes again while it is under way: now it has another lease.
        for (const claim of claims) if (!running.has(keyOf(claim))) begin(claim);
        if (claims.length < limit && textOf(claims) < characters && !claims.some(isQuarantined)) return;
        least = textsPerCall;
      }
    } catch (error) {
      events.stumbled(error);
    }
  }

  async function extendLeases(): Promise<void> {
    const claims = [...running.values()];
    if (claims.length > 0) await store.extend(claims, clock.now() + leaseMs).catch(events.stumbled);
  }

  /** Resolves when there is room for `least` memories of one chunk, or to false when the process stops before. */
  async function hasRoom(least: number): Promise<boolean> {
    while (!stopping) {
      const embedded = underWay({ infer: false });
      const characters = charactersMost - textOf(embedded);
      const isRoomy = capacity - embedded.length >= least && characters >= (least === 1 ? 1 : least * chunkLength);
      if (isRoomy && ![...running.values()].some(isQuarantined)) return true;
      roomMade = Promise.withResolvers<void>();
      await roomMade.promise;
    }
    return false;
  }

  /** Those that wait for a language model take no room from those to be embedded: it may not answer for minutes. */
  function underWay({ infer }: { infer: boolean }): Claim[] {
    return [...running.values()].filter((claim) => claim.infer === infer);
  }

  function begin(claim: Claim): void {
    running.set(keyOf(claim), claim);
    void traced(claim)
      .catch((error: unknown) => {
        // The row stays pending: it is due again when the lease ends, or after the next start.
        if (!stopping) events.stumbled(error);
      })
      .finally(() => {
        running.delete(keyOf(claim));
        roomMade?.resolve();
        // There may have been room for everything but another extraction, or another one of this user.
        if (claim.infer && !stopping) queue.announce(claim.id);
      });
  }

  /** An attempt, in the trace of the request that made the memory pending. */
  async function traced(claim: Claim): Promise<void> {
    const { traceParent, infer, attempts } = claim;
    const span = tracer.start(infer ? 'extract' : 'ingest', {
      kind: 'consumer',
      parent: traceParent,
      attributes: { 'mnema.attempt': attempts, 'mnema.waited_ms': clock.now() - claim.pendingSince },
    });
    let failure: string | undefined;
    try {
      failure = await span.run(() => ingest(claim));
    } catch (error) {
      failure = error instanceof Error ? error.name : typeof error;
      throw error;
    } finally {
      span.end(failure);
    }
  }

  /** Resolves to the code of the failure, if it was one. */
  async function ingest(claim: Claim): Promise<string | undefined> {
    let result: CompleteChange;
    try {
      if (claim.crashCount >= maxCrashes) {
        return await giveUp(claim, embedderCrashed(claim.crashCount));
      }
      if (claim.infer) {
        await extract(claim);
        return undefined;
      }
      const vectors = await toVectors(embedder, claim);
      const entities = await toEntities(claim.text);
      result = { kind: 'complete', claim, embedderId: embedder.id, vectors, entities };
    } catch (error) {
      // What stands in the way of a comparison may be a refusal, too: a search goes on without.
      const isDoubtful = isRefusal(error) || (claim.infer && error instanceof EmbedderError);
      const problem = isDoubtful && !stopping ? await problemWithAll() : undefined;
      return stopping ? undefined : await postpone(claim, problem ?? error);
    }
    let isKept: boolean;
    try {
      const commit = { accountId: claim.ownerId, changes: [result] };
      isKept = (await persisted(() => commitResult(commit))).kind === 'written';
    } catch (error) {
      if (stopping || error instanceof StoreUnavailableError) throw error;
      return await postpone(claim, error);
    }
    if (isKept) events.settled(claim.id, null);
    return undefined;
  }

  /** Extracts facts and sends them round as memories of their own. */
  async function extract(claim: Claim): Promise<void> {
    if (!startInference) return storeAsItIs(claim, 'no_llm_configured');
    const infer = inferences.get(keyOf(claim)) ?? startInference();
    inferences.set(keyOf(claim), infer, { size: claim.text.length });
    for (let round = 1; !stopping; round++) {
      const commit = await infer(claim);
      if (!commit || !(await hasConflict(commit))) {
        inferences.delete(keyOf(claim));
        return;
      }
      if (round === extractionRoundsMost) {
        throw new ExtractorError('others keep changing what the facts would complete', { retryable: true });
      }
    }
  }

  async function storeAsItIs(claim: Claim, reason: FallbackReason): Promise<void> {
    while (!stopping) {
      const memory = await store.get(claim.ownerId, claim.id);
      if (!memory) return;
      const metadata = withFallbackReason(memory.metadata, reason);
      const index = await toMetadataIndex(metadata);
      const commit: Commit = {
        accountId: claim.ownerId,
        guards: [{ id: memory.id, version: memory.version }],
        changes: [{ kind: 'store_raw', claim, at: clock.now(), metadata, index }],
        traceParent: claim.traceParent,
      };
      if (!(await hasConflict(commit))) return;
    }
  }

  /**
   * Commits the result of an extraction, unless the claim does not hold any more.
   * @returns whether another memory that the result relies on changed or went, so that nothing was written
   */
  async function hasConflict(commit: Commit): Promise<boolean> {
    const result = await persisted(() => commitOne(commit));
    if (result.kind !== 'written') return result.kind !== 'lapsed';
    for (const change of commit.changes) {
      if (change.kind === 'archive') events.settled(change.claim.id, null);
      else queue.announce(changedId(change));
    }
    return false;
  }

  async function commitOne(commit: Commit): Promise<CommitResult> {
    const [result] = await store.commit([commit]);
    return result as CommitResult;
  }

  /** A full disk must not cost the work that is done: the write is repeated until it succeeds or the process stops. */
  async function persisted<Result>(write: () => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await write();
      } catch (error) {
        if (stopping || !(error instanceof StoreUnavailableError)) throw error;
        events.stumbled(error);
        await pause(backoffMs(attempt, storePauses));
      }
    }
  }

  async function pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: stopped.signal }).catch(() => {});
  }

  async function postpone(claim: Claim, error: unknown): Promise<string | undefined> {
    const known = error instanceof EmbedderError || error instanceof ExtractorError;
    const outage = known && error.retryable;
    if (!known) events.stumbled(error);
    const now = clock.now();
    const at = retryAt({
      attempts: claim.attempts,
      refusals: claim.rejections + Number(!outage),
      waitingSince: Math.max(claim.pendingSince, startedAt),
      outage,
      now,
      random: random(),
    });
    if (error instanceof ExtractorError && (at === null || !outage)) {
      inferences.delete(keyOf(claim));
      events.fellBack(claim.id, error.message);
      await storeAsItIs(claim, 'llm_failed');
      return undefined;
    }
    const failure: Failure = outage
      ? {
          code: error instanceof ExtractorError ? 'extractor_unavailable' : 'embedder_unavailable',
          message: error.message,
        }
      : { code: 'embedding_failed', message: known ? error.message : 'the server broke on this text' };
    if (at === null) {
      return giveUp(claim, failure, !outage);
    }
    const detail = known && typeof error.cause === 'string' ? error.cause : undefined;
    if (await fail(claim, failure, !outage, at)) events.postponed(claim.id, failure, at, detail);
    return failure.code;
  }

  async function giveUp(claim: Claim, failure: Failure, rejected = true): Promise<string> {
    if (await fail(claim, failure, rejected, null)) events.settled(claim.id, failure);
    return failure.code;
  }

  /** Resolves to whether the failure was recorded: the memory may have changed or gone. */
  async function fail(claim: Claim, failure: Failure, rejected: boolean, retryAt: number | null): Promise<boolean> {
    const change = { kind: 'fail', claim, failure, rejected, retryAt } as const;
    const result = await persisted(() => commitOne({ accountId: claim.ownerId, changes: [change] }));
    return result.kind === 'written';
  }

  const consumer: IngestConsumer = queue.consume(() => tracer.apart(pull), { pollMs });
  const extending = setInterval(() => void extendLeases(), extendEveryMs);
  return {
    isBusy: () => running.size > 0,
    async stop() {
      stopping = true;
      stopped.abort();
      roomMade?.resolve();
      clearInterval(extending);
      await consumer.stop();
      const unfinished = [...running.values()];
      if (unfinished.length > 0) await store.release(unfinished, clock.now()).catch(events.stumbled);
    },
  };
}

function changedId(change: Change): string {
  if (change.kind === 'insert') return change.memory.id;
  return 'claim' in change ? change.claim.id : change.id;
}

function keyOf({ id, revision }: Claim): string {
  return `${id} ${revision}`;
}

function isRefusal(error: unknown): boolean {
  return error instanceof EmbedderError && !error.retryable;
}

function isQuarantined({ crashCount }: Claim): boolean {
  return crashCount >= quarantineAfter;
}

function embedderCrashed(times: number): Failure {
  return {
    code: 'embedder_crashed',
    message: `The server ended ${times} times while it was working on this memory. Shorten or change its text, or retry.`,
  };
}

/** In UTF-16 units. */
function textOf(claims: Claim[]): number {
  return claims.reduce((characters, { text }) => characters + text.length, 0);
}
