import { findSensitive, sensitiveLabels } from '@mnema/secret-scanner';
import type { Clock } from '../../ports/clock.ts';
import { DomainError, type FieldError, invalidRequest } from '../../ports/errors.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { MemoryStore, StoredResponse } from '../../ports/memory-store.ts';
import type { Webhook, WebhookChanges, WebhookDelivery, WebhookEventType, WebhookStore } from '../../ports/webhooks.ts';
import { type Repeatable, type Replay, recordOf, responseKeyOf, toReplay } from '../usage/idempotency.ts';
import { readPosition, writePosition } from '../usage/page-cursor.ts';
import { secretBytes, toSecret } from './sign-delivery.ts';
import { webhookUrlProblem } from './webhook-url.ts';

const maxWebhooks = 10;
const maxDescriptionLength = 200;

export interface WebhookDependencies {
  store: WebhookStore;
  responses: Pick<MemoryStore, 'findResponse'>;
  clock: Clock;
  identifiers: Identifiers;
  /** Whether webhooks may have private addresses. */
  allowPrivate: boolean;
}

export interface WebhookInput {
  url: string;
  events: readonly WebhookEventType[];
  description?: string | null | undefined;
  includeText?: boolean | undefined;
  enabled?: boolean | undefined;
}

interface WebhookTarget {
  accountId: string;
  id: string;
}

/** The webhooks of accounts, with the errors of each method. */
export type WebhookService = ReturnType<typeof createWebhookService>;

export function createWebhookService({ store, responses, clock, identifiers, allowPrivate }: WebhookDependencies) {
  const newSecret = () => toSecret(identifiers.secret(secretBytes));
  const list = async (accountId: string) => {
    const now = clock.now();
    return (await store.list(accountId)).map((one) => withoutEndedSecret(one, now));
  };

  /** @throws {DomainError} `not_found` */
  async function get({ accountId, id }: WebhookTarget): Promise<Webhook> {
    const found = (await list(accountId)).find((one) => one.id === id);
    if (!found) throw missingWebhook();
    return found;
  }

  return {
    get,
    list,

    /** @throws {DomainError} `invalid_request`; `conflict` when the account has as many webhooks as it may have */
    async create(
      accountId: string,
      input: WebhookInput,
      repeatable?: Repeatable<Webhook>,
    ): Promise<{ kind: 'created'; webhook: Webhook } | Replay> {
      check(input, allowPrivate);
      const now = clock.now();
      const { url, events, description = null, includeText = false, enabled = true } = input;
      const webhook: Webhook = {
        ...{ id: identifiers.webhook(), accountId, url, events, description, includeText, enabledAt: now },
        ...{ disabledReason: enabled ? null : 'by_request', createdAt: now, updatedAt: now },
        ...{ secret: newSecret(), previousSecret: null, previousSecretEndsAt: null },
      };
      const created = await store.create(webhook, { max: maxWebhooks, ...recordOf(repeatable, webhook, now) });
      if (created === 'created') return { kind: 'created', webhook };
      if (created !== 'full') return replayOf(repeatable, created.replayed);
      throw new DomainError(
        'conflict',
        `This account has ${maxWebhooks} webhooks, which is the limit. Delete one first: DELETE /webhooks/{webhook_id}.`,
      );
    },

    /** Changes the given fields. @throws {DomainError} `invalid_request`, `not_found` */
    async update(
      target: WebhookTarget,
      { enabled, ...fields }: Partial<WebhookInput>,
      repeatable?: Repeatable<Webhook>,
    ): Promise<{ kind: 'updated'; webhook: Webhook } | Replay> {
      check(fields, allowPrivate);
      const now = clock.now();
      const replay = await findReplay(responses, target.accountId, repeatable, now);
      if (replay) return replay;
      const present = await get(target);
      const isEnabled = present.disabledReason === null;
      const state =
        enabled === undefined || enabled === isEnabled
          ? {}
          : { disabledReason: enabled ? null : ('by_request' as const), enabledAt: now };
      const changes = withoutUndefined({ ...fields, ...state, updatedAt: now });
      const record = recordOf(repeatable, { ...present, ...changes }, now);
      const updated = await store.update(target.accountId, target.id, changes, record);
      if (!updated) throw missingWebhook();
      if ('replayed' in updated) return replayOf(repeatable, updated.replayed);
      return { kind: 'updated', webhook: withoutEndedSecret(updated, now) };
    },

    /** @throws {DomainError} `not_found` */
    async remove(
      target: WebhookTarget,
      repeatable?: Repeatable<number>,
    ): Promise<{ kind: 'removed'; at: number } | Replay> {
      const at = clock.now();
      const removed = await store.remove(target.accountId, target.id, recordOf(repeatable, at, at));
      if (typeof removed === 'object') return replayOf(repeatable, removed.replayed);
      if (!removed) throw missingWebhook();
      return { kind: 'removed', at };
    },

    /** Makes a new secret. The current one also signs until the overlap ends. @throws {DomainError} `not_found` */
    async rotateSecret(
      target: WebhookTarget,
      overlapSeconds: number,
      repeatable?: Repeatable<Webhook>,
    ): Promise<{ kind: 'rotated'; webhook: Webhook } | Replay> {
      const now = clock.now();
      const replay = await findReplay(responses, target.accountId, repeatable, now);
      if (replay) return replay;
      const present = await get(target);
      const changes = { secret: newSecret(), previousSecretEndsAt: now + overlapSeconds * 1_000, updatedAt: now };
      const record = recordOf(repeatable, withoutEndedSecret({ ...present, ...changes }, now), now);
      const updated = await store.update(target.accountId, target.id, changes, record);
      if (!updated) throw missingWebhook();
      if ('replayed' in updated) return replayOf(repeatable, updated.replayed);
      return { kind: 'rotated', webhook: withoutEndedSecret(updated, now) };
    },

    ...createDeliveryMethods({ store, responses, clock, identifiers, allowPrivate }, get),
  };
}

