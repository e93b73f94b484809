import type { ClientSession } from 'mongodb';
import type { CommitResult } from '../../../ports/memory-store.ts';
import type { WriteQuota } from '../../../ports/usage-store.ts';
import type { Additions } from '../../store-kit/memory-transitions.ts';
import { addsProjects, hasProjectCapacity, isLimited, limitedUser, overLimit } from '../../store-kit/quota-window.ts';
import type { StoredRow } from '../memories/write-rows.ts';
import type { Collections } from '../schema/documents.ts';
import { shareKey, usedInMonth } from './usage-shares.ts';

/**
 * The maximum of names that are counted by hops. More are counted by reading the memories, because each hop is a round
 * trip.
 */
const maxHops = 100;

type Addition = Additions<StoredRow> & { accountId: string };

type OverLimit = Extract<CommitResult, { kind: 'over_limit' }>;

/** Returns the limit of users or projects that a write would exceed, as far as this transaction sees. */
export async function findOverLimit(
  collections: Collections,
  session: ClientSession,
  quota: WriteQuota,
  addition: Addition,
): Promise<OverLimit | undefined> {
  if (!(await fitsUser(collections, session, quota, addition))) return overLimit('end_users');
  if (!(await fitsProjects(collections, session, quota, addition))) return overLimit('projects');
  return undefined;
}

/**
 * Counts a write. When the quota of the month is used up, it returns the limit, and the caller aborts the transaction.
 * An account with limits writes one at a time, so that what {@link findOverLimit} saw still holds at the commit. It must
 * be the last step: a process that crashes between this and the commit blocks all writes of the account.
 */
export async function countWrite(
  collections: Collections,
  session: ClientSession,
  quota: WriteQuota,
  accountId: string,
): Promise<OverLimit | undefined> {
  const { month } = quota;
  await collections.usage.updateOne(
    { _id: shareKey(accountId, month, isLimited(quota)) },
    { $inc: { memoryWrites: 1 }, $setOnInsert: { ownerId: accountId, month, memorySearches: 0 } },
    { upsert: true, session },
  );
  if (quota.memoryWrites === null) return undefined;
  const { memoryWrites } = await usedInMonth(collections, accountId, month, { session });
  return memoryWrites > quota.memoryWrites ? overLimit('memory_writes') : undefined;
}

/** Counts the end users other than the account itself. */
export async function countEndUsers(
  { memories }: Collections,
  accountId: string,
  options: { session?: ClientSession } = {},
): Promise<number> {
  // This is the order of an index: the server hops from one name to the next.
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
 * Counts the projects of an account. It hops from name to name in the index, however many memories there are. Where there
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

async function fitsUser(
  collections: Collections,
  session: ClientSession,
  quota: WriteQuota,
  { accountId, userId }: Addition,
): Promise<boolean> {
  const added = limitedUser(quota, { accountId, userId });
  if (!added) return true;
  const filter = { ownerId: accountId, userId: added.userId };
  const known = await collections.memories.findOne(filter, { session, projection: { _id: 1 } });
  return known !== null || (await countEndUsers(collections, accountId, { session })) < added.limit;
}

async function fitsProjects(
  collections: Collections,
  session: ClientSession,
  { projects: limit }: WriteQuota,
  { accountId, projects, changed }: Addition,
): Promise<boolean> {
  if (limit === null) return true;
  const hereOnly = async (names: readonly string[]) => {
    let found = 0;
    for (const project of names) {
      const elsewhere = { ownerId: accountId, projects: project, _id: { $ne: changed?.document._id ?? '' } };
      if (!(await collections.memories.findOne(elsewhere, { session, projection: { _id: 1 } }))) found++;
    }
    return found;
  };
  const present = changed && !changed.isArchived ? changed.document.projects : [];
  const own = { before: await hereOnly(present), after: await hereOnly(projects) };
  if (!addsProjects(own)) return true;
  return hasProjectCapacity(limit, own, (await countProjects(collections, accountId, { session })) - own.before);
}
