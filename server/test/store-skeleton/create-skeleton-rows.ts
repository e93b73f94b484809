import { buildFacetPage } from '../../src/adapters/store-kit/facet-page.ts';
import {
  needsWords,
  planCommit,
  type RowPatch,
  type StoredMemory,
} from '../../src/adapters/store-kit/memory-transitions.ts';
import { limitListPage } from '../../src/adapters/store-kit/page-limits.ts';
import { addsProjects, hasProjectCapacity, limitedUser, overLimit } from '../../src/adapters/store-kit/quota-window.ts';
import { endedStatus } from '../../src/ports/memory-rows.ts';
import type {
  Commit,
  CommitResult,
  IdempotencyRecord,
  InsertChange,
  ListQuery,
  Memory,
  MemoryRows,
  Scope,
  StoredResponse,
  TextIndex,
} from '../../src/ports/memory-store.ts';
import type { WriteQuota } from '../../src/ports/usage-store.ts';

/**
 * The skeleton of docs/adapters.md: memories in the process, without a file. What a store writes itself is `find`,
 * `insert`, `patch`, counting for the quota, and the reads; all else is the kit's. A real store runs `commitOne` in a
 * transaction and reads the rows of a commit at once.
 */

interface Row extends StoredMemory {
  textIndex: TextIndex;
  memory: Memory;
  projects: readonly string[];
  labels: readonly string[];
}

interface AccountRows {
  rows: Map<string, Row>;
  responses: Map<string, StoredResponse & { expiresAt: number }>;
  /** Writes by month. */
  writes: Map<number, number>;
}

