import { commitRendered, type Rendered } from '../../api/commit-rendered.ts';
import { toMilliseconds } from '../../api/dates.ts';
import type { Handler } from '../../api/operation-types.ts';
import { presentAccepted } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { waitMostSeconds, waitUntilReady } from '../../domain/ingest/wait-until-ready.ts';
import type { Redacted } from '../../domain/memories/content-policy.ts';
import { prepareMemory } from '../../domain/memories/create-memory.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import type { Memory } from '../../ports/memory-store.ts';
import { idempotencyOf, toReply } from './idempotent-write.ts';

export function createMemoryHandler(
  services: Pick<
    HttpServices,
    | 'store'
    | 'queue'
    | 'clock'
    | 'identifiers'
    | 'contentPolicy'
    | 'extracts'
    | 'settlements'
    | 'restUserId'
    | 'stopping'
  >,
): Handler<'createMemory'> {
  return async (request, { account }) => {
    const { body } = request;
    const userId = services.restUserId === 'request' ? (body.user_id ?? account.id) : account.id;
    const prepared = await prepareMemory(
      services,
      {
        ownerId: account.id,
        userId,
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
    const waitMs = askedToWait(request.header('prefer'));
    if (waitMs > 0) {
      const { id, ownerId } = written.value;
      const memory = await waitUntilReady(services, { ownerId, id, waitMs, stopping: services.stopping });
      if (memory?.status === 'ready') {
        return {
          status: 201,
          headers: { Location: locationOf(memory) },
          body: presentAccepted({ ...memory, redacted: written.value.redacted }),
        };
      }
    }
    return toReply(written);
  };
}

export function renderAccepted(
  memory: Memory & Partial<Redacted<object>>,
): Rendered<ReturnType<typeof presentAccepted>> {
  return { status: 202, location: locationOf(memory), body: presentAccepted(memory) };
}

function locationOf({ id }: Memory): string {
  return `/memories/${id}`;
}

/** RFC 7240 `Prefer: wait=N` in seconds; what is malformed is ignored, as the RFC asks. */
function askedToWait(prefer: string | undefined): number {
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?(?:$|[,;\s])/i.exec(prefer ?? '')?.[1];
  return 1_000 * Math.min(waitMostSeconds, Number(seconds ?? 0));
}
