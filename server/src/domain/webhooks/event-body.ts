import type { Memory } from '../../ports/memory.ts';
import type { Webhook, WebhookDelivery } from '../events/kinds.ts';

export interface EventSources {
  getMany(accountId: string, ids: readonly string[]): Promise<Memory[]>;
  versions(query: VersionQuery): Promise<{ versions: Pick<Memory, 'version' | 'text'>[] }>;
}

interface VersionQuery extends Pick<Memory, 'accountId' | 'id'> {
  limit: number;
  beforeVersion: number;
}

/**
 * Returns the bodies of deliveries, in their order. The queue contains only ids. Users and texts are read now, so that
 * nothing of a deleted memory is sent.
 */
export async function eventBodies(
  store: EventSources,
  { accountId, includeText }: Pick<Webhook, 'accountId' | 'includeText'>,
  deliveries: readonly WebhookDelivery[],
): Promise<string[]> {
  const ids = [...new Set(deliveries.flatMap(({ memoryId }) => memoryId ?? []))];
  const found = ids.length > 0 ? await store.getMany(accountId, ids) : [];
  const memories = new Map(found.map((memory) => [memory.id, memory]));
  return Promise.all(
    deliveries.map(async (delivery) => {
      const { type, memoryId, createdAt } = delivery;
      const memory = memoryId === null ? undefined : memories.get(memoryId);
      const text =
        includeText && delivery.version !== null ? { text: await textOf(store, memory, delivery.version) } : {};
      const data = memoryId === null ? quotaData(delivery) : { ...memoryData(delivery, memory), ...text };
      return JSON.stringify({ type, timestamp: new Date(createdAt).toISOString(), data });
    }),
  );
}

function memoryData({ memoryId, version, detail }: WebhookDelivery, memory: Memory | undefined) {
  return {
    memory_id: memoryId,
    ...(version === null ? {} : { version }),
    user_id: memory?.userId ?? null,
    end_user_id: memory?.endUserId ?? null,
    agent_id: memory?.agentId ?? null,
    run_id: memory?.runId ?? null,
    ...detail,
  };
}

function quotaData({ detail: { month, ...counted } }: WebhookDelivery) {
  const start = new Date(Number(month));
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
  return { ...counted, period_start: start.toISOString(), period_end: end.toISOString() };
}

/** Returns the text of a version that still exists; null otherwise. */
async function textOf(store: EventSources, memory: Memory | undefined, version: number): Promise<string | null> {
  if (!memory) return null;
  if (memory.version === version) return memory.text;
  const { accountId, id } = memory;
  const { versions } = await store.versions({ accountId, id, limit: 1, beforeVersion: version + 1 });
  return versions[0]?.version === version ? versions[0].text : null;
}
