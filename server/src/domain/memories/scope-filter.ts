import type { MemoryStatus, Scope } from '../../ports/memory.ts';
import type { Filter, Value } from '../../ports/record-store.ts';
import type { StoredMemory } from './kinds.ts';

/** The time that determines the order of a list. Memories of the same time are ordered by their ids. */
export type ListOrder = 'createdAt' | 'occurredAt';

/** The position of a memory in a list: the time that determines the order, and the id. */
export interface ListPosition {
  at: number;
  id: string;
}

export interface ListQuery {
  scope: Scope;
  status?: MemoryStatus | undefined;
  limit: number;
  /** @default 'createdAt' */
  order?: ListOrder | undefined;
  /** @default 'desc', newest first */
  direction?: 'asc' | 'desc' | undefined;
  /** The end of the previous page. */
  after?: ListPosition | undefined;
}

/** Builds the filter for the memories in a scope, without its account. */
export function scopeFilter(scope: Scope): Filter<StoredMemory> {
  const { accountId, userId, withoutEndUsers, agentId, runId, occurred, created, filterKeys } = scope;
  const includesEndUsers = userId === accountId && !withoutEndUsers;
  return {
    ...(includesEndUsers ? { isOfAccount: true } : { userId }),
    isEndUser: withoutEndUsers ? false : undefined,
    agentId,
    runId,
    occurredAt: occurred && { from: occurred.from, to: occurred.to },
    createdAt: created && { from: created.from, to: created.to },
    filterKeys: filterKeys && { all: filterKeys },
  };
}

type ListIndex = 'creation' | 'time' | 'user' | 'userTime' | 'agent' | 'run' | 'failed';

/** Selects the index that has the order of a list and the fewest other memories. */
export function listIndex({
  scope: { accountId, userId, agentId, runId },
  status,
  order = 'createdAt',
}: Pick<ListQuery, 'scope' | 'status' | 'order'>): { index: ListIndex; of: readonly Value[] } {
  const ofUser = userId !== undefined && userId !== accountId ? [accountId, userId] : null;
  if (order === 'occurredAt') return ofUser ? { index: 'userTime', of: ofUser } : { index: 'time', of: [accountId] };
  if (status === 'failed') return { index: 'failed', of: [accountId] };
  if (runId !== undefined) return { index: 'run', of: [accountId, runId] };
  if (ofUser) return { index: 'user', of: ofUser };
  if (agentId !== undefined) return { index: 'agent', of: [accountId, agentId] };
  return { index: 'creation', of: [accountId] };
}
