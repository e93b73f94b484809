import type { ClientSession } from 'mongodb';
import type { CommitResult } from '../../../ports/memory-store.ts';
import type { WriteQuota } from '../../../ports/usage-store.ts';
import type { WebhookEvent } from '../../../ports/webhooks.ts';
import type { Additions } from '../../store-kit/memory-transitions.ts';
import {
  type AddedNames,
  addsProjects,
  hasProjectCapacity,
  isLimited,
  type Limits,
  limitedUser,
  limitWrites,
  noAddedNames,
  overLimit,
} from '../../store-kit/quota-window.ts';
import { quotaEvents } from '../../store-kit/webhook-queue.ts';
import type { StoredRow } from '../memories/write-rows.ts';
import type { Collections } from '../schema/documents.ts';
import { shareKey, usedInMonth } from './usage-shares.ts';

/**
 * The maximum of names that are counted by jumps in the index. More names are counted by reading the memories, because
 * each jump is a round trip.
 */
const maxHops = 100;

type Addition = Additions<StoredRow>;

type OverLimit = Extract<CommitResult, { kind: 'over_limit' }>;

/** Finds the writes of a commit that would exceed the limit of users or projects, as visible in this transaction. */
export async function findOverLimit(
  collections: Collections,
  session: ClientSession,
  quota: WriteQuota,
  accountId: string,
  additions: readonly Addition[],
): Promise<OverLimit | undefined> {
  const added = noAddedNames();
  const limits: Limits = [];
  for (const addition of additions) {
    const isNewUser = await addsUser(collections, session, quota, { accountId, ...addition }, added);
    if (isNewUser === 'over_limit') limits.push('end_users');
    else if (!(await fitsProjects(collections, session, quota, { accountId, ...addition }, added))) {
      limits.push('projects');
    } else {
      if (isNewUser) added.users.add(addition.userId as string);
      limits.push(null);
    }
  }
  return overLimit(limits);
}

/**
 * Counts the writes of a commit, and returns the events of the limits that the count passes. If the month does not
 * allow all writes, it returns the limits, and the caller aborts the transaction. An account with limits writes one
 * commit at a time, so that the result of {@link findOverLimit} is still true at the commit. It must be the last step:
 * a process that crashes between this and the commit blocks all writes of the account.
 */
export async function countWrites(
  collections: Collections,
  session: ClientSession,
  quota: WriteQuota,
  accountId: string,
  writes: number,
): Promise<OverLimit | WebhookEvent[]> {
  const { month, memoryWrites: limit } = quota;
  if (writes === 0) return [];
  await collections.usage.updateOne(
    { _id: shareKey(accountId, month, isLimited(quota)) },
    { $inc: { memoryWrites: writes }, $setOnInsert: { ownerId: accountId, month, memorySearches: 0 } },
    { upsert: true, session },
  );
  if (limit === null) return [];
  const { memoryWrites: after } = await usedInMonth(collections, accountId, month, { session });
  const before = after - writes;
  const over = overLimit(limitWrites(Array(writes).fill(null), limit - before));
  return over ?? quotaEvents({ metric: 'memory_write', before, after, limit, month });
}

/** Counts the end users, without the account itself. */
export async function countEndUsers(
  { memories }: Collections,
  accountId: string,
  options: { session?: ClientSession } = {},
): Promise<number> {
  // This is the order of an index: the server jumps from one name to the next.
  const stages = [
    { $match: { ownerId: accountId } },
    { $sort: { ownerId: 1, userId: 1 } },
    { $group: { _id: '$userId' } },
    { $match: { _id: { $ne: accountId } } },
    { $count: 'names' },
  ];
  return counted(await memories.aggregate<{ names: number }>(stages, options).toArray());
}

/**
 * Counts the projects of an account. It jumps from name to name in the index, however many memories there are. If there
 * are too many names, it reads the memories instead.
 */
export async function countProjects(
  { memories }: Collections,
  accountId: string,
  options: { session?: ClientSession } = {},
): Promise<number> {
  const inIndex = { hint: 'project', max: { ownerId: accountId, projects: {} }, returnKey: true, limit: 1 };
  let from = '';
  for (let names = 0; names < maxHops; names++) {
    const hop = { ...options, ...inIndex, min: { ownerId: accountId, projects: from } };
    const [next] = await memories.find<{ projects: string }>({}, hop).toArray();
    if (!next) return names;
    from = `${next.projects}\0`;
  }
  const stages = [
    { $match: { ownerId: accountId, projects: { $gte: '' } } },
    { $unwind: '$projects' },
    { $group: { _id: '$projects' } },
    { $count: 'names' },
  ];
  return counted(await memories.aggregate<{ names: number }>(stages, options).toArray());
}

function counted([row]: { names: number }[]): number {
  return row?.names ?? 0;
}

/** Whether a write adds a user to those that the limit counts; `over_limit` if the limit is reached. */
async function addsUser(
  collections: Collections,
  session: ClientSession,
  quota: WriteQuota,
  { accountId, userId }: Addition & { accountId: string },
  { users }: AddedNames,
): Promise<boolean | 'over_limit'> {
  const limited = limitedUser(quota, { accountId, userId });
  if (!limited || users.has(limited.userId)) return false;
  const filter = { ownerId: accountId, userId: limited.userId };
  if (await collections.memories.findOne(filter, { session, projection: { _id: 1 } })) return false;
  return (await countEndUsers(collections, accountId, { session })) + users.size < limited.limit || 'over_limit';
}

/** Whether the limit allows the projects of a write. If so, they are added. */
async function fitsProjects(
  collections: Collections,
  session: ClientSession,
  { projects: limit }: WriteQuota,
  { accountId, projects, changed }: Addition & { accountId: string },
  added: AddedNames,
): Promise<boolean> {
  if (limit === null) return true;
  const onlyOwn = async (names: readonly string[]) => {
    const found: string[] = [];
    for (const project of names) {
      if (added.projects.has(project)) continue;
      const elsewhere = { ownerId: accountId, projects: project, _id: { $ne: changed?.document._id ?? '' } };
      const other = await collections.memories.findOne(elsewhere, { session, projection: { _id: 1 } });
      if (!other) found.push(project);
    }
    return found;
  };
  const present = changed && !changed.isArchived ? changed.document.projects : [];
  const after = await onlyOwn(projects);
  const own = { before: (await onlyOwn(present)).length, after: after.length };
  if (addsProjects(own)) {
    const others = (await countProjects(collections, accountId, { session })) - own.before + added.projects.size;
    if (!hasProjectCapacity(limit, own, others)) return false;
  }
  for (const project of after) added.projects.add(project);
  return true;
}
