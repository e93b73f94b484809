import { createHmac } from 'node:crypto';
import { isPublicHost } from '../../lib/public-host.ts';
import { nameProblems } from '../../lib/secrets-in-names.ts';
import { untilNone } from '../../lib/until-none.ts';
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

/** The records of webhooks. Every method may throw {@link StoreUnavailableError}. */
export type WebhookRecords = RecordStore<typeof webhookCommands, typeof webhookQueries>;

interface WebhookDependencies {
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
const maxUrlLength = 2_048;
const secretPrefix = 'whsec_';
/** Standard Webhooks requires 24 to 64 bytes. */
const secretBytes = 32;

export type WebhookService = ReturnType<typeof createWebhookService>;

/** The webhooks of accounts. Methods with a target throw {@link DomainError} `not_found`. */
export function createWebhookService({ records, clock, identifiers, allowPrivate }: WebhookDependencies) {
  const shown = (webhook: Webhook) => withoutEndedSecret(webhook, clock.now());
  const newSecret = () => `${secretPrefix}${identifiers.secret(secretBytes).toString('base64')}`;

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

    /** @throws {DomainError} `invalid_request`; `conflict` when the account has as many webhooks as it may have */
    async create(accountId: string, input: WebhookInput, idempotency?: Idempotency): Promise<Once<Webhook>> {
      check(input, allowPrivate);
      const { url, events, description = null, includeText = false, enabled = true } = input;
      const now = clock.now();
      const webhook: Webhook = {
        ...{ id: identifiers.webhook(), accountId, url, events, description, includeText, secret: newSecret() },
        ...{ disabledReason: enabled ? null : 'by_request', createdAt: now, updatedAt: now, enabledAt: now },
        ...{ previousSecret: null, previousSecretEndsAt: null, leasedUntil: 0, lease: null },
      };
      return records.run(accountId, 'createWebhook', { webhook, max: maxWebhooks, idempotency });
    },

    async update(target: WebhookTarget, fields: Partial<WebhookInput>, idempotency?: Idempotency) {
      check(fields, allowPrivate);
      const changes = Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined));
      return records.run(target.accountId, 'updateWebhook', { ...target, changes, idempotency });
    },

    /** Removes a webhook with its secrets, its queue and the bodies that show it. @returns the time */
    async remove({ accountId, id }: WebhookTarget, idempotency?: Idempotency): Promise<Once<number>> {
      const removed = await records.run(accountId, 'removeWebhook', { accountId, id, idempotency });
      // The purge deletes what a crash leaves.
      if (!removed.isReplay) await untilNone(() => records.run(accountId, 'removeWebhookData', { accountId, id }));
      return removed;
    },

    /** Makes a new secret. The current one also signs until the overlap ends. */
    rotateSecret(target: WebhookTarget, overlapSeconds: number, idempotency?: Idempotency): Promise<Once<Webhook>> {
      const input = { ...target, secret: newSecret(), overlapMs: overlapSeconds * 1_000, idempotency };
      return records.run(target.accountId, 'rotateWebhookSecret', input);
    },
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

/** Returns the fault of a webhook's URL. Names are resolved at each delivery, which checks their current addresses. */
export function webhookUrlProblem(text: string, { allowPrivate }: { allowPrivate: boolean }): string | undefined {
  const url = text.length <= maxUrlLength && URL.canParse(text) ? new URL(text) : undefined;
  const protocols = allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!url || !protocols.includes(url.protocol)) {
    return `must be an https URL of at most ${maxUrlLength} characters, like https://example.com/hooks/mnema`;
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    return 'must have neither a user name nor a password nor a fragment: verify the signature of each delivery instead';
  }
  if (allowPrivate || isPublicHost(url.hostname)) return undefined;
  return 'is a private, loopback, link-local or metadata address: use a public host, or set MNEMA_WEBHOOK_ALLOW_PRIVATE=true on a private deployment';
}

/** Returns the headers of an attempt according to Standard Webhooks, with a signature by each valid secret. */
export function signDelivery(
  webhook: Webhook,
  { id, body, now }: { id: string; body: string; now: number },
): Record<string, string> {
  const timestamp = Math.floor(now / 1_000);
  const { secret, previousSecret } = withoutEndedSecret(webhook, now);
  const signatures = [secret, ...(previousSecret === null ? [] : [previousSecret])].map((one) => {
    const key = Buffer.from(one.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
