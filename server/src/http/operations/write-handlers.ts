import { commitRendered, type Rendered, type Written } from '../../api/commit-rendered.ts';
import { toMilliseconds } from '../../api/dates.ts';
import type { Handler, Handlers, OperationId, OperationRequest, Reply } from '../../api/operation-types.ts';
import { presentAccepted, presentMemory, toDateTime } from '../../api/present-memory.ts';
import type { HttpServices, WriteServices } from '../../api/services.ts';
import { maxWaitSeconds, waitUntilReady } from '../../domain/ingest/wait-until-ready.ts';
import type { Redacted } from '../../domain/memories/content-policy.ts';
import { prepareMemory } from '../../domain/memories/create-memory.ts';
import { prepareDeletion } from '../../domain/memories/delete-memory.ts';
import { fingerprintOf, type Idempotency } from '../../domain/memories/idempotency.ts';
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

    async updateMemory(request, { account }) {
      const { text, metadata } = request.body;
      const quota = quotaOf(account, clock.now());
      const change = { accountId: account.id, id: request.path.memory_id, update: { text, metadata }, quota };
      const prepared = await prepareUpdate(services, change, idempotencyOf(request));
      const written = await commitRendered(store, prepared, (memory) => rendered(presentMemory(memory)));
      if (written.kind === 'written') request.counted('memory_write');
      return toReply(written);
    },

    async deleteMemory(request, { account }) {
      const target = { accountId: account.id, id: request.path.memory_id };
      const prepared = await prepareDeletion(services, target, idempotencyOf(request));
      const written = await commitRendered(store, prepared, ({ id, deletedAt }) =>
        rendered({ id, deleted_at: toDateTime(deletedAt) }),
      );
      return toReply(written);
    },

    async retryMemory(request, { account }) {
      const target = { accountId: account.id, id: request.path.memory_id };
      const prepared = await prepareRetry(services, target, idempotencyOf(request));
      return toReply(await commitRendered(store, prepared, renderAccepted));
    },
  };
}

function createMemoryHandler(services: RestWriteServices): Handler<'createMemory'> {
  return async (request, { account }) => {
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
      idempotencyOf(request),
    );
    const written = await commitRendered(services.store, prepared, renderAccepted);
    if (written.kind === 'replayed') return toReply(written);
    request.counted('memory_write');
    const waitMs = requestedWaitMs(request.header('prefer'));
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

function rendered<Body>(body: Body): Rendered<Body> {
  return { status: 200, location: null, body };
}

function renderAccepted(memory: Memory & Partial<Redacted<object>>): Rendered<ReturnType<typeof presentAccepted>> {
  return { status: 202, location: locationOf(memory), body: presentAccepted(memory) };
}

function locationOf({ id }: Memory): string {
  return `/memories/${id}`;
}

/** Returns the identity of the write when the request has an Idempotency-Key, whose form the contract has checked. */
function idempotencyOf(request: OperationRequest<OperationId>): Idempotency | undefined {
  const key = request.header('idempotency-key');
  if (key === undefined) return undefined;
  return { key, fingerprint: fingerprintOf(request.method, request.url, request.body ?? null) };
}

/** Returns the reply to a write. A replayed response is sent byte for byte. */
function toReply(written: Written<unknown, unknown>): Reply {
  const { status, location } = written.response;
  const headers = location ? { headers: { Location: location } } : {};
  const json = written.kind === 'replayed' ? written.response.body : written.json;
  return { status, ...headers, ...(json === undefined ? { body: written.response.body } : { json }) };
}

/** Reads `Prefer: wait=N` of RFC 7240, in seconds. A malformed preference is ignored, as the RFC requires. */
function requestedWaitMs(prefer: string | undefined): number {
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?(?:$|[,;\s])/i.exec(prefer ?? '')?.[1];
  return 1_000 * Math.min(maxWaitSeconds, Number(seconds ?? 0));
}
