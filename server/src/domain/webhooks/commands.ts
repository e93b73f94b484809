import { conflict, type DomainError, notFound } from '../../ports/errors.ts';
import type { Reader, Transaction } from '../../ports/record-store.ts';
import { deleteFound } from '../../ports/scan-pages.ts';
import { lockAccount, presentAccounts } from '../accounts/kinds.ts';
import { deliveries, type Webhook, type WebhookDelivery, webhooks } from '../events/kinds.ts';
import { endResponses, type KeyedWrite, type Once, once } from '../usage/idempotency.ts';
import { readQueue } from './delivery-queue.ts';

const maxDeleted = 500;
/** The maximum of webhooks that a claim considers. The next one continues after them. */
const maxConsidered = 1_000;
/** A webhook rests if nothing is due that was considered of a long queue. Due events after that would wake it at once. */
const restMs = 5_000;
/** More than the webhooks that one process serves at the same time. */
const maxLeases = 1_000;

/** The maximum of attempts of a delivery that are kept. */
const maxAttempts = 20;

export interface WebhookTarget {
  accountId: string;
  id: string;
}

type Write = WebhookTarget & KeyedWrite;

/** The changes of a webhook. Absent fields stay. */
export type WebhookChanges = Partial<Pick<Webhook, 'url' | 'events' | 'description' | 'includeText'>> & {
  enabled?: boolean;
};

export interface WebhookClaim {
  webhook: Webhook;
  lease: string;
  /** At most one delivery of each memory, because its events arrive in order. */
  deliveries: WebhookDelivery[];
}

export type DeliveryResult = Pick<WebhookDelivery, 'id' | 'status' | 'nextAttemptAt' | 'responseStatus' | 'error'>;

/** A kept response shows a webhook without its secrets, and ends with it. */
const keptWebhook = {
  kept: (webhook: Webhook): Webhook => ({ ...webhook, secret: '', previousSecret: null }),
  subjectOf: ({ id }: Webhook) => id,
  missing: missingWebhook,
};

/** Writes of a request throw {@link DomainError} `not_found` if there is no such webhook or delivery. */
export const webhookCommands = {
  /** @throws {DomainError} `conflict` when the account has as many webhooks as it may have */
  async createWebhook(
    tx: Transaction,
    { webhook, max, idempotency }: { webhook: Webhook; max: number } & Pick<KeyedWrite, 'idempotency'>,
  ): Promise<Once<Webhook>> {
    const { accountId } = webhook;
    await lockAccount(tx, accountId);
    const create = async () => {
      if ((await tx.count(webhooks, 'created', { of: [accountId], max })) >= max) {
        throw conflict(
          `This account has ${max} webhooks, which is the limit. Delete one first: DELETE /webhooks/{webhook_id}.`,
        );
      }
      tx.insert(webhooks, webhook);
      return webhook;
    };
    return once(tx, accountId, idempotency, create, keptWebhook);
  },

  async updateWebhook(
    tx: Transaction,
    { changes: { enabled, ...changes }, ...target }: Write & { changes: WebhookChanges },
  ): Promise<Once<Webhook>> {
    return change(tx, target, ({ disabledReason }) => {
      if (enabled === undefined || enabled === (disabledReason === null)) return changes;
      return { ...changes, disabledReason: enabled ? null : 'by_request', enabledAt: tx.now };
    });
  },

  async rotateWebhookSecret(
    tx: Transaction,
    { secret, overlapMs, ...target }: Write & { secret: string; overlapMs: number },
  ): Promise<Once<Webhook>> {
    return change(tx, target, ({ secret: previousSecret }) => {
      return { secret, previousSecret, previousSecretEndsAt: tx.now + overlapMs };
    });
  },

  /** Removes a webhook with its secrets, and begins to remove its data. @returns the time */
  async removeWebhook(tx: Transaction, { accountId, id, idempotency }: Write): Promise<Once<number>> {
    return once(tx, accountId, idempotency, async () => {
      await getWebhook(tx, { accountId, id });
      tx.delete(webhooks, { accountId, id });
      await removeWebhookData(tx, { accountId, id });
      return tx.now;
    });
  },

  removeWebhookData,

  /** Queues a completed delivery again. @throws {DomainError} `conflict` when it waits or nothing is delivered */
  async replayDelivery(tx: Transaction, { accountId, id, webhookId, idempotency }: Write & { webhookId: string }) {
    return once(tx, accountId, idempotency, async () => {
      const webhook = await tx.get(webhooks, { accountId, id: webhookId });
      const delivery = await tx.get(deliveries, { accountId, id });
      if (!webhook || delivery?.webhookId !== webhookId) {
        throw notFound('Unknown delivery. GET /webhooks/{webhook_id}/deliveries lists the deliveries of this webhook.');
      }
      if (webhook.disabledReason !== null) {
        throw conflict(
          'This webhook is disabled, so nothing is delivered. Enable it first: PATCH /webhooks/{webhook_id} with enabled true.',
        );
      }
      if (delivery.status === 'pending') {
        throw conflict(
          'This delivery is pending and will be sent without a replay. Only delivered and failed deliveries can be replayed.',
        );
      }
      const set = { status: 'pending', pendingOf: webhookId, nextAttemptAt: tx.now, firstAttemptAt: null } as const;
      tx.patch(deliveries, { accountId, id }, set);
      return { ...delivery, ...set };
    });
  },

  /** Leases a webhook with due deliveries, if it may be served. Those that wait for an earlier one get its time. */
  async leaseWebhook(tx: Transaction, { accountId, id, lease, now, until, limit }: WebhookTarget & Lease) {
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
    return { webhook, lease, deliveries: due };
  },

  async completeDeliveries(
    tx: Transaction,
    { accountId, id, lease, results, at, disabledReason }: WebhookTarget & Completion,
  ): Promise<void> {
    const webhook = await tx.get(webhooks, { accountId, id });
    if (webhook?.lease !== lease) return;
    const disabled = disabledReason !== null && webhook.disabledReason === null;
    const state = disabled ? { disabledReason, updatedAt: at } : {};
    tx.patch(webhooks, { accountId, id }, { leasedUntil: at, lease: null, ...state });
    const keys = results.map((result) => ({ accountId, id: result.id }));
    const found = await tx.getMany(deliveries, keys);
    for (const [index, result] of results.entries()) {
      const present = found[index];
      if (present?.webhookId !== id) continue;
      const times = { firstAttemptAt: present.firstAttemptAt ?? at, lastAttemptAt: at };
      const pendingOf = result.nextAttemptAt === null ? null : id;
      const { responseStatus, error } = result;
      const recentAttempts = [{ at, responseStatus, error }, ...(present.recentAttempts ?? [])].slice(0, maxAttempts);
      const counted = { attempts: present.attempts + 1, recentAttempts };
      tx.patch(deliveries, present, { ...result, ...times, pendingOf, ...counted });
    }
  },

  /** Deletes some old deliveries. @param input.webhookId null: completed ones; that of one that is not enabled */
  async deleteOldDeliveries(tx: Transaction, { webhookId, before }: { webhookId: string | null; before: number }) {
    if (webhookId !== null && (await enabledOf(tx, [webhookId])).has(webhookId)) return 0;
    const old = { of: [webhookId], where: { createdAt: { to: before } }, limit: maxDeleted };
    return deleteFound(tx, deliveries, 'queue', old);
  },

  /** Ends all leases. It runs at the start of a store that only one process uses, which has crashed with them. */
  async endWebhookLeases(tx: Transaction): Promise<void> {
    const leased = await tx.scan(webhooks, 'leased', { of: [], limit: maxLeases });
    for (const webhook of leased) tx.patch(webhooks, webhook, { leasedUntil: 0, lease: null });
  },
};

