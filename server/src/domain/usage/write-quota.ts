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

type NameIndex = 'user' | 'project';
type Names = Record<NameIndex, string[]>;

/** Whether any limit applies to the account, which the command locks then. */
export function isLimited({ memoryWrites, endUsers, projects }: WriteQuota): boolean {
  return memoryWrites !== null || endUsers !== null || projects !== null;
}

/** Finds the writes of a commit that would exceed a limit, before the commit writes anything. It counts nothing. */
export async function findOverLimit(
  tx: Transaction,
  quota: WriteQuota,
  accountId: string,
  used: number,
  additions: readonly Addition[],
): Promise<OverLimit | undefined> {
  /** The names that the writes before add, within the limits. */
  const added: Names = { user: [], project: [] };
  const limits: (QuotaLimit | null)[] = [];
  let remaining = (quota.memoryWrites ?? Number.POSITIVE_INFINITY) - used;
  for (const addition of additions) {
    const limit = await limitOf(tx, quota, accountId, addition, added);
    // The last of the writes that no other limit rejects exceed the limit of writes.
    limits.push(limit ?? (--remaining < 0 ? 'memory_writes' : null));
  }
  return limits.some((limit) => limit !== null) ? { kind: 'over_limit', limits } : undefined;
}

type Writes = Pick<WriteQuota, 'month' | 'memoryWrites'>;

/** Counts the writes of a commit. @param before the writes before it @returns the events of the limits that it passes */
export function countWrites(
  tx: Transaction,
  accountId: string,
  { month, memoryWrites: limit }: Writes,
  before: number,
  writes: number,
): WebhookEvent[] {
  if (writes === 0) return [];
  tx.add(usageMonths, { accountId, month }, { memoryWrites: writes });
  return limit === null ? [] : quotaEvents({ metric: 'memory_write', before, after: before + writes, limit, month });
}

/** Returns the writes of the month. Without a limit, nobody needs them, and they count as none. */
export async function usedWrites(tx: Transaction, { month, memoryWrites }: Writes, accountId: string): Promise<number> {
  return memoryWrites === null ? 0 : ((await tx.get(usageMonths, { accountId, month }))?.memoryWrites ?? 0);
}

/** Returns the limit of names that rejects a write; null if none does. Then its names are added. */
async function limitOf(
  tx: Transaction,
  quota: WriteQuota,
  accountId: string,
  { userId, projects, changed }: Addition,
  added: Names,
): Promise<'end_users' | 'projects' | null> {
  async function ofNoOther(index: NameIndex, names: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const name of names) {
      const others = { of: [accountId, name], where: changed ? { id: { not: changed.id } } : {}, max: 1 };
      if (!added[index].includes(name) && (await tx.count(memories, index, others)) === 0) found.push(name);
    }
    return found;
  }

  // The account itself is not an end user.
  const users = userId === null || userId === accountId ? [] : [userId];
  const rules = [
    ['end_users', 'user', quota.endUsers, { names: users, former: [], others: [accountId] }],
    ['projects', 'project', quota.projects, { names: projects, former: changed?.projects ?? [], others: [] }],
  ] as const;
  const more: Names = { user: [], project: [] };
  for (const [kind, index, limit, { names, former, others }] of rules) {
    if (limit === null) continue;
    const lost = await ofNoOther(index, former);
    more[index] = await ofNoOther(index, names);
    // After a change to a smaller plan, an account may keep its names.
    if (more[index].length <= lost.length) continue;
    const without = [...lost, ...others];
    // Even more names exceed the limit anyway.
    const present = await tx.distinct(memories, index, { of: [accountId], limit: limit + without.length + 1 });
    const kept = present.filter((name) => !without.includes(name as string));
    if (new Set([...kept, ...added[index], ...more[index]]).size > limit) return kind;
  }
  added.user.push(...more.user);
  added.project.push(...more.project);
  return null;
}
