import { LRUCache } from 'lru-cache';
import { backoffMs } from '../../lib/backoff.ts';
import { createBatchWriter } from '../../lib/batch-writer.ts';
import { runYielding } from '../../lib/yielding.ts';
import { EmbedderError } from '../../ports/embedder.ts';
import { ExtractorError } from '../../ports/extractor.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import type { Failure } from '../../ports/memory.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import type { Tracer } from '../../ports/tracer.ts';
import { type Commit, type FailedAttempt, toCompletion, toFail, toStoreRaw } from '../memories/changes.ts';
import type { Claim } from '../memories/claim.ts';
import { type FallbackReason, withFallbackReason } from '../memories/create-memory.ts';
import { entitiesOf } from '../text/entities.ts';
import { toMetadataIndex } from '../text/memory-index.ts';
import type { Infer } from './extraction/start-inference.ts';
import { toVectors } from './to-vectors.ts';
import type { WorkerRun, WorkerRunOptions, WorkerServices } from './worker-run.ts';

/** Results that finish together are written together, but not so many that other writes wait for them. */
const resultsPerCall = 32;
/** The maximum size of stored responses, which cost money, in UTF-16 units of their texts. */
const maxInferred = 8_000_000;
/** The time for which responses are stored. After a longer outage, the memory is gone or another worker has it. */
const inferredMs = 24 * 60 * 60_000;

export interface IngestEvents {
  /** A memory is ready (`failure` null), or failed permanently. */
  completed(memoryId: string, failure: Failure | null): void;
  /** An attempt failed and will be repeated. `detail` is only for the log: customers do not see it. */
  postponed(memoryId: string, failure: Failure, at: number, detail: string | undefined): void;
  /** Facts could not be extracted, so the text is stored unchanged. */
  fellBack(memoryId: string, reason: string): void;
  /** An unexpected error, or one that no memory caused. Nothing is lost: the work is repeated. */
  stumbled(error: unknown): void;
}

export interface IngestOptions extends WorkerServices {
  /** See `extraction/start-inference.ts`; null if no language model is configured. */
  startInference: (() => Infer) | null;
  queue: IngestQueue;
  /** Memories written in this pause after a claim share the next one, which saves much processor time. @default 0 */
  claimPauseMs?: number;
  wait?: WorkerRunOptions['wait'];
  tracer?: Tracer;
  events: IngestEvents;
}

export type IngestContext = ReturnType<typeof createIngestContext>;

/** Creates the state that the steps of an ingest share. A crash loses only responses that can be requested again. */
export function createIngestContext(options: IngestOptions, run: WorkerRun) {
  const { store, clock, startInference } = options;
  const inferences = new LRUCache<string, Infer>({ maxSize: maxInferred, ttl: inferredMs, ttlAutopurge: true });
  const writeResult = createBatchWriter({
    write: (commits: Commit[]) => store.commit(commits),
    maxItems: resultsPerCall,
    groupOf: ({ accountId }) => accountId,
    isItemsFault: (error) => !(error instanceof StoreUnavailableError),
  });
  return {
    ...options,
    run,
    startedAt: clock.now(),
    commit: (commit: Commit) => run.persist(() => writeResult(commit)),
    /** Returns the inference of a claim, or an earlier one that is still stored; null without a language model. */
    inferenceOf(claim: Claim): Infer | null {
      if (!startInference) return null;
      const infer = inferences.get(keyOf(claim)) ?? startInference();
      inferences.set(keyOf(claim), infer, { size: claim.text.length });
      return infer;
    },
    forgetInference: (claim: Claim) => void inferences.delete(keyOf(claim)),
  };
}

export function keyOf({ id, revision }: Claim): string {
  return `${id} ${revision}`;
}

/** After this many crashes during its ingest, a memory counts as failed. */
const maxCrashes = 6;

/** Makes an attempt at a claimed memory. Resolves to the code of the failure, if there was one. */
export async function processClaim(context: IngestContext, claim: Claim): Promise<string | undefined> {
  const { signal } = context.run;
  try {
    if (claim.crashCount >= maxCrashes) {
      const message = `The server stopped ${claim.crashCount} times while processing this memory. Shorten or change its text, or retry it.`;
      const failure = { code: 'embedder_crashed', message };
      return await record(context, claim, { failure, rejected: true, retryAt: null });
    }
    await (claim.infer ? runExtraction(context, claim) : embed(context, claim));
    return undefined;
  } catch (error) {
    // A search continues without its vector, so a comparison of facts reports a rejection as an outage.
    const isPoisonCandidate = error instanceof EmbedderError && (claim.infer || !error.retryable);
    const problem = isPoisonCandidate && !signal.aborted ? await context.problemWithAll() : undefined;
    return signal.aborted ? undefined : await postpone(context, claim, problem ?? error);
  }
}

