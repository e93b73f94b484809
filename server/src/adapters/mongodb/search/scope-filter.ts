import type { Filter } from 'mongodb';
import type { ListQuery, Scope, TimeSpan } from '../../../ports/memory-store.ts';
import { type MemoryDocument, memoryKey, type Scoped } from '../schema/documents.ts';

export type ScopeFilter = Filter<Scoped> & { $and: Filter<Scoped>[] };

/**
 * Selects what a scope sees, narrowed to the spans if there are any. `$vectorSearch` accepts this filter, too: it needs
 * several conditions in one `$and`.
 */
export function toScopeFilter(scope: Scope, spans: readonly TimeSpan[] = []): ScopeFilter {
  const { accountId, userId, agentId, runId, filterKeys } = scope;
  const conditions: Filter<Scoped>[] = [{ ownerId: accountId }];
  if (userId !== undefined) conditions.push({ userId });
  if (agentId !== undefined) conditions.push({ agentId });
  if (runId !== undefined) conditions.push({ runId });
  for (const alternatives of filterKeys ?? []) conditions.push({ labels: { $in: alternatives } });
  if (spans.length > 0)
    conditions.push({ $or: spans.map(({ from, to }) => ({ occurredAt: { $gte: from, $lt: to } })) });
  return { $and: conditions };
}

export function toListFilter({
  scope,
  status,
  beforeId,
}: Pick<ListQuery, 'scope' | 'status' | 'beforeId'>): Filter<MemoryDocument> {
  const { accountId } = scope;
  // All keys of an account lie between these two.
  const before = beforeId === undefined ? `${accountId}0` : memoryKey(accountId, beforeId);
  const conditions: Filter<MemoryDocument>[] = [
    { _id: { $gt: `${accountId}/`, $lt: before } },
    toScopeFilter(scope) as Filter<MemoryDocument>,
  ];
  if (status !== undefined) conditions.push({ status });
  return { $and: conditions };
}
