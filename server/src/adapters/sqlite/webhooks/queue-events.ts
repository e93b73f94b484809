import type { DatabaseSync } from 'node:sqlite';
import { ulid } from 'ulid';
import type { WebhookEvent } from '../../../ports/webhooks.ts';
import { prepare } from '../connection/prepare.ts';

/**
 * Queues events for the enabled webhooks of an account that subscribe to their types. The caller has a transaction,
 * which is that of the change.
 */
export function queueEvents(
  db: DatabaseSync,
  { account, at }: { account: number; at: number },
  events: readonly WebhookEvent[],
): void {
  if (events.length === 0) return;
  const hooks = prepare<{ number: number; events: string }>(
    db,
    'SELECT number, events FROM webhook WHERE account = ? AND disabled_reason IS NULL',
  ).all(account);
  for (const hook of hooks) {
    const wanted: readonly string[] = JSON.parse(hook.events);
    const insert = prepare(
      db,
      `INSERT INTO webhook_delivery (id, account, webhook, type, memory, version, detail, created_at, next_attempt_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?8, ?8)`,
    );
    for (const { type, memoryId, version, detail } of events) {
      if (!wanted.includes(type)) continue;
      insert.run(`dlv_${ulid(at)}`, account, hook.number, type, memoryId, version, JSON.stringify(detail), at);
    }
  }
}
