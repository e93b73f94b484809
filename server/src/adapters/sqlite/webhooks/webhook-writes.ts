import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { IdempotencyRecord } from '../../../ports/memory-rows.ts';
import type {
  DeliveryResult,
  DisabledReason,
  Webhook,
  WebhookChanges,
  WebhookClaim,
  WebhookStore,
} from '../../../ports/webhooks.ts';
import { chooseDue, maxQueueWindow } from '../../store-kit/webhook-queue.ts';
import { findAccountNumber, requireAccountNumber } from '../accounts/account-numbers.ts';
import { noteErasure } from '../connection/erasures.ts';
import { prepare, readValue } from '../connection/prepare.ts';
import { endResponses, findResponse, keepResponse } from '../memories/stored-responses.ts';
import {
  type DeliveryRow,
  deliveryColumns,
  toDelivery,
  toWebhook,
  type WebhookRow,
  webhookColumns,
} from './stored-webhook.ts';

/** The maximum of rows that one write deletes, because other writes wait in the meantime. */
const maxDeleted = 5_000;

type ResultOf<Method extends keyof WebhookStore> = Awaited<ReturnType<WebhookStore[Method]>>;
type ClaimOptions = Parameters<WebhookStore['claim']>[0];
type Record = IdempotencyRecord | undefined;

/**
 * Selects enabled webhooks of accounts that are not suspended, with due deliveries at `?1`, those first that were served
 * least recently.
 */
export const dueWebhooks = `SELECT number FROM webhook WHERE disabled_reason IS NULL AND leased_until <= ?1
  AND EXISTS (SELECT 1 FROM account WHERE number = webhook.account AND suspended_at IS NULL)
  AND EXISTS (SELECT 1 FROM webhook_delivery WHERE webhook = webhook.number AND next_attempt_at <= ?1)
  ORDER BY leased_until, number LIMIT ?2`;

/** The columns of changes. */
const columns = {
  url: 'url',
  events: 'events',
  description: 'description',
  includeText: 'include_text',
  disabledReason: 'disabled_reason',
  enabledAt: 'enabled_at',
  previousSecretEndsAt: 'previous_secret_ends_at',
  updatedAt: 'updated_at',
} as const;

