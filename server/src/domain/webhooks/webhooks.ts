import { nameProblems } from '../../lib/secrets-in-names.ts';
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
import type { Idempotency, Once } from '../usage/idempotency.ts';
import { readPage } from '../usage/page-cursor.ts';
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

export type WebhookService = ReturnType<typeof createWebhookService>;

/** The webhooks of accounts. Methods with a target throw {@link DomainError} `not_found`. */
export function createWebhookService(dependencies: WebhookDependencies) {
  return { ...reads(dependencies), ...changes(dependencies) };
}

function reads({ records, clock }: WebhookDependencies) {
  const shown = (webhook: Webhook) => withoutEndedSecret(webhook, clock.now());

  return {
    async list(accountId: string): Promise<Webhook[]> {
      const all = { of: [accountId], descending: true, limit: maxWebhooksAtOnce } as const;
      return (await records.scan(webhooks, 'created', all)).map(shown);
    },

    get: async (target: WebhookTarget): Promise<Webhook> => shown(await getWebhook(records, target)),

    /** Lists deliveries, newest first. @throws {DomainError} `invalid_request` for a cursor that no page had */
    deliveries: (target: WebhookTarget, page: { limit: number; cursor?: string | undefined }) =>
      readPage<WebhookDelivery>(page, 'dlv', 'createdAt', async (limit, after) => {
        await getWebhook(records, target);
        const of = [target.accountId, target.id];
        return records.scan(deliveries, 'webhook', { of, descending: true, limit, after });
      }),
  };
}

function changes({ records, clock, identifiers, allowPrivate }: WebhookDependencies) {
  const newSecret = () => toSecret(identifiers.secret(secretBytes));
  return {
    /** @throws {DomainError} `invalid_request`; `conflict` when the account has as many webhooks as it may have */
    async create(accountId: string, input: WebhookInput, idempotency?: Idempotency): Promise<Once<Webhook>> {
      check(input, allowPrivate);
      const webhook = toWebhook(input, { id: identifiers.webhook(), accountId, secret: newSecret() }, clock.now());
      return records.run(accountId, 'createWebhook', { webhook, max: maxWebhooks, idempotency });
    },

    async update(
      target: WebhookTarget,
      fields: Partial<WebhookInput>,
      idempotency?: Idempotency,
    ): Promise<Once<Webhook>> {
      check(fields, allowPrivate);
      const changes = Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined));
      return records.run(target.accountId, 'updateWebhook', { ...target, changes, idempotency });
    },

    /** Removes a webhook with its secrets, its queue and the bodies that show it. @returns the time */
    async remove({ accountId, id }: WebhookTarget, idempotency?: Idempotency): Promise<Once<number>> {
      const removed = await records.run(accountId, 'removeWebhook', { accountId, id, idempotency });
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
      const input = { ...target, secret: newSecret(), overlapMs: overlapSeconds * 1_000, idempotency };
      return records.run(target.accountId, 'rotateWebhookSecret', input);
    },

    /** Queues a completed delivery again. @throws {DomainError} `conflict` when it waits or nothing is delivered */
    replay({ accountId, id: webhookId }: WebhookTarget, id: string, idempotency?: Idempotency) {
      return records.run(accountId, 'replayDelivery', { accountId, webhookId, id, idempotency });
    },
  };
}

function toWebhook(
  { url, events, description = null, includeText = false, enabled = true }: WebhookInput,
  own: Pick<Webhook, 'id' | 'accountId' | 'secret'>,
  now: number,
): Webhook {
  return {
    ...{ ...own, url, events, description, includeText, disabledReason: enabled ? null : 'by_request' },
    ...{ createdAt: now, updatedAt: now, enabledAt: now, previousSecret: null, previousSecretEndsAt: null },
    ...{ leasedUntil: 0, lease: null },
  };
}

/** @throws {DomainError} `invalid_request` */
function check({ url, events, description }: Partial<WebhookInput>, allowPrivate: boolean): void {
  const errors: FieldError[] = [];
  const problem = url === undefined ? undefined : webhookUrlProblem(url, { allowPrivate });
  if (problem) errors.push({ path: '/url', message: problem });
  if (events?.length === 0) errors.push({ path: '/events', message: 'must have at least 1 item' });
  if (typeof description === 'string') {
    const problems = nameProblems(description, maxDescriptionLength, 'describe it without secrets');
    errors.push(...problems.map((message) => ({ path: '/description', message })));
  }
  if (errors.length > 0) throw invalidRequest(...errors);
}
