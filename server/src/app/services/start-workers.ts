import type { Logger } from 'pino';
import { createWebhookSender } from '../../adapters/webhook-sender/create-webhook-sender.ts';
import { startAccountDeletions } from '../../domain/accounts/account-deletions.ts';
import { startInference } from '../../domain/ingest/extraction/start-inference.ts';
import { startIngest } from '../../domain/ingest/ingest.ts';
import type { IngestEvents } from '../../domain/ingest/process-claim.ts';
import { createReadyWaiters } from '../../domain/ingest/ready-waiters.ts';
import { type ReembeddingEvents, startReembedding } from '../../domain/ingest/reembed.ts';
import { createPlainTextProbe } from '../../domain/ingest/worker-run.ts';
import { startMemoryDeletions } from '../../domain/memories/delete-scope.ts';
import { startExpirySweeps } from '../../domain/memories/sweep-expired.ts';
import { type Deliveries, startDeliveries } from '../../domain/webhooks/start-deliveries.ts';
import { createIngestHealth } from '../../observability/ingest-health.ts';
import type { InstrumentedAdapters } from './instrument-adapters.ts';
import type { Infrastructure } from './open-infrastructure.ts';

/** Much less than a call of a provider takes. The local model gets each memory immediately. */
const providerClaimPauseMs = 20;

/** The time in milliseconds within which a request that began before a deletion may write in another process. */
const deletionGraceMs = 20_000;

const nothing = async () => {};
/** A process that is not a worker leaves the work to others. */
const noWork = { sweepExpired: nothing, runDeletions: nothing, deliverWebhooks: nothing, stop: nothing };

export type Workers = ReturnType<typeof startWorkers>;

/** Starts ingest and re-embedding if this process is a worker, and in any case the observers of ingest. */
export function startWorkers(infrastructure: Infrastructure, adapters: InstrumentedAdapters) {
  const { config, clock, log, tracer, identifiers } = infrastructure;
  const { store, embedder, outages, extractor, rankedSearch } = adapters;
  const ingestHealth = createIngestHealth(clock, { elsewhere: !config.roles.worker });
  const readyWaiters = createReadyWaiters((accountId, ids) =>
    // The read serves all waiting requests, so it does not belong to the trace of one request.
    tracer.apart(async () => {
      const found = await store.getMany(accountId, ids);
      return found.filter(({ status }) => status === 'pending').map(({ id }) => id);
    }),
  );
  if (!config.roles.worker) {
    return { readyWaiters, ingestHealth, removeAccounts() {}, ...noWork };
  }

  const common = {
    store,
    embedder,
    clock,
    random: () => identifiers.secret(1).readUInt8() / 255,
    // Otherwise a provider that rejects every text would seem to work, and the texts would seem to be faulty.
    problemWithAll: createPlainTextProbe(embedder, clock, ({ message }) => outages.failed('embedder', message)),
  };
  const ingest = startIngest({
    ...common,
    startInference:
      extractor && (() => startInference({ store, rankedSearch, extractor, embedder, clock, identifiers })),
    queue: infrastructure.shared.queue,
    claimPauseMs: config.embedder.kind === 'local' ? 0 : providerClaimPauseMs,
    tracer,
    events: ingestEvents(infrastructure, adapters, { readyWaiters, ingestHealth }),
  });
  const reembedding =
    config.reembedRate > 0
      ? startReembedding({
          ...common,
          textsPerMinute: config.reembedRate,
          isBusy: ingest.isBusy,
          untilDone: false,
          events: reembeddingEvents(infrastructure, adapters),
        })
      : null;
  const webhooks = startWebhooks(infrastructure, adapters);
  const deletions = startDeletions(infrastructure);
  const memoryDeletions = startMemoryDeletions({
    store: { ...infrastructure.store, records: adapters.records },
    clock,
    onError: retried(log, 'deleting memories'),
  });
  const sweeps = startExpirySweeps({
    ...{ store, identifiers, clock },
    onError: retried(log, 'removing expired memories'),
  });
  return {
    readyWaiters,
    ingestHealth,
    /** Begins immediately to remove the data of deleted accounts. */
    removeAccounts: () => void deletions.run(),
    /** Removes expired memories, as also happens at regular intervals. */
    sweepExpired: sweeps.run,
    /** Continues deletions by scope and verifies completed ones, as also happens at regular intervals. */
    runDeletions: memoryDeletions.run,
    /** Delivers the events of webhooks that are due, as also happens every second. */
    deliverWebhooks: webhooks.deliverDue,
    /** Starts no further work. Unfinished work continues after the next start. */
    async stop() {
      const others = [deletions, memoryDeletions, sweeps, webhooks];
      await Promise.all([ingest.stop(), reembedding?.stop(), ...others.map((other) => other.stop())]);
    },
  };
}

function startWebhooks(
  { config, clock, log, identifiers }: Infrastructure,
  { store: memories, records, metrics }: InstrumentedAdapters,
): Deliveries {
  return startDeliveries({
    ...{ records, memories, clock },
    sender: createWebhookSender({ allowPrivate: config.webhooksAllowPrivate }),
    random: () => identifiers.secret(1).readUInt8() / 255,
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
function startDeletions({ store: { records, isShared, local }, clock, log }: Infrastructure) {
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

/** Returns a function that logs the failure of work that is repeated. */
function retried(log: Logger, work: string): (error: unknown) => void {
  return (error) => log.error({ err: error }, `${work} failed and is retried`);
}

function ingestEvents(
  { log }: Infrastructure,
  { metrics }: InstrumentedAdapters,
  { readyWaiters, ingestHealth }: Pick<Workers, 'readyWaiters' | 'ingestHealth'>,
): IngestEvents {
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

function reembeddingEvents({ log }: Infrastructure, { metrics, embedder }: InstrumentedAdapters): ReembeddingEvents {
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
