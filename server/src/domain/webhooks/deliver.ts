import { backoffMs } from '../../lib/backoff.ts';
import { waitForRound } from '../../lib/yielding.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Memory } from '../../ports/memory.ts';
import type { SendResult, WebhookSender } from '../../ports/webhook-sender.ts';
import type { DisabledReason, Webhook, WebhookDelivery } from '../events/kinds.ts';
import { monthAfter } from '../usage/quota.ts';
import type { DeliveryResult, WebhookClaim } from './commands.ts';
import { signDelivery, type WebhookRecords } from './webhooks.ts';

interface EventSources {
  getMany(accountId: string, ids: readonly string[]): Promise<Memory[]>;
  versions(
    query: Pick<Memory, 'accountId' | 'id'> & { limit: number; beforeVersion: number },
  ): Promise<{ versions: Pick<Memory, 'version' | 'text'>[] }>;
}

export interface DeliveryContext {
  records: WebhookRecords;
  memories: EventSources;
  sender: WebhookSender;
  clock: Clock;
  random(): number;
  events: {
    attempted(outcome: 'delivered' | 'postponed' | 'failed'): void;
    disabled(webhook: Webhook, reason: DisabledReason): void;
    stumbled(error: unknown): void;
  };
}

/** The first retry follows within a minute. */
const delays = { firstMs: 20_000, maxMs: 60 * 60_000 };
const givenUpAfterMs = 24 * 60 * 60_000;
const headers = { 'content-type': 'application/json', 'user-agent': 'mnema-webhooks' };
const gone = 410;
/** The deliveries that begin in one tick of the event loop. Many webhooks may be due at the same time. */
const deliveriesInTick = 8;

/** Sends the deliveries of a claim, and writes their results. Those that the end of the process interrupts stay due. */
export async function deliver(context: DeliveryContext, claim: WebhookClaim, signal: AbortSignal): Promise<void> {
  const { records, memories, sender, clock, events } = context;
  const { webhook, lease, deliveries } = claim;
  const { accountId, id, url } = webhook;
  const bodies = await eventBodies(memories, webhook, deliveries);
  const sending: Promise<{ delivery: WebhookDelivery; result: SendResult }>[] = [];
  for (const [at, delivery] of deliveries.entries()) {
    if (at % deliveriesInTick === 0) await waitForRound(accountId);
    const body = bodies[at] as string;
    const signed = signDelivery(webhook, { id: delivery.id, body, now: clock.now() });
    const posted = sender.post(url, { headers: { ...headers, ...signed }, body });
    sending.push(posted.then((result) => ({ delivery, result })));
  }
  const sent = await Promise.all(sending);
  const at = clock.now();
  const isEnded = (result: SendResult) => signal.aborted && 'error' in result;
  const results = sent
    .filter(({ result }) => !isEnded(result))
    .map(({ delivery, result }) => toDeliveryResult(webhook, delivery, result, at, context.random()));
  const disabledReason = reasonToDisable(results);
  await records.run(accountId, 'completeDeliveries', { accountId, id, lease, results, at, disabledReason });
  for (const { status } of results) events.attempted(status === 'pending' ? 'postponed' : status);
  if (disabledReason !== null) events.disabled(webhook, disabledReason);
}

function toDeliveryResult(
  { enabledAt }: Webhook,
  { id, attempts, firstAttemptAt, lastAttemptAt }: WebhookDelivery,
  result: SendResult,
  now: number,
  random: number,
): DeliveryResult {
  const responseStatus = 'status' in result ? result.status : null;
  const error = errorOf(result);
  if (error === null) return { id, status: 'delivered', nextAttemptAt: null, responseStatus, error };
  const since = Math.max(firstAttemptAt ?? now, enabledAt);
  // After a pause, such as a suspension of the account, the receiver gets another attempt.
  const hasPaused = lastAttemptAt !== null && now - lastAttemptAt > 2 * delays.maxMs;
  if (responseStatus === gone || (now - since >= givenUpAfterMs && !hasPaused)) {
    return { id, status: 'failed', nextAttemptAt: null, responseStatus, error };
  }
  // A replay has 24 hours again, although the count of its attempts continues.
  const doublings = firstAttemptAt === null ? 0 : attempts;
  const nextAttemptAt = Math.round(now + backoffMs(doublings, delays) * (0.8 + 0.4 * random));
  return { id, status: 'pending', nextAttemptAt, responseStatus, error };
}

function errorOf(result: SendResult): WebhookDelivery['error'] {
  if ('error' in result) return result.error;
  if (result.status >= 200 && result.status < 300) return null;
  return result.status >= 300 && result.status < 400 ? 'redirect' : 'status';
}

function reasonToDisable(results: readonly DeliveryResult[]): DisabledReason | null {
  const failed = results.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return null;
  return failed.some(({ responseStatus }) => responseStatus === gone) ? 'gone' : 'deliveries_failed';
}

/** Returns the bodies in order. Users and texts are read only now, so that nothing of a deleted memory is sent. */
async function eventBodies(
  store: EventSources,
  { accountId, includeText }: Pick<Webhook, 'accountId' | 'includeText'>,
  deliveries: readonly WebhookDelivery[],
): Promise<string[]> {
  const ids = [...new Set(deliveries.flatMap(({ memoryId }) => memoryId ?? []))];
  const found = ids.length > 0 ? await store.getMany(accountId, ids) : [];
  const memories = new Map(found.map((memory) => [memory.id, memory]));
  return Promise.all(
    deliveries.map(async (delivery) => {
      const { type, memoryId, createdAt } = delivery;
      const memory = memoryId === null ? undefined : memories.get(memoryId);
      const text =
        includeText && delivery.version !== null ? { text: await textOf(store, memory, delivery.version) } : {};
      const data = memoryId === null ? quotaData(delivery) : { ...memoryData(delivery, memory), ...text };
      return JSON.stringify({ type, timestamp: new Date(createdAt).toISOString(), data });
    }),
  );
}

function memoryData({ memoryId, version, detail }: WebhookDelivery, memory: Memory | undefined) {
  return {
    memory_id: memoryId,
    ...(version === null ? {} : { version }),
    user_id: memory?.userId ?? null,
    end_user_id: memory?.endUserId ?? null,
    agent_id: memory?.agentId ?? null,
    run_id: memory?.runId ?? null,
    ...detail,
  };
}

function quotaData({ detail: { month, ...counted } }: WebhookDelivery) {
  const [start, end] = [new Date(Number(month)), new Date(monthAfter(Number(month)))];
  return { ...counted, period_start: start.toISOString(), period_end: end.toISOString() };
}

/** Returns the text of a version that still exists; null otherwise. */
async function textOf(store: EventSources, memory: Memory | undefined, version: number): Promise<string | null> {
  if (!memory) return null;
  if (memory.version === version) return memory.text;
  const { accountId, id } = memory;
  const { versions } = await store.versions({ accountId, id, limit: 1, beforeVersion: version + 1 });
  return versions[0]?.version === version ? versions[0].text : null;
}
