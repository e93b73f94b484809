import type { Logger } from 'pino';
import { createWebhookSender } from '../../adapters/webhook-sender/create-webhook-sender.ts';
import { startAccountDeletions } from '../../domain/accounts/account-deletions.ts';
import { startInference } from '../../domain/ingest/extraction/start-inference.ts';
import { startIngest } from '../../domain/ingest/ingest.ts';
import type { IngestEvents } from '../../domain/ingest/process-claim.ts';
import { createReadyWaiters, type ReadyWaiters } from '../../domain/ingest/ready-waiters.ts';
import { type ReembeddingEvents, startReembedding } from '../../domain/ingest/reembed.ts';
import { createPlainTextProbe } from '../../domain/ingest/worker-run.ts';
import { startMemoryDeletions } from '../../domain/memories/delete-scope.ts';
import { startExpirySweeps } from '../../domain/memories/sweep-expired.ts';
import { startDeliveries } from '../../domain/webhooks/start-deliveries.ts';
import { createIngestHealth, type IngestHealth } from '../../observability/ingest-health.ts';
import type { Adapters } from './instrument-adapters.ts';

/** Much less than a call of a provider takes. The local model gets each memory immediately. */
const providerClaimPauseMs = 20;

/** The time in milliseconds within which a request that began before a deletion may write in another process. */
const deletionGraceMs = 20_000;

const nothing = async () => {};
/** A process that is not a worker leaves the work to others. */
const noWork = {
  removeAccounts() {},
  sweepExpired: nothing,
  runDeletions: nothing,
  deliverWebhooks: nothing,
  stop: nothing,
};

export type Workers = ReturnType<typeof startWorkers>;
interface IngestObservers {
  readyWaiters: ReadyWaiters;
  ingestHealth: IngestHealth;
}

export function startWorkers(adapters: Adapters) {
  const { config, clock, tracer, store } = adapters;
  const ingestHealth = createIngestHealth(clock, { elsewhere: !config.roles.worker });
  const readyWaiters = createReadyWaiters((accountId, ids) =>
    // The read serves all waiting requests, so it does not belong to the trace of one request.
    tracer.apart(async () => {
      const found = await store.getMany(accountId, ids);
      return found.filter(({ status }) => status === 'pending').map(({ id }) => id);
    }),
  );
  const observers = { readyWaiters, ingestHealth };
  return { ...observers, ...(config.roles.worker ? startWork(adapters, observers) : noWork) };
}