/** @throws {DomainError} `not_found` */
export async function getWebhook(reader: Pick<Reader, 'get'>, { accountId, id }: WebhookTarget): Promise<Webhook> {
  const found = await reader.get(webhooks, { accountId, id });
  if (!found) throw missingWebhook();
  return found;
}

export function withoutEndedSecret(webhook: Webhook, now: number): Webhook {
  const { previousSecretEndsAt: endsAt } = webhook;
  return endsAt === null || endsAt > now ? webhook : { ...webhook, previousSecret: null, previousSecretEndsAt: null };
}

function change(
  tx: Transaction,
  { accountId, id, idempotency }: Write,
  changesOf: (webhook: Webhook) => Partial<Webhook>,
): Promise<Once<Webhook>> {
  const write = async () => {
    const webhook = await getWebhook(tx, { accountId, id });
    const set = { ...changesOf(webhook), updatedAt: tx.now };
    tx.patch(webhooks, { accountId, id }, set);
    return withoutEndedSecret({ ...webhook, ...set }, tx.now);
  };
  return once(tx, accountId, idempotency, write, keptWebhook);
}

/** Deletes deliveries of a removed webhook and the bodies that show it, a limited number. @returns how many */
async function removeWebhookData(tx: Transaction, { accountId, id }: WebhookTarget): Promise<number> {
  const ended = await endResponses(tx, accountId, [id]);
  return ended + (await deleteFound(tx, deliveries, 'webhook', { of: [accountId, id], limit: maxDeleted }));
}

type Lease = { lease: string; now: number; until: number; limit: number };

interface Completion extends Pick<Webhook, 'disabledReason'> {
  lease: string;
  results: readonly DeliveryResult[];
  at: number;
}

export const webhookQueries = {
  /** Finds webhooks with due deliveries, the least recently served first. @returns `last`: '' at the end */
  async dueWebhooks(reader: Reader, { now, limit, after }: { now: number; limit: number; after: string }) {
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

function isFree({ disabledReason, leasedUntil }: Webhook, now: number): boolean {
  return disabledReason === null && leasedUntil <= now;
}

async function findWebhooks(reader: Reader, ids: readonly string[]): Promise<Webhook[]> {
  if (ids.length === 0) return [];
  return reader.scan(webhooks, 'id', { of: [], where: { id: { any: ids } }, limit: ids.length });
}

async function enabledOf(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const found = await findWebhooks(reader, ids);
  return new Set(found.flatMap(({ id, disabledReason }) => (disabledReason === null ? id : [])));
}

function activeAccounts(reader: Reader, given: readonly Webhook[]) {
  return presentAccounts(reader, given, ({ suspendedAt }) => suspendedAt === null);
}

function missingWebhook(): DomainError {
  return notFound('Unknown webhook. GET /webhooks lists the webhooks of this account.');
}
