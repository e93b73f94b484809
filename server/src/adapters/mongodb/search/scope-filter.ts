import type { Document, Filter } from 'mongodb';
import type { Scope, TimeRange, TimeSpan } from '../../../ports/memory-store.ts';
import type { VectorDocument } from './search-documents.ts';

export type ScopeFilter = Filter<VectorDocument> & { $and: Filter<VectorDocument>[] };

/**
 * Selects the visible memories of a scope, narrowed to the spans if there are any. `$vectorSearch` accepts this filter,
 * too: it needs several conditions in one `$and`.
 */
export function toScopeFilter(scope: Scope, spans: readonly TimeSpan[] = []): ScopeFilter {
  const conditions: Filter<VectorDocument>[] = [{ visibleTo: scope.accountId }, ...toScopeConditions(scope)];
  if (spans.length > 0)
    conditions.push({ $or: spans.map(({ from, to }) => ({ occurredAt: { $gte: from, $lt: to } })) });
  return { $and: conditions };
}

/** Builds the conditions of a scope without that of the account, which archived memories do not meet. */
function toScopeConditions(scope: Scope): Filter<VectorDocument>[] {
  const { accountId, userId, withoutEndUsers, agentId, runId, filterKeys, occurred, created } = scope;
  const conditions: Filter<VectorDocument>[] = [];
  if (userId !== undefined) conditions.push(toUserFilter({ accountId, userId, withoutEndUsers }));
  if (agentId !== undefined) conditions.push({ agentId });
  if (runId !== undefined) conditions.push({ runId });
  for (const alternatives of filterKeys ?? []) conditions.push({ filterKeys: { $in: alternatives } });
  if (occurred) conditions.push({ occurredAt: toBounds(occurred, '$gte', '$lt') });
  if (created) conditions.push({ createdAt: toBounds(created, '$gte', '$lt') });
  return conditions;
}

/** Selects the memories of a user (see {@link Scope}). */
function toUserFilter(
  scope: Pick<Scope, 'accountId' | 'withoutEndUsers'> & { userId: string },
): Filter<VectorDocument> {
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
