import { findSensitive, sensitiveLabels } from '@mnema/secret-scanner';
import type { Clock } from '../../ports/clock.ts';
import { type FieldError, invalidRequest } from '../../ports/errors.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import {
  deliveries,
  maxWebhooksAtOnce,
  type Webhook,
  type WebhookDelivery,
  type WebhookEventType,
  webhooks,
} from '../events/kinds.ts';
import type { Idempotency } from '../usage/idempotency.ts';
import { readPage } from '../usage/page-cursor.ts';
import type { Once } from '../usage/stored-responses.ts';
import {
  getWebhook,
  type WebhookTarget,
  type webhookCommands,
  type webhookQueries,
  withoutEndedSecret,
} from './commands.ts';
import { secretBytes, toSecret } from './sign-delivery.ts';
import { webhookUrlProblem } from './webhook-url.ts';

/** The records of webhooks. Every method may throw {@link StoreUnavailableError}. */
export type WebhookRecords = RecordStore<typeof webhookCommands, typeof webhookQueries>;

export interface WebhookDependencies {
  records: WebhookRecords;
  clock: Clock;
  identifiers: Identifiers;
  allowPrivate: boolean;
}

export interface WebhookInput {
  url: string;
  events: readonly WebhookEventType[];
  description?: string | null | undefined;
  includeText?: boolean | undefined;
  enabled?: boolean | undefined;
}

const maxWebhooks = 10;
const maxDescriptionLength = 200;

/** The webhooks of accounts. Methods with a target throw {@link DomainError} `not_found`. */
export type WebhookService = ReturnType<typeof createWebhookService>;

export function createWebhookService({ records, clock, identifiers, allowPrivate }: WebhookDependencies) {
  const newSecret = () => toSecret(identifiers.secret(secretBytes));
  const shown = (webhook: Webhook) => withoutEndedSecret(webhook, clock.now());

  return {
    async list(accountId: string): Promise<Webhook[]> {
      const all = { of: [accountId], descending: true, limit: maxWebhooksAtOnce } as const;
      return (await records.scan(webhooks, 'created', all)).map(shown);
    },

    get: async (target: WebhookTarget): Promise<Webhook> => shown(await getWebhook(records, target)),

    /** @throws {DomainError} `invalid_request`; `conflict` when the account has as many webhooks as it may have */
    async create(accountId: string, input: WebhookInput, idempotency?: Idempotency): Promise<Once<Webhook>> {
      check(input, allowPrivate);
      const now = clock.now();
      const { url, events, description = null, includeText = false, enabled = true } = input;
      const webhook: Webhook = {
        ...{ id: identifiers.webhook(), accountId, url, events, description, includeText, enabledAt: now },
        ...{ disabledReason: enabled ? null : 'by_request', createdAt: now, updatedAt: now },
        ...{ secret: newSecret(), previousSecret: null, previousSecretEndsAt: null, leasedUntil: 0, lease: null },
      };
      return records.run(accountId, 'createWebhook', { webhook, max: maxWebhooks, idempotency });
    },

    async update(
      target: WebhookTarget,
      fields: Partial<WebhookInput>,
      idempotency?: Idempotency,
    ): Promise<Once<Webhook>> {
      check(fields, allowPrivate);
      const changes = Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined));
      const input = { ...target, changes, at: clock.now(), idempotency };
      return records.run(target.accountId, 'updateWebhook', input);
    },

    /** Removes a webhook with its secrets, its queue and the bodies that show it. @returns the time */
    async remove({ accountId, id }: WebhookTarget, idempotency?: Idempotency): Promise<Once<number>> {
      const input = { accountId, id, at: clock.now(), idempotency };
      const removed = await records.run(accountId, 'removeWebhook', input);
      // The purge deletes what a crash leaves.
      for (let left = Number(!removed.isReplay); left > 0; ) {
        left = await records.run(accountId, 'removeWebhookData', { accountId, id });
      }
      return removed;
    },

    /** Makes a new secret. The current one also signs until the overlap ends. */
    async rotateSecret(
      target: WebhookTarget,
      overlapSeconds: number,
      idempotency?: Idempotency,
    ): Promise<Once<Webhook>> {
      const at = clock.now();
      const input = { ...target, secret: newSecret(), endsAt: at + overlapSeconds * 1_000, at, idempotency };
      return records.run(target.accountId, 'rotateWebhookSecret', input);
    },

    /** Lists deliveries, newest first. @throws {DomainError} `invalid_request` for a cursor that no page had */
    async deliveries(
      target: WebhookTarget,
      page: { limit: number; cursor?: string | undefined },
    ): Promise<{ found: WebhookDelivery[]; nextCursor: string | null }> {
      const of = [target.accountId, target.id];
      const read = readPage<WebhookDelivery>(page, 'dlv', 'createdAt', async (limit, after) => {
        await getWebhook(records, target);
        return records.scan(deliveries, 'webhook', { of, descending: true, limit, after });
      });
      return read;
    },

    /** Queues a completed delivery again. @throws {DomainError} `conflict` when it waits or nothing is delivered */
    replay({ accountId, id: webhookId }: WebhookTarget, id: string, idempotency?: Idempotency) {
      return records.run(accountId, 'replayDelivery', { accountId, webhookId, id, at: clock.now(), idempotency });
    },
  };
}

/** @throws {DomainError} `invalid_request` */
function check({ url, events, description }: Partial<WebhookInput>, allowPrivate: boolean): void {
  const errors: FieldError[] = [];
  const problem = url === undefined ? undefined : webhookUrlProblem(url, { allowPrivate });
  if (problem) errors.push({ path: '/url', message: problem });
  if (events?.length === 0) errors.push({ path: '/events', message: 'must have at least 1 item' });
  if (typeof description === 'string') errors.push(...descriptionProblems(description));
  if (errors.length > 0) throw invalidRequest(...errors);
}

function descriptionProblems(description: string): FieldError[] {
  const path = '/description';
  if (description.trim() === '' || [...description].length > maxDescriptionLength) {
    return [{ path, message: `must have 1 to ${maxDescriptionLength} characters and not be blank` }];
  }
  if (/[\p{Cc}\p{Cs}]/u.test(description)) {
    return [{ path, message: 'must be one line of text, without control characters' }];
  }
  const [secret] = findSensitive(description);
  if (!secret) return [];
  return [{ path, message: `contains ${sensitiveLabels[secret.kind]} (${secret.kind}): describe it without secrets` }];
}