export function createSkeletonRows(): MemoryRows {
  const accounts = new Map<string, AccountRows>();
  function of(accountId: string): AccountRows {
    const known = accounts.get(accountId) ?? { rows: new Map(), responses: new Map(), writes: new Map() };
    accounts.set(accountId, known);
    return known;
  }

  function commitOne(commit: Commit): CommitResult {
    const { rows, responses, writes } = of(commit.accountId);
    const { idempotencyRecord: record, quota } = commit;
    const response = record && findResponse(responses, record, record.createdAt);
    if (response) return { kind: 'replayed', response };
    // A store that has to fetch the words of a text does so for these commits only.
    if (needsWords(commit)) for (const row of rows.values()) row.words = row.textIndex.words.join(' ');
    const plan = planCommit<Row, Float32Array>(commit, (id) => rows.get(id));
    if ('kind' in plan) return plan;
    if (plan.removals.some(({ id, userId }) => !isOf(rows.get(id), userId))) return { kind: 'missing' };
    const over =
      quota && findOverLimit(of(commit.accountId), quota, { accountId: commit.accountId, ...plan.additions });
    if (over) return over;
    for (const change of plan.inserts) rows.set(change.memory.id, toRow(change));
    for (const { row, patch } of plan.patches) rows.set(row.id, patched(row, patch));
    for (const { id } of plan.removals) {
      rows.delete(id);
      for (const one of responses.values())
        if (one.memoryId === id) Object.assign(one, { status: endedStatus, body: '' });
    }
    if (quota) writes.set(quota.month, (writes.get(quota.month) ?? 0) + 1);
    if (record) responses.set(record.key, { ...record.response, expiresAt: record.expiresAt });
    return { kind: 'written' };
  }

  function seen({ scope, status, beforeId }: Pick<ListQuery, 'scope' | 'status' | 'beforeId'>): Row[] {
    return [...of(scope.accountId).rows.values()]
      .filter((row) => isInScope(row, scope) && (!status || row.status === status))
      .filter(({ id }) => beforeId === undefined || id < beforeId)
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  return {
    commit: async (commits) => commits.map(commitOne),
    get: async (accountId, id) => of(accountId).rows.get(id)?.memory,
    getMany: async (accountId, ids) => ids.flatMap((id) => of(accountId).rows.get(id)?.memory ?? []),
    async list(query) {
      const size = limitListPage(query.limit);
      const memories: Memory[] = [];
      for (const { memory } of seen(query)) {
        if (size.isFull()) return { memories, more: true };
        size.add(memory.text.length);
        memories.push(memory);
      }
      return { memories, more: false };
    },
    findResponse: async (accountId, keys, now) => findResponse(of(accountId).responses, keys, now),
    async countFacets(query) {
      const builder = buildFacetPage(query);
      for (const { id, memory, projects } of seen(query)) {
        if (!builder.add({ id, entities: memory.entities, projects })) break;
      }
      return builder.page();
    },
  };
}

function isOf(row: Row | undefined, userId: string | undefined): boolean {
  return row !== undefined && (userId === undefined || row.memory.userId === userId);
}

function findResponse(
  responses: AccountRows['responses'],
  { key, formerKey }: Pick<IdempotencyRecord, 'key' | 'formerKey'>,
  now: number,
): StoredResponse | undefined {
  const found = [key, formerKey].flatMap((one) => responses.get(one) ?? []).find(({ expiresAt }) => expiresAt > now);
  if (!found) return undefined;
  const { expiresAt: _, ...response } = found;
  return response;
}

function toRow({ memory, index }: InsertChange): Row {
  const { id, userId, version, status, outcome, infer } = memory;
  const [words, identifiers] = [index.words.join(' '), index.identifiers.join(' ')];
  const tagWords = index.tagWords.join(' ');
  return {
    ...{ id, userId, version, revision: 1, status, outcome, infer, isArchived: false, words, identifiers, tagWords },
    ...{ embedderId: null, textIndex: index, memory, projects: index.projects, labels: index.filterKeys },
  };
}

/** Each column that a patch sets replaces the old one. */
function patched(row: Row, { set, vectors }: RowPatch): Row {
  const {
    isArchived = row.isArchived,
    projects = row.projects,
    filterKeys: labels = row.labels,
    revision = row.revision,
  } = set;
  const memory: Memory = { ...row.memory };
  for (const [column, value] of Object.entries(set)) {
    if (column in memory) Object.assign(memory, { [column]: value });
  }
  memory.isArchived = isArchived;
  if (memory.status !== 'ready') memory.outcome = null;
  const { version, status, infer } = memory;
  const outcome = set.outcome === undefined ? row.outcome : set.outcome;
  const tagWords = set.tagWords?.join(' ') ?? row.tagWords;
  const embedderId = vectors === undefined ? row.embedderId : (vectors?.embedderId ?? null);
  return {
    ...{ ...row, version, revision, status, outcome, infer, isArchived, tagWords },
    ...{ embedderId, textIndex: set.textIndex ?? row.textIndex, memory, projects, labels },
  };
}

function isInScope({ memory, labels, isArchived }: Row, scope: Scope): boolean {
  const { userId, agentId, runId, filterKeys: wanted = [] } = scope;
  return (
    !isArchived &&
    (userId === undefined || memory.userId === userId) &&
    (agentId === undefined || memory.agentId === agentId) &&
    (runId === undefined || memory.runId === runId) &&
    wanted.every((alternatives) => alternatives.some((label) => labels.includes(label)))
  );
}

function findOverLimit(
  { rows, writes }: AccountRows,
  quota: WriteQuota,
  added: { accountId: string; userId: string | null; projects: readonly string[]; changed: Row | null },
): CommitResult | undefined {
  const live = [...rows.values()].filter(({ isArchived }) => !isArchived);
  const user = limitedUser(quota, added);
  const users = new Set(live.map(({ userId }) => userId));
  users.delete(added.accountId);
  if (user && !users.has(user.userId) && users.size >= user.limit) return overLimit('end_users');
  const others = new Set(live.filter((row) => row !== added.changed).flatMap(({ projects }) => projects));
  const hereOnly = (names: readonly string[]) => names.filter((name) => !others.has(name)).length;
  const own = { before: hereOnly(added.changed?.projects ?? []), after: hereOnly(added.projects) };
  if (quota.projects !== null && addsProjects(own) && !hasProjectCapacity(quota.projects, own, others.size)) {
    return overLimit('projects');
  }
  const isUsedUp = quota.memoryWrites !== null && (writes.get(quota.month) ?? 0) >= quota.memoryWrites;
  return isUsedUp ? overLimit('memory_writes') : undefined;
}
