import { noTracer } from '../../ports/tracer.ts';
import type { Claim, IngestClaimOptions } from '../memories/claim.ts';
import { createIngestContext, type IngestContext, type IngestOptions, keyOf, processClaim } from './process-claim.ts';
import { chunkLength } from './to-vectors.ts';
import { createWorkerRun } from './worker-run.ts';

/** The lease of a claim. A running worker renews it. When it ends, another worker takes over. */
const leaseMs = 60_000;
const extendEveryMs = leaseMs / 3;
const pollMs = 1_000;
const writePauses = { firstMs: 500, maxMs: 10_000 };

/** Prepares accepted memories for semantic search. The claimed revision guards the result. */
export function startIngest(options: IngestOptions) {
  const { store, embedder, queue, tracer = noTracer, clock, events, claimPauseMs = 0 } = options;
  const run = createWorkerRun({ writePauses, stumbled: events.stumbled, wait: options.wait });
  const context = createIngestContext(options, run);
  const pool = createClaimPool(embedder.textsPerCall, run.signal);

  /**
   * Claims due memories until none is left. At first any capacity is enough, so that no memory waits for others. If
   * more are due than fit, a claim waits until a whole call fits: a few full calls are faster than many small ones.
   */
  async function claimDue(): Promise<void> {
    let minItems = 1;
    for (;;) {
      const capacity = await pool.awaitCapacity(minItems);
      if (!capacity) return;
      const limits = { ...capacity, quarantineAfter, leaseMs, now: clock.now() };
      const claims = await store.claim({ purpose: 'ingest', ...limits });
      for (const claim of claims) if (pool.add(claim)) void work(claim);
      if (!isPartial(claims, capacity)) break;
      minItems = embedder.textsPerCall;
    }
    if (claimPauseMs > 0) await run.pause(claimPauseMs);
  }

  async function work(claim: Claim): Promise<void> {
    await attempt(context, claim);
    pool.remove(claim);
    // Memories may wait because too many extractions, or another one of the same user, were in progress.
    if (claim.infer && !run.signal.aborted) queue.announce(claim.id);
  }

  async function extendLeases(): Promise<void> {
    const claims = pool.claims();
    if (claims.length > 0) await store.extend(claims, clock.now() + leaseMs).catch(events.stumbled);
  }

  const consumer = queue.consume(() => tracer.apart(() => claimDue().catch(events.stumbled)), { pollMs });
  const extending = setInterval(() => void extendLeases(), extendEveryMs);
  return {
    isBusy: () => pool.claims().length > 0,
    /** Claims no further work. Memories in progress stay pending in the store, and continue after the next start. */
    async stop(): Promise<void> {
      run.stop();
      clearInterval(extending);
      await consumer.stop();
      const unfinished = pool.claims();
      if (unfinished.length > 0) await store.release(unfinished, clock.now()).catch(events.stumbled);
    },
  };
}

/** Makes an attempt in the trace of the request that made the memory pending. */
async function attempt(context: IngestContext, claim: Claim): Promise<void> {
  const { tracer = noTracer, clock, events, run } = context;
  const span = tracer.start(claim.infer ? 'extract' : 'ingest', {
    kind: 'consumer',
    parent: claim.traceParent,
    attributes: { 'mnema.attempt': claim.attempts, 'mnema.waited_ms': clock.now() - claim.pendingSince },
  });
  try {
    span.end(await span.run(() => processClaim(context, claim)));
  } catch (error) {
    span.end(error instanceof Error ? error.name : typeof error);
    // The memory stays pending. It is due again when the lease ends, or after the next start.
    if (!run.signal.aborted) events.stumbled(error);
  }
}

/** So many calls of the embedder are in progress, so that the next ones are ready while some wait. */
const callsUnderWay = 4;
/** The maximum of text in progress, unless full calls need more. A new write waits for at most this much. */
const charactersUnderWay = 128_000;
/** A language model takes seconds, and must not delay memories that do not need it. */
const maxExtractions = 16;
/** A memory that was in progress during this many crashes is quarantined: it is processed alone. */
const quarantineAfter = 3;

type Capacity = Pick<IngestClaimOptions, 'limit' | 'characters' | 'extractions' | 'quarantined'>;

function createClaimPool(textsPerCall: number, stopped: AbortSignal) {
  const maxItems = callsUnderWay * textsPerCall;
  const maxCharacters = Math.max(charactersUnderWay, maxItems * chunkLength);
  const underWay = new Map<string, Claim>();
  let freed: PromiseWithResolvers<void> | undefined;
  stopped.addEventListener('abort', () => freed?.resolve(), { once: true });

  function capacityFor(minItems: number): Capacity | undefined {
    const claims = [...underWay.values()];
    if (claims.some(isQuarantined)) return undefined;
    // A language model may not respond for minutes, so extractions take no capacity from embedding.
    const embedding = claims.filter(({ infer }) => !infer);
    const items = maxItems - embedding.length;
    const characters = maxCharacters - charactersOf(embedding);
    if (items < minItems || characters < (minItems === 1 ? 1 : minItems * chunkLength)) return undefined;
    return {
      limit: items - (items % minItems),
      characters,
      extractions: maxExtractions - (claims.length - embedding.length),
      quarantined: claims.length === 0,
    };
  }

  return {
    claims: () => [...underWay.values()],
    /** Returns false if the claim is already in progress: its lease ended, and its memory was claimed again. */
    add(claim: Claim): boolean {
      if (underWay.has(keyOf(claim))) return false;
      underWay.set(keyOf(claim), claim);
      return true;
    },
    remove(claim: Claim): void {
      underWay.delete(keyOf(claim));
      freed?.resolve();
    },
    /** Resolves once `minItems` memories of one chunk fit, or to undefined when the process stops before. */
    async awaitCapacity(minItems: number): Promise<Capacity | undefined> {
      while (!stopped.aborted) {
        const capacity = capacityFor(minItems);
        if (capacity) return capacity;
        freed = Promise.withResolvers();
        await freed.promise;
      }
      return undefined;
    },
  };
}

/** Whether a limit cut off a claim, so that more memories may be due. */
function isPartial(claims: readonly Claim[], { limit, characters }: Capacity): boolean {
  return claims.length >= limit || charactersOf(claims) >= characters || claims.some(isQuarantined);
}

function isQuarantined({ crashCount }: Claim): boolean {
  return crashCount >= quarantineAfter;
}

function charactersOf(claims: readonly Claim[]): number {
  return claims.reduce((characters, { text }) => characters + text.length, 0);
}
