import type { Transaction } from '../../ports/record-store.ts';
import type { WebhookEvent } from '../events/kinds.ts';
import { quotaEvents } from '../events/queue-events.ts';
import { memories, type StoredMemory } from '../memories/kinds.ts';
import { usageMonths, type WriteQuota } from './kinds.ts';
import type { QuotaLimit } from './quota.ts';

/** `limits` has the limit that rejects each write, in their order; null means that none was found. */
export interface OverLimit {
  kind: 'over_limit';
  limits: readonly (QuotaLimit | null)[];
}

/** The additions of one write to the counts that the quota limits. */
export interface Addition {
  /** The effective user that a write adds; null if it adds none. */
  userId: string | null;
  projects: readonly string[];
  /** The memory that the write changes; null if it is created. */
  changed: Pick<StoredMemory, 'id' | 'projects'> | null;
}

/** The names that the former writes of a commit add, within the limits. */
interface AddedNames {
  users: Set<string>;
  projects: Set<string>;
}

type NameIndex = 'user' | 'project';

/** Whether any limit applies to the account, which the command locks then. */
export function isLimited({ memoryWrites, endUsers, projects }: WriteQuota): boolean {
  return memoryWrites !== null || endUsers !== null || projects !== null;
}

/** Finds the writes of a commit that would exceed a limit, before the commit writes anything. It counts nothing. */
export async function findOverLimit(
  tx: Transaction,
  quota: WriteQuota,
  accountId: string,
  additions: readonly Addition[],
): Promise<OverLimit | undefined> {
  if (!isLimited(quota)) return undefined;
  const added: AddedNames = { users: new Set(), projects: new Set() };
  const limits: (QuotaLimit | null)[] = [];
  let remaining = await remainingWrites(tx, quota, accountId);
  for (const addition of additions) {
    const limit = await limitOf(tx, quota, accountId, addition, added);
    // The last of the writes that no other limit rejects exceed the limit of writes.
    limits.push(limit ?? (--remaining < 0 ? 'memory_writes' : null));
  }
  return limits.some((limit) => limit !== null) ? { kind: 'over_limit', limits } : undefined;
}

/** Counts the writes of a commit. @returns the events of the limits that the count passes */
export async function countWrites(
  tx: Transaction,
  accountId: string,
  quota: Pick<WriteQuota, 'month' | 'memoryWrites'>,
  writes: number,
): Promise<WebhookEvent[]> {
  if (writes === 0) return [];
  const { month, memoryWrites: limit } = quota;
  const before = limit === null ? 0 : limit - (await remainingWrites(tx, quota, accountId));
  tx.add(usageMonths, { accountId, month }, { memoryWrites: writes });
  if (limit === null) return [];
  return quotaEvents({ metric: 'memory_write', before, after: before + writes, limit, month });
}

async function remainingWrites(
  tx: Transaction,
  { month, memoryWrites: limit }: Pick<WriteQuota, 'month' | 'memoryWrites'>,
  accountId: string,
): Promise<number> {
  if (limit === null) return Number.POSITIVE_INFINITY;
  return limit - ((await tx.get(usageMonths, { accountId, month }))?.memoryWrites ?? 0);
}

/** Returns the limit of names that rejects a write; null if none does. Then its names are added. */
async function limitOf(
  tx: Transaction,
  { endUsers, projects: maxProjects }: WriteQuota,
  accountId: string,
  { userId, projects, changed }: Addition,
  added: AddedNames,
): Promise<'end_users' | 'projects' | null> {
  const isFound = async (index: NameIndex, name: string, where = {}) =>
    (await tx.count(memories, index, { of: [accountId, name], where, max: 1 })) > 0;
  /** Whether the account keeps to a limit if it loses some names and gets others. */
  const fits = async (index: NameIndex, limit: number, lost: readonly string[], more: readonly string[]) => {
    // Even more names exceed the limit anyway.
    const names = new Set(await tx.distinct(memories, index, { of: [accountId], limit: limit + lost.length + 1 }));
    for (const name of lost) names.delete(name);
    for (const name of more) names.add(name);
    return names.size <= limit;
  };

  const isNewUser =
    endUsers !== null &&
    userId !== null &&
    userId !== accountId &&
    !added.users.has(userId) &&
    !(await isFound('user', userId));
  // The account itself is not an end user.
  if (isNewUser && !(await fits('user', endUsers, [accountId], [...added.users, userId]))) return 'end_users';
  if (maxProjects !== null) {
    const ofNoOther = async (names: readonly string[]) => {
      const found: string[] = [];
      for (const name of names) {
        const isOfOther = added.projects.has(name) || (await isFound('project', name, { id: { not: changed?.id } }));
        if (!isOfOther) found.push(name);
      }
      return found;
    };
    const lost = await ofNoOther(changed?.projects ?? []);
    const more = await ofNoOther(projects);
    // After a change to a smaller plan, an account may keep its projects.
    const isMore = more.length > lost.length;
    if (isMore && !(await fits('project', maxProjects, lost, [...added.projects, ...more]))) return 'projects';
    for (const name of more) added.projects.add(name);
  }
  if (isNewUser) added.users.add(userId);
  return null;
}
