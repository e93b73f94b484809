import { toMilliseconds } from '../../api/dates.ts';
import { expectedVersions, memoryTag, preferredWaitMs, prefersMinimal } from '../../api/headers.ts';
import type { Handler, Handlers, OperationRequest, Reply } from '../../api/operation-types.ts';
import { presentAccepted, presentMemory, toDateTime } from '../../api/present-memory.ts';
import type { HttpServices, WriteServices } from '../../api/services.ts';
import { actorOf, type Principal } from '../../domain/accounts/authenticate.ts';
import { waitUntilReady } from '../../domain/ingest/ready-waiters.ts';
import {
  type ContentTarget,
  type DeletedMemory,
  deleteMemory,
  restoreMemory,
  retryMemory,
  updateMemory,
} from '../../domain/memories/change-memory.ts';
import type { Redacted } from '../../domain/memories/content-policy.ts';
import { createMemory, type NewMemory } from '../../domain/memories/create-memory.ts';
import type { Once } from '../../domain/usage/idempotency.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import type { components } from '../../generated/contract.d.ts';
import type { Memory } from '../../ports/memory.ts';
import { replayHeaders, responderBy, toReply } from './idempotency.ts';

type ContentRequest = OperationRequest<'updateMemory'> | OperationRequest<'restoreMemory'>;
export type RestWriteServices = WriteServices & Pick<HttpServices, 'restUserId'>;

/** Creates the handlers that change memories. A retry gets the stored response of the first request. */
export function writeHandlers(services: RestWriteServices) {
  return {
    createMemory: createMemoryHandler(services),

    async updateMemory(request, principal) {
      const { text, metadata, expires_at } = request.body;
      const expiresAt = typeof expires_at === 'string' ? toMilliseconds('/expires_at', expires_at) : expires_at;
      const change = { ...contentTarget(request, principal), update: { text, metadata, expiresAt } };
      const responder = responderBy(request, principal, presentUpdated, idOf);
      return toContentReply(request, await updateMemory(services, change, responder));
    },

    async restoreMemory(request, principal) {
      const change = { ...contentTarget(request, principal), version: request.body.version };
      const responder = responderBy(request, principal, presentUpdated, idOf);
      return toContentReply(request, await restoreMemory(services, change, responder));
    },

    async deleteMemory(request, principal) {
      const expected = expectedVersions(request.header('if-match'));
      const target = { ...targetOf(request, principal), actor: actorOf(principal), expected };
      return toReply(200, await deleteMemory(services, target, responderBy(request, principal, presentDeleted)));
    },

    async retryMemory(request, principal) {
      const responder = responderBy(request, principal, (memory: Memory) => presentAccepted(memory));
      const responded = await retryMemory(services, targetOf(request, principal), responder);
      if (principal.scopes.includes('read')) return toAcceptedReply(responded);
      // Another credential may have written the metadata.
      return toAcceptedReply({ ...responded, value: { ...responded.value, metadata: {} } });
    },
  } satisfies Partial<Handlers>;

  function contentTarget(request: ContentRequest, principal: Principal): ContentTarget {
    const { account, restriction } = principal;
    return {
      ...{ ...targetOf(request, principal), restriction, actor: actorOf(principal) },
      quota: quotaOf(account, services.clock.now()),
      expected: expectedVersions(request.header('if-match')),
    };
  }
}

function targetOf({ path }: { path: { memory_id: string } }, { account }: Principal) {
  return { accountId: account.id, id: path.memory_id };
}

function toContentReply(
  request: ContentRequest,
  { value: { etag, body }, isReplay }: Once<ReturnType<typeof presentUpdated>>,
): Reply {
  if (!isReplay) request.counted('memory_write');
  const headers = { ...replayHeaders({ isReplay }), ETag: etag };
  return prefersMinimal(request.header('prefer')) ? { status: 204, headers } : { status: 200, headers, body };
}

/** Converts the body of a new memory. @throws {DomainError} for a time that does not exist */
export function toNewMemory(
  { restUserId }: Pick<HttpServices, 'restUserId'>,
  principal: Principal,
  body: components['schemas']['CreateMemoryRequest'],
): Omit<NewMemory, 'quota'> {
  const accountId = principal.account.id;
  return {
    accountId,
    actor: actorOf(principal),
    ...usersOf(body.user_id, accountId, restUserId),
    agentId: body.agent_id ?? null,
    runId: body.run_id ?? null,
    text: body.text,
    messages: body.messages,
    metadata: body.metadata ?? {},
    infer: body.infer ?? false,
    occurredAt: body.occurred_at === undefined ? null : toMilliseconds('/occurred_at', body.occurred_at),
    expiresAt: body.expires_at === undefined ? null : toMilliseconds('/expires_at', body.expires_at),
  };
}

function createMemoryHandler(services: RestWriteServices): Handler<'createMemory'> {
  return async (request, principal) => {
    const { account } = principal;
    const { body } = request;
    const input = { ...toNewMemory(services, principal, body), quota: quotaOf(account, services.clock.now()) };
    const responder = responderBy(request, principal, (memory: Redacted<Memory>) => presentAccepted(memory));
    const responded = await createMemory(services, input, responder);
    if (!responded.written) return toAcceptedReply(responded);
    request.counted('memory_write');
    const waitMs = preferredWaitMs(request.header('prefer'));
    if (waitMs > 0) {
      const { id, accountId, redacted } = responded.written;
      const memory = await waitUntilReady(services, { accountId, id, waitMs, stopping: services.stopping });
      if (memory?.status === 'ready') {
        const headers = { Location: locationOf(memory) };
        return { status: 201, headers, body: presentAccepted({ ...memory, redacted }) };
      }
    }
    return toAcceptedReply(responded);
  };
}

/** Returns the users of a new memory (see `MNEMA_REST_USER_ID`). The account's own id is not an end user. */
function usersOf(
  named: string | undefined,
  accountId: string,
  restUserId: HttpServices['restUserId'],
): Pick<Memory, 'userId' | 'endUserId'> {
  if (restUserId === 'request') return { userId: named ?? accountId, endUserId: null };
  return { userId: accountId, endUserId: named === undefined || named === accountId ? null : named };
}

function presentUpdated(memory: Redacted<Memory>) {
  return { etag: memoryTag(memory), body: presentMemory(memory) };
}

function presentDeleted({ id, deletionId, deletedAt }: DeletedMemory): components['schemas']['DeletedMemory'] {
  return { id, deletion_id: deletionId, deleted_at: toDateTime(deletedAt) };
}

function idOf({ id }: Memory): string {
  return id;
}

function locationOf({ id }: { id: string }): string {
  return `/memories/${id}`;
}

function toAcceptedReply({ value: body, isReplay }: Once<ReturnType<typeof presentAccepted>>): Reply {
  return { status: 202, headers: { ...replayHeaders({ isReplay }), Location: locationOf(body) }, body };
}
