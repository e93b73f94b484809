import type { MemoryMap } from '../domain/map/get-map.ts';
import type { components } from '../generated/contract.d.ts';

export function presentMap({ status, total, points, computedAt }: MemoryMap): components['schemas']['MemoryMap'] {
  return {
    status,
    total,
    points: points.map(({ memoryId, userId, agentId, memoryType, occurredAt, ...point }) => ({
      ...{ memory_id: memoryId, ...point },
      ...{ user_id: userId, agent_id: agentId, memory_type: memoryType },
      occurred_at: new Date(occurredAt).toISOString(),
    })),
    computed_at: computedAt === null ? null : new Date(computedAt).toISOString(),
  };
}
