import type { ClientSession } from 'mongodb';
import type { CommitResult } from '../../../ports/memory-store.ts';
import type { WriteQuota } from '../../../ports/usage-store.ts';
import type { Additions } from '../../store-kit/memory-transitions.ts';
import { addsProjects, hasProjectCapacity, isLimited, limitedUser, overLimit } from '../../store-kit/quota-window.ts';
import type { StoredRow } from '../memories/write-rows.ts';
import type { Collections } from '../schema/documents.ts';
import { newShare, shareKey, usedInMonth } from './usage-shares.ts';

/** More projects are counted by reading the memories instead of hopping from name to name, each hop a round trip. */
const maxHops = 100;

type Addition = Additions<StoredRow> & { accountId: string };

type OverLimit = Extract<CommitResult, { kind: 'over_limit' }>;

/** The limit of users or projects that a write would exceed; undefined: none, as far as this transaction sees. */
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
 * Counts a write; when the month is used up, returns the limit, and the transaction is to be aborted. Of an account with
 * limits only one write at a time gets through, so that what {@link findOverLimit} saw still holds at the commit. This is
 * to be the last step: a process that crashes between this and the commit blocks all writes of the account.
 */
export async function countWrite(
  collections: Collections,
  session: ClientSession,
  quota: WriteQuota,
  ownerId: string,
): Promise<OverLimit | undefined> {
  const { month } = quota;
  await collections.usage.updateOne(
    { _id: shareKey(ownerId, month, isLimited(quota)) },
    { $inc: { memoryWrites: 1 }, $setOnInsert: newShare(ownerId, month, 'memoryWrites') },
    { upsert: true, session },
  );
  if (quota.memoryWrites === null) return undefined;
  const { memoryWrites } = await usedInMonth(collections, ownerId, month, session);
  return memoryWrites > quota.memoryWrites ? overLimit('memory_writes') : undefined;
}

/** End users other than the account itself. */
export async function countEndUsers(
  { memories }: Collections,
  ownerId: string,
  session?: ClientSession,
): Promise<number> {
  // In the order of an index, so that the server hops from one name to the next.
  const stages = [
    { $match: { ownerId } },
    { $sort: { ownerId: 1, userId: 1 } },
    { $group: { _id: '$userId' } },
    { $match: { _id: { $ne: ownerId } } },
    { $count: 'names' },
  ];
  return counted(await memories.aggregate<{ names: number }>(stages, session ? { session } : {}).toArray());
}

/**
 * Projects of an owner's memories. The first ones by hops from name to name in the index, which take as long however many
 * memories there are; who has more has them counted by reading the memories.
 */
export async function countProjects(
  { memories }: Collections,
  ownerId: string,
  session?: ClientSession,
): Promise<number> {
  const options = session ? { session } : {};
  const inIndex = { hint: 'project', max: { ownerId, projects: {} }, returnKey: true, limit: 1 };
  let from = '';
  for (let names = 0; names < maxHops; names++) {
    const hop = { ...options, ...inIndex, min: { ownerId, projects: from } };
    const [next] = await memories.find<{ projects: string }>({}, hop).toArray();
    if (!next) return names;
    from = `${next.projects}\0`;
  }
  const stages = [
    { $match: { ownerId, projects: { $gte: '' } } },
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
  { accountId: ownerId, userId }: Addition,
): Promise<boolean> {
  const added = limitedUser(quota, { accountId: ownerId, userId });
  if (!added) return true;
  const filter = { ownerId, userId: added.userId };
  const known = await collections.memories.findOne(filter, { session, projection: { _id: 1 } });
  return known !== null || (await countEndUsers(collections, ownerId, session)) < added.limit;
}

async function fitsProjects(
  collections: Collections,
  session: ClientSession,
  { projects: limit }: WriteQuota,
  { accountId: ownerId, projects, changed }: Addition,
): Promise<boolean> {
  if (limit === null) return true;
  const hereOnly = async (names: readonly string[]) => {
    let found = 0;
    for (const project of names) {
      const elsewhere = { ownerId, projects: project, _id: { $ne: changed?.document._id ?? '' } };
      if (!(await collections.memories.findOne(elsewhere, { session, projection: { _id: 1 } }))) found++;
    }
    return found;
  };
  const present = changed && !changed.isArchived ? changed.document.projects : [];
  const own = { before: await hereOnly(present), after: await hereOnly(projects) };
  if (!addsProjects(own)) return true;
  return hasProjectCapacity(limit, own, (await countProjects(collections, ownerId, session)) - own.before);
}
