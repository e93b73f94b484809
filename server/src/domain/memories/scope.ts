import { DomainError, invalidRequest } from '../../ports/errors.ts';
import { isOfUser, type Memory, type MemoryStatus, type Metadata, type Scope } from '../../ports/memory.ts';
import type { Filter, Value } from '../../ports/record-store.ts';
import type { KeyRestriction } from '../accounts/kinds.ts';
import { type Filters, toFilterAlternatives, toFilterKeys, toProjects } from '../text/memory-index.ts';
import type { Position } from '../usage/page-cursor.ts';
import type { StoredMemory } from './kinds.ts';

/** The conditions that may narrow a list, a search or another operation. A memory must match all of them. */
export interface ScopeInput extends Omit<Scope, 'filterKeys'> {
  project?: string | undefined;
  source?: string | undefined;
  memoryType?: string | undefined;
  tag?: string | undefined;
  filters?: Filters | undefined;
  /** The restriction of the caller. Its values are already in the other fields. */
  restriction?: Restriction | undefined;
}

/** The maximum of values of all filters together. The stores read each value separately. */
const maxFilterValues = 2_000;

/** @throws {DomainError} `invalid_request` when the filters have too many values */
export function toScope(input: ScopeInput): Scope {
  const { accountId, userId, withoutEndUsers, agentId, runId, occurred, created, filters = {} } = input;
  const { length } = Object.values(filters).flat();
  if (length > maxFilterValues) {
    const message = `have ${length} values in total; send at most ${maxFilterValues}`;
    throw invalidRequest({ path: '/filters', message });
  }
  const filterKeys = metadataConditions(input).map(({ alternatives }) => alternatives);
  return {
    ...{ accountId, userId, withoutEndUsers, agentId, runId, occurred, created },
    filterKeys: filterKeys.length > 0 ? filterKeys : undefined,
  };
}

/** Lists the conditions on metadata: the name of each in a search, and the accepted filter keys. */
export function metadataConditions({ project, source, memoryType, tag, filters = {} }: ScopeInput) {
  const parameters = [
    { name: 'project', key: 'project', value: project },
    { name: 'source', key: 'source', value: source },
    { name: 'memory_type', key: 'memory_type', value: memoryType },
    { name: 'tag', key: 'tags', value: tag },
    ...Object.entries(filters).map(([key, value]) => ({ name: `filters.${key}`, key, value })),
  ];
  return parameters.flatMap(({ name, key, value }) => {
    if (value === undefined) return [];
    const [alternatives = []] = toFilterAlternatives({ [key]: value });
    return { name, alternatives };
  });
}

/** Whether metadata have one of each of the filter keys. */
export function hasKeys(metadata: Metadata, filterKeys: Scope['filterKeys'] = []): boolean {
  if (filterKeys.length === 0) return true;
  const own = new Set(toFilterKeys(metadata));
  return filterKeys.every((alternatives) => alternatives.some((key) => own.has(key)));
}

/** The time that determines the order of a list. Memories of the same time are ordered by their ids. */
export type ListOrder = 'createdAt' | 'occurredAt';

export interface ListQuery {
  scope: Scope;
  status?: MemoryStatus | undefined;
  limit: number;
  /** @default 'createdAt' */
  order?: ListOrder | undefined;
  /** @default 'desc', newest first */
  direction?: 'asc' | 'desc' | undefined;
  /** The end of the previous page. */
  after?: Position | undefined;
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
export function listIndex(query: Omit<ListQuery, 'limit'>): { index: ListIndex; of: readonly Value[] } {
  const { scope, status, order = 'createdAt' } = query;
  const { accountId, userId, agentId, runId } = scope;
  const ofUser = userId !== undefined && userId !== accountId ? [accountId, userId] : null;
  if (order === 'occurredAt') return ofUser ? { index: 'userTime', of: ofUser } : { index: 'time', of: [accountId] };
  if (status === 'failed') return { index: 'failed', of: [accountId] };
  if (runId !== undefined) return { index: 'run', of: [accountId, runId] };
  if (ofUser) return { index: 'user', of: ofUser };
  if (agentId !== undefined) return { index: 'agent', of: [accountId, agentId] };
  return { index: 'creation', of: [accountId] };
}

/** The restriction of an API key; null if it may access the whole account. */
export type Restriction = KeyRestriction | null;

type Restricted = Pick<Memory, 'accountId' | 'userId' | 'endUserId' | 'agentId' | 'metadata'>;

/** Whether a key with this restriction may access a memory. */
export function isWithin(memory: Restricted, restriction: Restriction): boolean {
  if (restriction === null) return true;
  const { userId, agentId, project } = restriction;
  return (
    (userId === null || isOfUser(memory, userId)) &&
    (agentId === null || memory.agentId === agentId) &&
    (project === null || toProjects(memory.metadata).includes(project))
  );
}

/** Rejects a change that takes a memory out of the project of a key, or into another one. @throws {DomainError} */
export function requireProjectKept(current: Metadata, next: Metadata, restriction: Restriction): void {
  const project = restriction?.project ?? null;
  if (project === null) return;
  const [before, after] = [toProjects(current), toProjects(next)];
  if (!after.includes(project) || !after.every((one) => before.includes(one))) throw outsideRestriction('project');
}

/** @param name the field that contradicts the restriction */
export function outsideRestriction(name: 'user_id' | 'agent_id' | 'project'): DomainError {
  return new DomainError(
    'outside_key_restriction',
    `This API key is restricted to one ${name}, but the request names another. Leave ${name} out, or use another API key.`,
  );
}
