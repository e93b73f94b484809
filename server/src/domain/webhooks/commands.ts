import type { IdempotencyRecord } from '../../ports/memory-rows.ts';
import type { Reader, Transaction } from '../../ports/record-store.ts';
import type {
  DeliveryResult,
  DisabledReason,
  Webhook,
  WebhookChanges,
  WebhookClaim,
  WebhookDelivery,
} from '../../ports/webhooks.ts';
import { accounts } from '../accounts/kinds.ts';
import { chooseDue, maxQueueWindow, usualQueueWindow } from '../events/delivery-queue.ts';
import { deliveries, type StoredDelivery, type StoredWebhook, webhooks } from '../events/kinds.ts';
import { endResponses, once } from '../usage/stored-responses.ts';

/** The maximum of deliveries that one command deletes. */
const maxDeleted = 500;
/** The maximum of webhooks that a claim considers. The next one continues after them. */
const maxConsidered = 1_000;
/** A webhook rests if nothing is due that was considered of a long queue. Due events after that would wake it at once. */
const restMs = 5_000;
/** More than the webhooks that one process serves at the same time. */
const maxLeases = 1_000;

interface Target {
  accountId: string;
  id: string;
  idempotencyRecord?: IdempotencyRecord | undefined;
}

export const webhookCommands = {
  async createWebhook(
    tx: Transaction,
    { webhook, max, idempotencyRecord }: Omit<Target, 'accountId' | 'id'> & { webhook: Webhook; max: number },
  ) {
    const { accountId } = webhook;
    const account = await tx.lock(accounts, { id: accountId });
    if (account?.deletionId !== null) throw new Error(`there is no account ${accountId}`);
    return once(tx, accountId, idempotencyRecord, async () => {
      if ((await tx.count(webhooks, 'created', { of: [accountId], max })) >= max) {
        return { result: 'full' as const, written: false };
      }
      tx.insert(webhooks, { ...webhook, leasedUntil: 0, lease: null });
      return { result: 'created' as const, written: true };
    });
  },

  async updateWebhook(
    tx: Transaction,
    { accountId, id, changes, idempotencyRecord }: Target & { changes: WebhookChanges },
  ) {
    return once(tx, accountId, idempotencyRecord, async () => {
      const webhook = await tx.get(webhooks, { accountId, id });
      if (!webhook) return { result: undefined, written: false };
      const set = { ...changes, ...(changes.secret === undefined ? {} : { previousSecret: webhook.secret }) };
      tx.patch(webhooks, { accountId, id }, set);
      return { result: toWebhook({ ...webhook, ...set }), written: true };
    });
  },

  async removeWebhook(tx: Transaction, { accountId, id, idempotencyRecord }: Target) {
    return once(tx, accountId, idempotencyRecord, async () => {
      if (!(await tx.get(webhooks, { accountId, id }))) return { result: false, written: false };
      tx.delete(webhooks, { accountId, id });
      await removeWebhookData(tx, { accountId, id });
      return { result: true, written: true };
    });
  },

  removeWebhookData,

  async replayDelivery(
    tx: Transaction,
    { accountId, id, webhookId, at, idempotencyRecord }: Target & { webhookId: string; at: number },
  ) {
    return once(tx, accountId, idempotencyRecord, async () => {
      const webhook = await tx.get(webhooks, { accountId, id: webhookId });
      const delivery = await tx.get(deliveries, { accountId, id });
      if (!webhook || delivery?.webhookId !== webhookId) return { result: 'missing' as const, written: false };
      if (delivery.status === 'pending') return { result: 'pending' as const, written: false };
      const set = { status: 'pending', pendingOf: webhookId, nextAttemptAt: at, firstAttemptAt: null } as const;
      tx.patch(deliveries, { accountId, id }, set);
      return { result: 'queued' as const, written: true };
    });
  },

  /**
   * Leases a webhook. Deliveries that wait for an earlier one get its time.
   * @returns undefined if it has nothing to deliver, or may not be served now
   */
  async leaseWebhook(
    tx: Transaction,
    { accountId, id, lease, now, until, limit }: Target & { lease: string; now: number; until: number; limit: number },
  ): Promise<WebhookClaim | undefined> {
    const webhook = await tx.get(webhooks, { accountId, id });
    if (!webhook || !isFree(webhook, now) || !(await activeAccounts(tx, [webhook])).has(accountId)) return undefined;
    const { due, postponed, isLong } = await readQueue(tx, id, { now, limit });
    for (const { id: delivery, nextAttemptAt } of postponed) {
      tx.patch(deliveries, { accountId, id: delivery }, { nextAttemptAt });
    }
    if (due.length === 0) {
      tx.patch(webhooks, { accountId, id }, { leasedUntil: now + (isLong ? restMs : 0), lease: null });
      return undefined;
    }
    tx.patch(webhooks, { accountId, id }, { leasedUntil: until, lease });
    return { webhook: toWebhook(webhook), lease, deliveries: due.map(toDelivery) };
  },

  /** Writes results and ends the lease, unless another process has it. */
  async completeDeliveries(
    tx: Transaction,
    { accountId, id, lease, results, at, disabledReason }: Target & Completion,
  ): Promise<void> {
    const webhook = await tx.get(webhooks, { accountId, id });
    if (webhook?.lease !== lease) return;
    const disabled = disabledReason !== null && webhook.disabledReason === null;
    const state = disabled ? { disabledReason, updatedAt: at } : {};
    tx.patch(webhooks, { accountId, id }, { leasedUntil: at, lease: null, ...state });
    const keys = results.map((result) => ({ accountId, id: result.id }));
    const found = await tx.getMany(deliveries, keys);
    for (const [index, { id: delivery, ...result }] of results.entries()) {
      const present = found[index];
      if (present?.webhookId !== id) continue;
      tx.patch(
        deliveries,
        { accountId, id: delivery },
        {
          ...result,
          pendingOf: result.nextAttemptAt === null ? null : id,
          attempts: present.attempts + 1,
          firstAttemptAt: present.firstAttemptAt ?? at,
          lastAttemptAt: at,
        },
      );
    }
  },

  /**
   * Deletes deliveries from before a time, a limited number at a time: completed ones, or the queue of a webhook unless
   * it is enabled.
   * @param input.webhookId null for completed deliveries
   * @returns their number
   */
  async deleteOldDeliveries(
    tx: Transaction,
    { webhookId, before }: { webhookId: string | null; before: number },
  ): Promise<number> {
    if (webhookId !== null && (await enabledOf(tx, [webhookId])).has(webhookId)) return 0;
    const old = { of: [webhookId], where: { createdAt: { to: before } }, limit: maxDeleted };
    const found = await tx.scan(deliveries, 'queue', old);
    for (const one of found) tx.delete(deliveries, one);
    return found.length;
  },

  /** Ends all leases. It runs at the start of a store that only one process uses, which has crashed with them. */
  async endWebhookLeases(tx: Transaction): Promise<void> {
    const leased = await tx.scan(webhooks, 'leased', { of: [], limit: maxLeases });
    for (const webhook of leased) tx.patch(webhooks, webhook, { leasedUntil: 0, lease: null });
  },
};

