import { commitRendered, type Rendered, type Written } from '../../api/commit-rendered.ts';
import { toMilliseconds } from '../../api/dates.ts';
import { expectedVersions, memoryTag } from '../../api/entity-tags.ts';
import type { Handler, Handlers, OperationRequest, Reply } from '../../api/operation-types.ts';
import { preferredWaitMs, prefersMinimal } from '../../api/preferences.ts';
import { presentAccepted, presentMemory, toDateTime } from '../../api/present-memory.ts';
import type { HttpServices, WriteServices } from '../../api/services.ts';
import { actorOf, type Principal } from '../../domain/accounts/authenticate.ts';
import { waitUntilReady } from '../../domain/ingest/ready-waiters.ts';
import type { ContentTarget } from '../../domain/memories/change-content.ts';
import type { Preparation } from '../../domain/memories/commit-write.ts';
import type { Redacted } from '../../domain/memories/content-policy.ts';
import { type NewMemory, prepareMemory } from '../../domain/memories/create-memory.ts';
import { type DeletedMemory, prepareDeletion } from '../../domain/memories/delete-memory.ts';
import { prepareRestore } from '../../domain/memories/restore-memory.ts';
import { prepareRetry } from '../../domain/memories/retry-memory.ts';
import { prepareUpdate } from '../../domain/memories/update-memory.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import type { components } from '../../generated/contract.d.ts';
import type { Memory } from '../../ports/memory-store.ts';
import { idempotencyOf, replayHeaders } from './idempotency.ts';

type ContentRequest = OperationRequest<'updateMemory'> | OperationRequest<'restoreMemory'>;
export type RestWriteServices = WriteServices & Pick<HttpServices, 'restUserId'>;

/** Creates the handlers that change memories. A retry gets the stored response of the first request. */
export function writeHandlers(
  services: RestWriteServices,
): Pick<Handlers, 'createMemory' | 'deleteMemory' | 'restoreMemory' | 'retryMemory' | 'updateMemory'> {
  const { store, clock } = services;
  return {
    createMemory: createMemoryHandler(services),

    async updateMemory(request, principal) {
      const { text, metadata, expires_at } = request.body;
      const expiresAt = typeof expires_at === 'string' ? toMilliseconds('/expires_at', expires_at) : expires_at;
      const change = { ...contentTarget(request, principal), update: { text, metadata, expiresAt } };
      return toContentReply(request, await prepareUpdate(services, change, idempotencyOf(request, principal)));
    },

    async restoreMemory(request, principal) {
      const { version } = request.body;
      const change = { ...contentTarget(request, principal), version };
      return toContentReply(request, await prepareRestore(services, change, idempotencyOf(request, principal)));
    },

    async deleteMemory(request, principal) {
      const expected = expectedVersions(request.header('if-match'));
      const target = {
        accountId: principal.account.id,
        id: request.path.memory_id,
        actor: actorOf(principal),
        expected,
      };
      const prepared = await prepareDeletion(services, target, idempotencyOf(request, principal));
      return toReply(await commitRendered(store, prepared, renderDeleted));
    },

    async retryMemory(request, principal) {
      const target = { accountId: principal.account.id, id: request.path.memory_id };
      const prepared = await prepareRetry(services, target, idempotencyOf(request, principal));
      const written = await commitRendered(store, prepared, renderAccepted);
      return principal.scopes.includes('read') ? toReply(written) : toReplyWithoutMetadata(written);
    },
  };

  function contentTarget(request: ContentRequest, principal: Principal): ContentTarget {
    const { account, restriction } = principal;
    return {
      accountId: account.id,
      id: request.path.memory_id,
      restriction,
      actor: actorOf(principal),
      quota: quotaOf(account, clock.now()),
      expected: expectedVersions(request.header('if-match')),
    };
  }

  async function toContentReply(request: ContentRequest, prepared: Preparation<Redacted<Memory>>): Promise<Reply> {
    const written = await commitRendered(store, prepared, renderUpdated);
    if (written.kind === 'written') request.counted('memory_write');
    return prefersMinimal(request.header('prefer')) ? { status: 204, headers: headersOf(written) } : toReply(written);
  }
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
    const prepared = await prepareMemory(services, input, idempotencyOf(request, principal));
    const written = await commitRendered(services.store, prepared, renderAccepted);
    if (written.kind === 'replayed') return toReply(written);
    request.counted('memory_write');
    const waitMs = preferredWaitMs(request.header('prefer'));
    if (waitMs > 0) {
      const { id, accountId, redacted } = written.value;
      const memory = await waitUntilReady(services, { accountId, id, waitMs, stopping: services.stopping });
      if (memory?.status === 'ready') {
        const headers = { Location: locationOf(memory) };
        return { status: 201, headers, body: presentAccepted({ ...memory, redacted }) };
      }
    }
    return toReply(written);
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

function renderUpdated(memory: Redacted<Memory>): Rendered<ReturnType<typeof presentMemory>> {
  const etag = memoryTag(memory);
  return { status: 200, location: null, etag, body: presentMemory(memory), subjectId: memory.id };
}

function renderDeleted({ id, deletionId, deletedAt }: DeletedMemory): Rendered<components['schemas']['DeletedMemory']> {
  const body = { id, deletion_id: deletionId, deleted_at: toDateTime(deletedAt) };
  return { status: 200, location: null, etag: null, body, subjectId: null };
}

function renderAccepted(memory: Memory & Partial<Redacted<object>>): Rendered<ReturnType<typeof presentAccepted>> {
  return { status: 202, location: locationOf(memory), etag: null, body: presentAccepted(memory), subjectId: null };
}

function locationOf({ id }: Memory): string {
  return `/memories/${id}`;
}

/** Returns the reply to a write. The body of a replayed response is sent byte for byte. */
export function toReply(written: Written<unknown, unknown>): Reply {
  const { status, location } = written.response;
  const headers = { ...headersOf(written), ...(location ? { Location: location } : {}) };
  const json = written.kind === 'replayed' ? written.response.body : written.json;
  return { status, headers, ...(json === undefined ? { body: written.response.body } : { json }) };
}

/** Returns the reply to a key without the scope `read`. Another credential may have written the metadata. */
function toReplyWithoutMetadata(written: Written<unknown, object>): Reply {
  const { json: _, ...reply } = toReply(written);
  const body = written.kind === 'replayed' ? JSON.parse(written.response.body) : written.response.body;
  return { ...reply, body: { ...body, metadata: {} } };
}

function headersOf(written: Written<unknown, unknown>): Record<string, string> {
  const { etag } = written.response;
  return { ...replayHeaders(written), ...(etag === null ? {} : { ETag: etag }) };
}
