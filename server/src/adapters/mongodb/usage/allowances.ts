import type { ClientSession } from 'mongodb';
import type { WriteResult } from '../../../ports/memory-store.ts';
import type { Allowance } from '../../../ports/usage-store.ts';
import type { Collections } from '../schema/documents.ts';
import { newShare, shareKey, usedInMonth } from './usage-shares.ts';

/** More projects than anybody looks through; a hop is a question of its own. */
const hopsMost = 100;

/** What a write would add: a user when it makes a memory or brings one back, projects always. */
export interface Additions {
  ownerId: string;
  userId: string | null;
  projects: readonly string[];
  /** The memory that is changed, and its projects; null when one is made. */
  changed: { key: string; projects: readonly string[] } | null;
}

export type OverLimit = Extract<WriteResult, { kind: 'over_limit' }>;

export function isLimited({ memoryWrites, endUsers, projects }: Allowance): boolean {
  return memoryWrites !== null || endUsers !== null || projects !== null;
}

/** Which limit leaves no room for what a write would add; undefined: there is room, as far as this transaction sees. */
export async function findNoRoom(
  collections: Collections,
  session: ClientSession,
  allowance: Allowance,
  additions: Additions,
): Promise<OverLimit | undefined> {
  if (!(await hasRoomForUser(collections, session, allowance, additions))) return over('end_users');
  if (!(await hasRoomForProjects(collections, session, allowance, additions))) return over('projects');
  return undefined;
}

/**
 * Counts a write, or says that the month has no room for it: then the transaction is to be given up. Of an account with
 * limits only one write at a time gets through, so that what {@link findNoRoom} saw still holds when it ends. To be the
 * last step: whoever ends without a word between this and the end of the transaction holds up all writes of the account.
 */
export async function countWrite(
  collections: Collections,
  session: ClientSession,
  allowance: Allowance,
  ownerId: string,
): Promise<OverLimit | undefined> {
  const { month } = allowance;
  await collections.usage.updateOne(
    { _id: shareKey(ownerId, month, isLimited(allowance)) },
    { $inc: { memoryWrites: 1 }, $setOnInsert: newShare(ownerId, month, 'memoryWrites') },
    { upsert: true, session },
  );
  if (allowance.memoryWrites === null) return undefined;
  const { memoryWrites } = await usedInMonth(collections, ownerId, month, session);
  return memoryWrites > allowance.memoryWrites ? over('memory_writes') : undefined;
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
  for (let names = 0; names < hopsMost; names++) {
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

function over(limit: OverLimit['limit']): OverLimit {
  return { kind: 'over_limit', limit };
}

async function hasRoomForUser(
  collections: Collections,
  session: ClientSession,
  { endUsers }: Allowance,
  { ownerId, userId }: Additions,
): Promise<boolean> {
  if (endUsers === null || userId === null || userId === ownerId) return true;
  const known = await collections.memories.findOne({ ownerId, userId }, { session, projection: { _id: 1 } });
  return known !== null || (await countEndUsers(collections, ownerId, session)) < endUsers;
}

async function hasRoomForProjects(
  collections: Collections,
  session: ClientSession,
  { projects: limit }: Allowance,
  { ownerId, projects, changed }: Additions,
): Promise<boolean> {
  if (limit === null) return true;
  const hereOnly = async (names: readonly string[]) => {
    const found: string[] = [];
    for (const project of names) {
      const elsewhere = { ownerId, projects: project, _id: { $ne: changed?.key ?? '' } };
      if (!(await collections.memories.findOne(elsewhere, { session, projection: { _id: 1 } }))) found.push(project);
    }
    return found;
  };
  const before = await hereOnly(changed?.projects ?? []);
  const after = await hereOnly(projects);
  // Who has more than the plan, after a change to a smaller one, may go on with as many.
  if (after.length <= before.length) return true;
  return (await countProjects(collections, ownerId, session)) - before.length + after.length <= limit;
}