/** Chooses the due deliveries of a webhook. @returns `isLong`: more may wait than were considered */
async function readQueue(tx: Transaction, webhookId: string, options: { now: number; limit: number }) {
  const read = async (window: number) => {
    const waiting = await tx.scan(deliveries, 'queue', { of: [webhookId], limit: window });
    const chosen = chooseDue(waiting as (StoredDelivery & { nextAttemptAt: number })[], options);
    return { ...chosen, isLong: waiting.length === window };
  };
  const first = await read(usualQueueWindow);
  return first.isLong && first.due.length < options.limit ? read(maxQueueWindow) : first;
}

/**
 * Deletes the deliveries of a removed webhook and the bodies that show it, a limited number at a time.
 * @returns their number
 */
async function removeWebhookData(tx: Transaction, { accountId, id }: Target): Promise<number> {
  const ended = await endResponses(tx, accountId, [id]);
  const found = await tx.scan(deliveries, 'webhook', { of: [accountId, id], limit: maxDeleted });
  for (const one of found) tx.delete(deliveries, one);
  return ended + found.length;
}

interface Completion {
  lease: string;
  results: readonly DeliveryResult[];
  at: number;
  disabledReason: DisabledReason | null;
}

export const webhookQueries = {
  /**
   * Finds the webhooks with due deliveries that may be served, those first that were served least recently.
   * @param input.after the `last` of the query before
   * @returns `last`: the last webhook considered; '' if there is none after it
   */
  async dueWebhooks(
    reader: Reader,
    { now, limit, after }: { now: number; limit: number; after: string },
  ): Promise<{ due: { accountId: string; id: string }[]; last: string }> {
    const page = { of: [], below: now + 1, limit: maxConsidered };
    const ids = (await reader.distinct(deliveries, 'due', { ...page, after })) as string[];
    if (ids.length < maxConsidered && after !== '') {
      ids.push(...((await reader.distinct(deliveries, 'due', page)) as string[]));
    }
    const free = (await findWebhooks(reader, ids)).filter((one) => isFree(one, now));
    const active = await activeAccounts(reader, free);
    const due = free.filter(({ accountId }) => active.has(accountId)).sort((a, b) => a.leasedUntil - b.leasedUntil);
    return {
      due: due.slice(0, limit).map(({ accountId, id }) => ({ accountId, id })),
      last: ids.length >= maxConsidered ? (ids.at(-1) as string) : '',
    };
  },

  /** Finds webhooks that are disabled or removed, and in whose queue deliveries from before a time wait. */
  async unservedQueues(reader: Reader, { before }: { before: number }): Promise<string[]> {
    const unserved: string[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page = { of: [], after, below: before, limit: maxConsidered };
      const ids = (await reader.distinct(deliveries, 'queue', page)) as string[];
      const enabled = await enabledOf(reader, ids);
      unserved.push(...ids.filter((id) => !enabled.has(id)));
      after = ids.length === maxConsidered ? ids.at(-1) : undefined;
    }
    return unserved;
  },
};

function isFree({ disabledReason, leasedUntil }: StoredWebhook, now: number): boolean {
  return disabledReason === null && leasedUntil <= now;
}

async function findWebhooks(reader: Reader, ids: readonly string[]): Promise<StoredWebhook[]> {
  if (ids.length === 0) return [];
  return reader.scan(webhooks, 'id', { of: [], where: { id: { any: ids } }, limit: ids.length });
}

async function enabledOf(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const found = await findWebhooks(reader, ids);
  return new Set(found.flatMap(({ id, disabledReason }) => (disabledReason === null ? id : [])));
}

/** Returns the accounts of the webhooks that are neither suspended nor being deleted. */
async function activeAccounts(reader: Reader, given: readonly StoredWebhook[]): Promise<Set<string>> {
  const keys = [...new Set(given.map(({ accountId }) => accountId))].map((id) => ({ id }));
  const found = await reader.getMany(accounts, keys);
  return new Set(found.flatMap((one) => (one && one.suspendedAt === null && one.deletionId === null ? one.id : [])));
}

export function toWebhook({ leasedUntil: _, lease: __, ...webhook }: StoredWebhook): Webhook {
  return webhook;
}

export function toDelivery({ accountId: _, pendingOf: __, order: ___, ...one }: StoredDelivery): WebhookDelivery {
  return one;
}
