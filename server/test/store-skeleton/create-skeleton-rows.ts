import { buildFacetPage } from '../../src/adapters/store-kit/facet-page.ts';
import {
  type Additions,
  needsWords,
  planCommit,
  type RowPatch,
  type StoredMemory,
} from '../../src/adapters/store-kit/memory-transitions.ts';
import { limitListPage } from '../../src/adapters/store-kit/page-limits.ts';
import {
  addsProjects,
  hasProjectCapacity,
  type Limits,
  limitedUser,
  limitWrites,
  overLimit,
} from '../../src/adapters/store-kit/quota-window.ts';
import { toStoredUser } from '../../src/adapters/store-kit/stored-user.ts';
import { isOfUser } from '../../src/ports/memory.ts';
import { endedStatus } from '../../src/ports/memory-rows.ts';
import type {
  Commit,
  CommitResult,
  IdempotencyRecord,
  InsertChange,
  ListPosition,
  ListQuery,
  Memory,
  MemoryRows,
  MemoryVersion,
  Scope,
  StoredResponse,
  TextIndex,
  TimeRange,
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
  /** The former versions, oldest first. */
  versions: readonly MemoryVersion[];
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
    const over = quota && findOverLimit(of(commit.accountId), quota, commit.accountId, plan.additions);
    if (over) return over;
    for (const change of plan.inserts) rows.set(change.memory.id, toRow(change));
    for (const { row, patch } of plan.patches) rows.set(row.id, patched(row, patch));
    for (const { id } of plan.removals) {
      rows.delete(id);
      for (const one of responses.values())
        if (one.subjectId === id) Object.assign(one, { status: endedStatus, body: '' });
    }
    if (quota) writes.set(quota.month, (writes.get(quota.month) ?? 0) + plan.additions.length);
    if (record) responses.set(record.key, { ...record.response, expiresAt: record.expiresAt });
    return { kind: 'written' };
  }

  function seen({ scope, status, order = 'createdAt', direction = 'desc', after }: Omit<ListQuery, 'limit'>): Row[] {
    const sign = direction === 'desc' ? -1 : 1;
    const compare = (a: ListPosition, b: ListPosition) => sign * (a.at - b.at || (a.id < b.id ? -1 : 1));
    const positionOf = ({ id, memory }: Row) => ({ at: memory[order], id });
    return [...of(scope.accountId).rows.values()]
      .filter((row) => isInScope(row, scope) && (!status || row.status === status))
      .filter((row) => !after || (row.id !== after.id && compare(positionOf(row), after) > 0))
      .sort((a, b) => compare(positionOf(a), positionOf(b)));
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
    async versions({ accountId, id, limit, beforeVersion = Infinity, at }) {
      const found = (of(accountId).rows.get(id)?.versions ?? [])
        .filter(({ version }) => version < beforeVersion)
        .filter(({ changedAt, replacedAt }) => at === undefined || (changedAt <= at && at < replacedAt))
        .reverse();
      return { versions: found.slice(0, limit), more: found.length > limit };
    },
    findResponse: async (accountId, keys, now) => findResponse(of(accountId).responses, keys, now),
    async countFacets(query) {
      const builder = buildFacetPage(query);
      for (const { id, memory, projects } of seen(query)) {
        if (!builder.add({ id, createdAt: memory.createdAt, entities: memory.entities, projects })) break;
      }
      return builder.page();
    },
  };
}

function isOf(row: Row | undefined, userId: string | undefined): boolean {
  return row !== undefined && (userId === undefined || isOfUser(row.memory, userId));
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
  const { id, version, status, outcome, infer } = memory;
  const [words, identifiers] = [index.words.join(' '), index.identifiers.join(' ')];
  const tagWords = index.tagWords.join(' ');
  return {
    ...{ ...toStoredUser(memory), id, version, revision: 1, status, outcome, infer, isArchived: false },
    ...{ words, identifiers, tagWords, embedderId: null, textIndex: index, memory, versions: [] },
    ...{ projects: index.projects, labels: index.filterKeys },
  };
}

/** Each column that a patch sets replaces the old one. */
function patched(row: Row, { set, replaced, vectors }: RowPatch): Row {
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
  const versions = replaced
    ? [...row.versions, toVersion(row.memory, replaced.at)].filter((one) => one.version >= replaced.oldestKept)
    : row.versions;
  const { version, status, infer } = memory;
  const outcome = set.outcome === undefined ? row.outcome : set.outcome;
  const tagWords = set.tagWords?.join(' ') ?? row.tagWords;
  const embedderId = vectors === undefined ? row.embedderId : (vectors?.embedderId ?? null);
  return {
    ...{ ...row, version, revision, status, outcome, infer, isArchived, tagWords },
    ...{ embedderId, textIndex: set.textIndex ?? row.textIndex, memory, projects, labels, versions },
  };
}

function toVersion(memory: Memory, replacedAt: number): MemoryVersion {
  const { version, text, messages, metadata, changedBy, updatedAt: changedAt } = memory;
  return { version, text, messages, metadata, changedBy, changedAt, replacedAt };
}

function isInScope({ memory, labels, isArchived }: Row, scope: Scope): boolean {
  const { userId, withoutEndUsers, agentId, runId, occurred, created, filterKeys: wanted = [] } = scope;
  return (
    !isArchived &&
    (userId === undefined || isOfUser(memory, userId)) &&
    !(withoutEndUsers && memory.endUserId !== null) &&
    isWithin(memory.occurredAt, occurred) &&
    isWithin(memory.createdAt, created) &&
    (agentId === undefined || memory.agentId === agentId) &&
    (runId === undefined || memory.runId === runId) &&
    wanted.every((alternatives) => alternatives.some((label) => labels.includes(label)))
  );
}

function isWithin(at: number, { from = -Infinity, to = Infinity }: TimeRange = {}): boolean {
  return at >= from && at < to;
}

function findOverLimit(
  { rows, writes }: AccountRows,
  quota: WriteQuota,
  accountId: string,
  additions: readonly Additions<Row>[],
): CommitResult | undefined {
  const live = [...rows.values()].filter(({ isArchived }) => !isArchived);
  const users = new Set(live.map(({ userId }) => userId));
  users.delete(accountId);
  const added = new Set<string>();
  const limits = additions.map(({ userId, projects, changed }): Limits[number] => {
    const user = limitedUser(quota, { accountId, userId });
    if (user && !users.has(user.userId) && users.size >= user.limit) return 'end_users';
    const others = new Set([...live.filter((row) => row !== changed).flatMap((row) => row.projects), ...added]);
    const hereOnly = (names: readonly string[]) => names.filter((name) => !others.has(name)).length;
    const own = { before: hereOnly(changed?.projects ?? []), after: hereOnly(projects) };
    if (quota.projects !== null && addsProjects(own) && !hasProjectCapacity(quota.projects, own, others.size)) {
      return 'projects';
    }
    if (user) users.add(user.userId);
    for (const project of projects) added.add(project);
    return null;
  });
  const remaining = (quota.memoryWrites ?? Infinity) - (writes.get(quota.month) ?? 0);
  return overLimit(limitWrites(limits, remaining));
}
