import { commitRendered, type Rendered, type Written } from '../../api/commit-rendered.ts';
import { toMilliseconds } from '../../api/dates.ts';
import type { Handler, Handlers, OperationId, OperationRequest, Reply } from '../../api/operation-types.ts';
import { preferredWaitMs, prefersMinimal } from '../../api/preferences.ts';
import { presentAccepted, presentMemory, toDateTime } from '../../api/present-memory.ts';
import type { HttpServices, WriteServices } from '../../api/services.ts';
import { credentialOf, type Principal } from '../../domain/accounts/authenticate.ts';
import { waitUntilReady } from '../../domain/ingest/ready-waiters.ts';
import { fingerprintOf, type Idempotency } from '../../domain/memories/commit-write.ts';
import type { Redacted } from '../../domain/memories/content-policy.ts';
import { prepareMemory } from '../../domain/memories/create-memory.ts';
import { type DeletedMemory, prepareDeletion } from '../../domain/memories/delete-memory.ts';
import { prepareRetry } from '../../domain/memories/retry-memory.ts';
import { prepareUpdate } from '../../domain/memories/update-memory.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import type { Memory } from '../../ports/memory-store.ts';

type RestWriteServices = WriteServices & Pick<HttpServices, 'restUserId'>;

/** Creates the handlers that change memories. A repeated write gets the stored response of its first time. */
export function writeHandlers(
  services: RestWriteServices,
): Pick<Handlers, 'createMemory' | 'deleteMemory' | 'retryMemory' | 'updateMemory'> {
  const { store, clock } = services;
  return {
    createMemory: createMemoryHandler(services),

    async updateMemory(request, principal) {
      const { account } = principal;
      const { text, metadata } = request.body;
      const quota = quotaOf(account, clock.now());
      const change = { accountId: account.id, id: request.path.memory_id, update: { text, metadata }, quota };
      const prepared = await prepareUpdate(services, change, idempotencyOf(request, principal));
      const written = await commitRendered(store, prepared, renderUpdated);
      if (written.kind === 'written') request.counted('memory_write');
      return prefersMinimal(request.header('prefer')) ? toMinimalReply(written) : toReply(written);
    },

    async deleteMemory(request, principal) {
      const target = { accountId: principal.account.id, id: request.path.memory_id };
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
}

function createMemoryHandler(services: RestWriteServices): Handler<'createMemory'> {
  return async (request, principal) => {
    const { account } = principal;
    const { body } = request;
    const prepared = await prepareMemory(
      services,
      {
        accountId: account.id,
        userId: services.restUserId === 'request' ? (body.user_id ?? account.id) : account.id,
        agentId: body.agent_id ?? null,
        runId: body.run_id ?? null,
        text: body.text,
        messages: body.messages,
        metadata: body.metadata ?? {},
        infer: body.infer ?? false,
        quota: quotaOf(account, services.clock.now()),
        occurredAt: body.occurred_at === undefined ? null : toMilliseconds('/occurred_at', body.occurred_at),
      },
      idempotencyOf(request, principal),
    );
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

function renderUpdated(memory: Redacted<Memory>): Rendered<ReturnType<typeof presentMemory>> {
  return { status: 200, location: null, body: presentMemory(memory), memoryId: memory.id };
}

function renderDeleted({ id, deletedAt }: DeletedMemory): Rendered<{ id: string; deleted_at: string }> {
  return { status: 200, location: null, body: { id, deleted_at: toDateTime(deletedAt) }, memoryId: null };
}

function renderAccepted(memory: Memory & Partial<Redacted<object>>): Rendered<ReturnType<typeof presentAccepted>> {
  return { status: 202, location: locationOf(memory), body: presentAccepted(memory), memoryId: null };
}

function locationOf({ id }: Memory): string {
  return `/memories/${id}`;
}

/** Returns the identity of the write when the request has an Idempotency-Key, whose form the contract has checked. */
function idempotencyOf(request: OperationRequest<OperationId>, principal: Principal): Idempotency | undefined {
  const key = request.header('idempotency-key');
  if (key === undefined) return undefined;
  const fingerprint = fingerprintOf(request.method, request.url, request.body ?? null);
  return { credential: credentialOf(principal), key, fingerprint };
}

/** Returns the reply to a write. The body of a replayed response is sent byte for byte. */
function toReply(written: Written<unknown, unknown>): Reply {
  const { status, location } = written.response;
  const headers = { ...replayHeaders(written), ...(location ? { Location: location } : {}) };
  const json = written.kind === 'replayed' ? written.response.body : written.json;
  return { status, headers, ...(json === undefined ? { body: written.response.body } : { json }) };
}

/** Returns the reply to a key that may not read. Another credential may have written the metadata. */
function toReplyWithoutMetadata(written: Written<unknown, object>): Reply {
  const { json: _, ...reply } = toReply(written);
  const body = written.kind === 'replayed' ? JSON.parse(written.response.body) : written.response.body;
  return { ...reply, body: { ...body, metadata: {} } };
}

/** Returns the reply to an update without the memory. A replayed update has the version of then. */
function toMinimalReply(written: Written<Memory, unknown>): Reply {
  const { version }: Pick<Memory, 'version'> =
    written.kind === 'replayed' ? JSON.parse(written.response.body) : written.value;
  return { status: 204, headers: { ...replayHeaders(written), ETag: `"v${version}"` } };
}

function replayHeaders({ kind }: Written<unknown, unknown>): Record<string, string> {
  return kind === 'replayed' ? { 'Idempotency-Replayed': 'true' } : {};
}
