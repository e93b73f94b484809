import type { Document, Filter, Sort } from 'mongodb';
import type { ListQuery, Scope, TimeRange, TimeSpan } from '../../../ports/memory-store.ts';
import { live } from '../memories/expiry.ts';
import { type MemoryDocument, memoryKey, type Scoped } from '../schema/documents.ts';

export type ScopeFilter = Filter<Scoped> & { $and: Filter<Scoped>[] };

/**
 * Selects the visible memories of a scope, narrowed to the spans if there are any. `$vectorSearch` accepts this filter,
 * too: it needs several conditions in one `$and`.
 */
export function toScopeFilter(scope: Scope, spans: readonly TimeSpan[] = []): ScopeFilter {
  const conditions: Filter<Scoped>[] = [{ ownerId: scope.accountId }, ...toScopeConditions(scope)];
  if (spans.length > 0)
    conditions.push({ $or: spans.map(({ from, to }) => ({ occurredAt: { $gte: from, $lt: to } })) });
  return { $and: conditions };
}

/** Builds the conditions of a scope without that of the account, which archived memories do not meet. */
export function toScopeConditions(scope: Scope): Filter<Scoped>[] {
  const { accountId, userId, withoutEndUsers, agentId, runId, filterKeys, occurred, created } = scope;
  const conditions: Filter<Scoped>[] = [];
  if (userId !== undefined) conditions.push(toUserFilter({ accountId, userId, withoutEndUsers }));
  if (agentId !== undefined) conditions.push({ agentId });
  if (runId !== undefined) conditions.push({ runId });
  for (const alternatives of filterKeys ?? []) conditions.push({ labels: { $in: alternatives } });
  if (occurred) conditions.push({ occurredAt: toBounds(occurred, '$gte', '$lt') });
  if (created) conditions.push({ createdAt: toBounds(created, '$gte', '$lt') });
  return conditions;
}

/** Selects the memories of a user (see {@link Scope}). */
export function toUserFilter(scope: Pick<Scope, 'accountId' | 'withoutEndUsers'> & { userId: string }): Filter<Scoped> {
  return includesEndUsers(scope) ? { $or: [{ userId: scope.userId }, { isEndUser: true }] } : { userId: scope.userId };
}

/** Whether the scope is that of the account itself, regardless of the end users of its memories. */
export function includesEndUsers({ accountId, userId, withoutEndUsers }: Scope): boolean {
  return userId === accountId && !withoutEndUsers;
}

/** Returns the bounds of a time range. Absent ones are left out. */
export function toBounds({ from, to }: TimeRange, first: string, end: string): Document {
  return { ...(from === undefined ? {} : { [first]: from }), ...(to === undefined ? {} : { [end]: to }) };
}

export function toListFilter(
  { scope, status, order = 'createdAt', direction = 'desc', after }: Omit<ListQuery, 'limit'>,
  now: number,
): Filter<MemoryDocument> {
  const conditions: Filter<MemoryDocument>[] = [toScopeFilter(scope) as Filter<MemoryDocument>, live(now)];
  if (status !== undefined) conditions.push({ status });
  if (after) {
    const [beyond, from] = direction === 'desc' ? ['$lt', '$lte'] : ['$gt', '$gte'];
    // The first condition limits the read of the index.
    conditions.push({ [order]: { [from]: after.at } });
    const _id = { [beyond]: memoryKey(scope.accountId, after.id) };
    conditions.push({ $or: [{ [order]: { [beyond]: after.at } }, { _id }] } as Filter<MemoryDocument>);
  }
  return { $and: conditions };
}

export function toListSort({ order = 'createdAt', direction = 'desc' }: Pick<ListQuery, 'order' | 'direction'>): Sort {
  const sign = direction === 'desc' ? -1 : 1;
  return { [order]: sign, _id: sign };
}