function createDeliveryMethods(
  { store, responses, clock }: WebhookDependencies,
  get: (target: WebhookTarget) => Promise<Webhook>,
) {
  return {
    /** @throws {DomainError} `not_found`; `invalid_request` for a cursor that no page had */
    async deliveries(
      target: WebhookTarget,
      { limit, cursor }: { limit: number; cursor?: string | undefined },
    ): Promise<{ deliveries: WebhookDelivery[]; nextCursor: string | null }> {
      const position = cursor === undefined ? undefined : readPosition(cursor, 'dlv');
      await get(target);
      const after = position && { createdAt: position.at, id: position.id };
      const found = await store.deliveries(target.accountId, target.id, { limit: limit + 1, after });
      const deliveries = found.slice(0, limit);
      const last = deliveries.at(-1);
      const more = found.length > limit && last;
      return { deliveries, nextCursor: more ? writePosition({ at: last.createdAt, id: last.id }) : null };
    },

    /**
     * Queues a completed delivery again.
     * @throws {DomainError} `not_found`; `conflict` when it waits or nothing is delivered
     */
    async replay(
      { accountId, id }: WebhookTarget,
      deliveryId: string,
      repeatable?: Repeatable<WebhookDelivery>,
    ): Promise<{ kind: 'queued'; delivery: WebhookDelivery } | Replay> {
      const at = clock.now();
      const replay = await findReplay(responses, accountId, repeatable, at);
      if (replay) return replay;
      const webhook = (await store.list(accountId)).find((one) => one.id === id);
      const present = webhook && (await store.findDelivery(accountId, id, deliveryId));
      if (!present) throw missingDelivery();
      if (webhook.disabledReason !== null) throw disabledWebhook();
      const delivery: WebhookDelivery = { ...present, status: 'pending', nextAttemptAt: at, firstAttemptAt: null };
      const queued = await store.replay(accountId, id, deliveryId, { at, ...recordOf(repeatable, delivery, at) });
      if (queued === 'queued') return { kind: 'queued', delivery };
      if (typeof queued === 'object') return replayOf(repeatable, queued.replayed);
      throw queued === 'missing' ? missingDelivery() : pendingDelivery();
    },
  };
}

async function findReplay<Value>(
  responses: WebhookDependencies['responses'],
  accountId: string,
  repeatable: Repeatable<Value> | undefined,
  now: number,
): Promise<Replay | undefined> {
  if (!repeatable) return undefined;
  const response = await responses.findResponse(accountId, responseKeyOf(repeatable.idempotency), now);
  return response && replayOf(repeatable, response);
}

/** @throws {DomainError} `idempotency_key_reused`; `not_found` when the response has ended with its webhook */
function replayOf<Value>(repeatable: Repeatable<Value> | undefined, response: StoredResponse): Replay {
  return toReplay((repeatable as Repeatable<Value>).idempotency, response, missingWebhook);
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

function withoutEndedSecret(webhook: Webhook, now: number): Webhook {
  const { previousSecretEndsAt: endsAt } = webhook;
  return endsAt === null || endsAt > now ? webhook : { ...webhook, previousSecret: null, previousSecretEndsAt: null };
}

function withoutUndefined(
  changes: { [Name in keyof WebhookChanges]: WebhookChanges[Name] | undefined },
): WebhookChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, one]) => one !== undefined)) as WebhookChanges;
}

function missingWebhook(): DomainError {
  return new DomainError('not_found', 'Unknown webhook. GET /webhooks lists the webhooks of this account.');
}

function missingDelivery(): DomainError {
  return new DomainError(
    'not_found',
    'Unknown delivery. GET /webhooks/{webhook_id}/deliveries lists the deliveries of this webhook.',
  );
}

function pendingDelivery(): DomainError {
  return new DomainError(
    'conflict',
    'This delivery is pending and will be sent without a replay. Only delivered and failed deliveries can be replayed.',
  );
}

function disabledWebhook(): DomainError {
  return new DomainError(
    'conflict',
    'This webhook is disabled, so nothing is delivered. Enable it first: PATCH /webhooks/{webhook_id} with enabled true.',
  );
}