export const webhookWrites = {
  createWebhook(
    db: DatabaseSync,
    { webhook, max, record }: { webhook: Webhook; max: number; record: Record },
  ): ResultOf<'create'> {
    const account = requireAccountNumber(db, webhook.accountId);
    const replayed = record && findResponse(db, account, record);
    if (replayed) return { replayed };
    if ((readValue<number>(db, 'SELECT count(*) FROM webhook WHERE account = ?', account) as number) >= max) {
      return 'full';
    }
    const { id, url, events, description, includeText, disabledReason, enabledAt, secret } = webhook;
    prepare(
      db,
      `INSERT INTO webhook (id, account, url, events, description, include_text, disabled_reason, enabled_at, secret,
         created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      ...[id, account, url, JSON.stringify(events), description, Number(includeText), disabledReason, enabledAt],
      ...[secret, webhook.createdAt, webhook.updatedAt],
    );
    if (record) keepResponse(db, account, record);
    return 'created';
  },

  updateWebhook(
    db: DatabaseSync,
    { accountId, id, changes, record }: { accountId: string; id: string; changes: WebhookChanges; record: Record },
  ): ResultOf<'update'> {
    const account = findAccountNumber(db, accountId);
    if (account === undefined) return undefined;
    const replayed = record && findResponse(db, account, record);
    if (replayed) return { replayed };
    const set: string[] = [];
    const values: SQLInputValue[] = [];
    for (const [name, column] of Object.entries(columns)) {
      const value = changes[name as keyof typeof columns];
      if (value === undefined) continue;
      set.push(`${column} = ?`);
      values.push(toColumn(value));
    }
    if (changes.secret !== undefined) {
      set.push('previous_secret = secret', 'secret = ?');
      values.push(changes.secret);
      noteErasure(db);
    }
    const sql = `UPDATE webhook SET ${set.join(', ')} WHERE account = ? AND id = ?`;
    if (prepare(db, sql).run(...values, account, id).changes === 0) return undefined;
    if (record) keepResponse(db, account, record);
    const read = `SELECT ${webhookColumns} FROM webhook JOIN account ON account.number = webhook.account
      WHERE webhook.id = ?`;
    return toWebhook(prepare<WebhookRow>(db, read).get(id) as WebhookRow);
  },

  removeWebhook(
    db: DatabaseSync,
    { accountId, id, record }: { accountId: string; id: string; record: Record },
  ): ResultOf<'remove'> {
    const account = findAccountNumber(db, accountId);
    if (account === undefined) return false;
    const replayed = record && findResponse(db, account, record);
    if (replayed) return { replayed };
    const sql = 'DELETE FROM webhook WHERE account = ? AND id = ? RETURNING number';
    const number = readValue<number>(db, sql, account, id);
    if (number === undefined) return false;
    // The purge deletes the rest.
    prepare(
      db,
      `DELETE FROM webhook_delivery WHERE number IN
         (SELECT number FROM webhook_delivery WHERE account = ? AND webhook = ? LIMIT ${maxDeleted})`,
    ).run(account, number);
    endResponses(db, account, id);
    noteErasure(db);
    if (record) keepResponse(db, account, record);
    return true;
  },

  replayDelivery(db: DatabaseSync, { accountId, webhookId, id, at, record }: ReplayArgument): ResultOf<'replay'> {
    const account = findAccountNumber(db, accountId);
    if (account === undefined) return 'missing';
    const replayed = record && findResponse(db, account, record);
    if (replayed) return { replayed };
    const sql = `SELECT one.number, one.status FROM webhook_delivery AS one JOIN webhook ON webhook.number = one.webhook
      WHERE one.id = ? AND webhook.account = ? AND webhook.id = ?`;
    const found = prepare<{ number: number; status: string }>(db, sql).get(id, account, webhookId);
    if (!found) return 'missing';
    if (found.status === 'pending') return 'pending';
    prepare(
      db,
      "UPDATE webhook_delivery SET status = 'pending', next_attempt_at = ?, first_attempt_at = NULL WHERE number = ?",
    ).run(at, found.number);
    if (record) keepResponse(db, account, record);
    return 'queued';
  },

  claimWebhooks(db: DatabaseSync, { now, leaseMs, webhooks, deliveries }: ClaimOptions): WebhookClaim[] {
    const numbers = prepare<{ number: number }>(db, dueWebhooks).all(now, webhooks);
    return numbers.flatMap(({ number }) => {
      const lease = randomUUID();
      prepare(db, 'UPDATE webhook SET leased_until = ?, lease = ? WHERE number = ?').run(now + leaseMs, lease, number);
      const read = `SELECT ${webhookColumns} FROM webhook JOIN account ON account.number = webhook.account
        WHERE webhook.number = ?`;
      const webhook = toWebhook(prepare<WebhookRow>(db, read).get(number) as WebhookRow);
      const due = takeDue(db, number, { now, limit: deliveries });
      if (due.length > 0) return { webhook, lease, deliveries: due.map(toDelivery) };
      prepare(db, 'UPDATE webhook SET leased_until = ? WHERE number = ?').run(now, number);
      return [];
    });
  },

  completeDeliveries(db: DatabaseSync, { id, lease, results, at, disabledReason }: CompletionArgument): void {
    const number = readValue<number>(db, 'SELECT number FROM webhook WHERE id = ? AND lease = ?', id, lease);
    if (number === undefined) return;
    const update = prepare(
      db,
      `UPDATE webhook_delivery SET status = ?, next_attempt_at = ?, response_status = ?, error = ?,
         attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, ?5), last_attempt_at = ?5
       WHERE id = ?6 AND webhook = ?7`,
    );
    for (const one of results) {
      update.run(one.status, one.nextAttemptAt, one.responseStatus, one.error, at, one.id, number);
    }
    prepare(db, 'UPDATE webhook SET leased_until = ?, lease = NULL WHERE number = ?').run(at, number);
    if (disabledReason === null) return;
    prepare(
      db,
      'UPDATE webhook SET disabled_reason = ?, updated_at = ? WHERE number = ? AND disabled_reason IS NULL',
    ).run(disabledReason, at, number);
  },

  purgeDeliveries(db: DatabaseSync, { before }: { before: number }): number {
    const old = `SELECT number FROM webhook_delivery WHERE created_at < ? AND (next_attempt_at IS NULL OR webhook NOT IN
      (SELECT number FROM webhook WHERE disabled_reason IS NULL)) ORDER BY created_at LIMIT ${maxDeleted}`;
    return Number(prepare(db, `DELETE FROM webhook_delivery WHERE number IN (${old})`).run(before).changes);
  },

  /** Ends all leases. They belong to a crashed process, because this one has the lock of the directory. */
  endWebhookLeases(db: DatabaseSync): void {
    prepare(db, 'UPDATE webhook SET leased_until = 0, lease = NULL WHERE lease IS NOT NULL').run();
  },
};

interface ReplayArgument {
  accountId: string;
  webhookId: string;
  id: string;
  at: number;
  record: Record;
}

interface CompletionArgument {
  /** The webhook. */
  id: string;
  lease: string;
  results: readonly DeliveryResult[];
  at: number;
  disabledReason: DisabledReason | null;
}

/** Reads the due deliveries of a webhook. Those that wait for an earlier one get its time. */
function takeDue(db: DatabaseSync, number: number, { now, limit }: { now: number; limit: number }): DeliveryRow[] {
  const sql = `SELECT ${deliveryColumns} FROM webhook_delivery AS one JOIN webhook ON webhook.number = one.webhook
    WHERE one.webhook = ? AND one.next_attempt_at IS NOT NULL ORDER BY one.number LIMIT ${maxQueueWindow}`;
  const waiting = prepare<DeliveryRow & { nextAttemptAt: number }>(db, sql).all(number);
  const rows = waiting.map((row) => ({ ...row, order: row.number }));
  const { due, postponed } = chooseDue(rows, { now, limit });
  const postpone = prepare(db, 'UPDATE webhook_delivery SET next_attempt_at = ? WHERE id = ?');
  for (const { id, nextAttemptAt } of postponed) postpone.run(nextAttemptAt, id);
  return due.map(({ order: _, ...row }) => row);
}

function toColumn(value: Exclude<WebhookChanges[keyof typeof columns], undefined>): SQLInputValue {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