function startWork(adapters: Adapters, observers: IngestObservers) {
  const { clock, log, identifiers, store, database, records } = adapters;
  const webhooks = startWebhooks(adapters);
  const deletions = startDeletions(adapters);
  const onError = retried(log, 'deleting memories');
  const memoryDeletions = startMemoryDeletions({ store: { ...database, records }, clock, onError });
  const onSweepError = retried(log, 'removing expired memories');
  const sweeps = startExpirySweeps({ store, identifiers, clock, onError: onSweepError });
  const running = [...startIngestion(adapters, observers), deletions, memoryDeletions, sweeps, webhooks];
  return {
    removeAccounts: () => void deletions.run(),
    /** Removes expired memories, as also happens every 20 seconds. */
    sweepExpired: sweeps.run,
    /** Continues deletions by scope and verifies completed ones, as also happens every five seconds. */
    runDeletions: memoryDeletions.run,
    /** Delivers the events of webhooks that are due, as also happens every second. */
    deliverWebhooks: webhooks.deliverDue,
    /** Starts no further work. Unfinished work continues after the next start. */
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
}

function startIngestion(adapters: Adapters, observers: IngestObservers): { stop(): Promise<void> }[] {
  const { config, clock, tracer, identifiers, store, embedder, outages, extractor, rankedSearch, shared } = adapters;
  const common = {
    ...{ store, embedder, clock, random: Math.random },
    // Otherwise a provider that rejects every text would seem to work, and the texts would seem to be faulty.
    problemWithAll: createPlainTextProbe(embedder, clock, ({ message }) => outages.failed('embedder', message)),
  };
  const ingest = startIngest({
    ...{ ...common, tracer, queue: shared.queue },
    startInference:
      extractor && (() => startInference({ store, rankedSearch, extractor, embedder, clock, identifiers })),
    claimPauseMs: config.embedder.kind === 'local' ? 0 : providerClaimPauseMs,
    events: ingestEvents(adapters, observers),
  });
  if (config.reembedRate === 0) return [ingest];
  const reembedding = startReembedding({
    ...{ ...common, textsPerMinute: config.reembedRate, isBusy: ingest.isBusy, untilDone: false },
    events: reembeddingEvents(adapters),
  });
  return [ingest, reembedding];
}

function startWebhooks({ config, clock, log, store: memories, records, metrics }: Adapters) {
  return startDeliveries({
    ...{ records, memories, clock, random: Math.random },
    sender: createWebhookSender({ allowPrivate: config.webhooksAllowPrivate }),
    events: {
      attempted: metrics.webhookAttempted,
      disabled({ id, accountId }, reason) {
        metrics.webhookDisabled(reason);
        log.warn({ webhook_id: id, account_id: accountId, reason }, 'a webhook is disabled');
      },
      stumbled: retried(log, 'delivering webhooks'),
    },
  });
}

/** Removes the data of deleted accounts. The receipts go to the log. */
function startDeletions({ records, database: { isShared, local }, clock, log }: Adapters) {
  return startAccountDeletions({
    ...{ records, clock, forget: local?.forgetAccounts, graceMs: isShared ? deletionGraceMs : 0 },
    onReceipt({ id, accountId, begunAt, verifiedAt, counts: { memories, apiKeys, sessions, requests } }) {
      const receipt = {
        ...{ event: 'account_deletion', deletion_id: id, account_id: accountId },
        ...{ begun_at: new Date(begunAt).toISOString(), verified_at: new Date(verifiedAt).toISOString() },
        ...{ memories, api_keys: apiKeys, sessions, requests },
      };
      log.info(receipt, 'an account is deleted, and nothing of it is left in the store');
    },
    onError: retried(log, 'deleting an account'),
  });
}

function retried(log: Logger, work: string): (error: unknown) => void {
  return (error) => log.error({ err: error }, `${work} failed and is retried`);
}

function ingestEvents({ log, metrics }: Adapters, { readyWaiters, ingestHealth }: IngestObservers): IngestEvents {
  return {
    completed(memoryId, failure) {
      readyWaiters.complete(memoryId);
      ingestHealth.completed();
      metrics.ingestEnded(failure ? 'failed' : 'ready');
      if (failure) log.warn({ memory_id: memoryId, failure: failure.code }, 'ingest failed permanently');
    },
    postponed(memoryId, { code: failure, message: reason }, at, detail) {
      metrics.ingestEnded('postponed');
      const retryAt = new Date(at).toISOString();
      log.warn({ memory_id: memoryId, failure, reason, detail, retry_at: retryAt }, 'ingest postponed');
    },
    fellBack(memoryId, reason) {
      metrics.inferenceFellBack();
      log.warn({ memory_id: memoryId, reason }, 'no facts could be extracted: the text is stored unchanged');
    },
    stumbled: retried(log, 'ingest'),
  };
}

function reembeddingEvents({ log, metrics, embedder }: Adapters): ReembeddingEvents {
  return {
    began: (left) =>
      log.info({ memories: left, embedder: embedder.id }, 'memories of another embedder are being re-embedded'),
    reembedded: (count) => metrics.reembeddingEnded('moved', count),
    gaveUp(memoryId, reason) {
      metrics.reembeddingEnded('given_up', 1);
      log.warn({ memory_id: memoryId, reason }, 'the embedder rejected this memory: only keyword search finds it');
    },
    postponed: ({ message: reason, cause: detail }, pauseMs) =>
      log.warn({ reason, detail, pause_ms: Math.round(pauseMs) }, 're-embedding waits for the embedder'),
    finished: () => log.info({ embedder: embedder.id }, 'all memories have vectors of this embedder'),
    stumbled: retried(log, 're-embedding'),
  };
}