async function embed({ embedder, commit, events }: IngestContext, claim: Claim): Promise<void> {
  const embedding = await toVectors(embedder, claim);
  const entities = await runYielding(claim.accountId, entitiesOf(claim.text));
  const changes = [toCompletion(claim, embedding, entities)];
  const { kind } = await commit({ accountId: claim.accountId, changes });
  if (kind === 'written') events.completed(claim.id, null);
}

/** Records a failed attempt, or stores a text without facts unchanged. @returns the code of the failure */
async function postpone(context: IngestContext, claim: Claim, error: unknown): Promise<string | undefined> {
  const { clock, random, events, startedAt } = context;
  const known = error instanceof EmbedderError || error instanceof ExtractorError ? error : undefined;
  const isOutage = known?.retryable ?? false;
  if (!known) events.stumbled(error);
  const at = retryAt({
    attempts: claim.attempts,
    rejections: claim.rejections + Number(!isOutage),
    waitingSince: Math.max(claim.pendingSince, startedAt),
    outage: isOutage,
    now: clock.now(),
    random: random(),
  });
  if (known instanceof ExtractorError && (at === null || !isOutage)) {
    context.forgetInference(claim);
    events.fellBack(claim.id, known.message);
    await storeRaw(context, claim, 'llm_failed');
    return undefined;
  }
  const detail = typeof known?.cause === 'string' ? known.cause : undefined;
  const unavailable = known instanceof ExtractorError ? 'extractor_unavailable' : 'embedder_unavailable';
  const message = known?.message ?? 'the server failed to process this text';
  const failure = { code: isOutage ? unavailable : 'embedding_failed', message };
  return record(context, claim, { failure, rejected: !isOutage, retryAt: at }, detail);
}

async function record({ commit, events }: IngestContext, claim: Claim, failed: FailedAttempt, detail?: string) {
  const { failure, retryAt: at } = failed;
  const { kind } = await commit({ accountId: claim.accountId, changes: [toFail(claim, failed)] });
  // The memory may have changed or been deleted in the meantime.
  if (kind === 'written' && at === null) events.completed(claim.id, failure);
  else if (kind === 'written' && at !== null) events.postponed(claim.id, failure, at, detail);
  return failure.code;
}

/** The maximum of attempts at a commit while other writers change the memories that the facts complete. */
const maxRounds = 5;

async function runExtraction(context: IngestContext, claim: Claim): Promise<void> {
  const infer = context.inferenceOf(claim);
  if (!infer) return storeRaw(context, claim, 'no_llm_configured');
  for (let round = 1; !context.run.signal.aborted; round++) {
    const commit = await infer(claim);
    if (!commit || !(await hasConflict(context, commit))) {
      context.forgetInference(claim);
      return;
    }
    if (round === maxRounds) {
      throw new ExtractorError('other writes keep changing the memories that the facts would update', {
        retryable: true,
      });
    }
  }
}

/** Stores the text unchanged. It is embedded next. */
async function storeRaw(context: IngestContext, claim: Claim, reason: FallbackReason): Promise<void> {
  const { store, clock, run } = context;
  while (!run.signal.aborted) {
    const memory = await store.get(claim.accountId, claim.id);
    if (!memory) return;
    const metadata = withFallbackReason(memory.metadata, reason);
    const index = await toMetadataIndex(claim.accountId, metadata);
    const commit: Commit = {
      accountId: claim.accountId,
      guards: [{ id: memory.id, version: memory.version }],
      changes: [toStoreRaw(claim, clock.now(), { metadata, ...index })],
      traceParent: claim.traceParent,
    };
    if (!(await hasConflict(context, commit))) return;
  }
}

/** @returns whether another memory that the result relies on was changed or deleted, so that nothing was written */
async function hasConflict({ commit: write, events, queue }: IngestContext, commit: Commit): Promise<boolean> {
  const { kind } = await write(commit);
  if (kind !== 'written') return kind !== 'lapsed';
  for (const change of commit.changes) {
    const { id } = change.kind === 'insert' ? change.memory : change;
    if (change.kind === 'archive') events.completed(id, null);
    else queue.announce(id);
  }
  return false;
}

const delays = { firstMs: 1_000, maxMs: 5 * 60_000 };
/** A provider may be unavailable for a day. Retries for a text that breaks the embedder end sooner. */
const outageEndsAfterMs = 24 * 60 * 60_000;
const maxRejections = 5;

type Attempt = Record<'attempts' | 'rejections' | 'waitingSince' | 'now' | 'random', number> & { outage: boolean };

/**
 * Returns the time of the next attempt, or null for no further one. The delays double, with a jitter of a fifth.
 * @param attempt.waitingSince the time from which the memory has been waiting for this process
 */
export function retryAt({ attempts, rejections, waitingSince, outage, now, random }: Attempt): number | null {
  const over = outage ? now - waitingSince >= outageEndsAfterMs : rejections >= maxRejections;
  if (over) return null;
  const delayMs = backoffMs((outage ? attempts : rejections) - 1, delays);
  return Math.round(now + delayMs * (0.8 + 0.4 * random));
}
