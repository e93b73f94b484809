import { maxExtractions, rotate, type UserRotation } from '../../store-kit/fair-claims.ts';
import { extractionIndexName } from '../schema/indexes.ts';
import { type DueDocument, type DueQuery, dueFields, extractionKey, isExtracting } from './due-query.ts';

interface DueOfUser extends DueDocument {
  userId: string;
}

/** Finds the oldest due memory of each user for whom no facts are being extracted. */
export async function findDueExtractions(
  query: DueQuery,
  pendingOf: string,
  rotation: UserRotation<string>,
): Promise<DueDocument[]> {
  const max = maxExtractions(query.options);
  const firsts = await findFirsts(query, pendingOf);
  const users = rotate([...firsts.keys()].toSorted(), rotation.lastOf(pendingOf));
  const found: DueOfUser[] = [];
  for (let first = 0; first < users.length && found.length < max; first += max) {
    const some = users.slice(first, first + max);
    const keys = some.map((userId) => firsts.get(userId) as string);
    const notQuarantined = await findNotQuarantined(query, keys);
    for (const userId of some) {
      const due = notQuarantined.get(userId) ?? (await findNext(query, pendingOf, userId));
      if (due) found.push(due);
    }
  }
  const taken = found.slice(0, max);
  const servedUsers = taken.map(({ userId }) => userId);
  rotation.ended(pendingOf, servedUsers, max);
  return taken;
}

/** Maps users to the next memory for extraction. */
async function findFirsts(query: DueQuery, pendingOf: string): Promise<Map<string, string>> {
  const { memories, options, extractions } = query;
  const firsts = await memories
    .aggregate<{ _id: string; next: number; memory: string }>(
      [
        { $match: { infer: true, pendingOf } },
        { $sort: { userId: 1, nextAttemptAt: 1, _id: 1 } },
        { $group: { _id: '$userId', next: { $first: '$nextAttemptAt' }, memory: { $first: '$_id' } } },
      ],
      { hint: extractionIndexName },
    )
    .toArray();
  const byUser = new Map<string, string>();
  for (const { _id: userId, next, memory } of firsts) {
    if (next > options.now || isExtracting(query, { pendingOf, userId })) continue;
    // A memory with an expired lease still blocks the others of its user, so it comes first.
    byUser.set(userId, extractions.get(extractionKey({ pendingOf, userId }))?._id ?? memory);
  }
  return byUser;
}

/** Maps users to their memories that are due and not quarantined. */
async function findNotQuarantined(
  { memories, notQuarantined }: DueQuery,
  keys: string[],
): Promise<Map<string, DueOfUser>> {
  const found = await memories
    .find({ _id: { $in: keys }, infer: true, ...notQuarantined })
    .project<DueOfUser>({ ...dueFields, userId: 1 })
    .toArray();
  return new Map(found.map((due) => [due.userId, due]));
}

/** Finds the next memory of a user whose oldest one is quarantined, unless an extraction from it is in progress. */
async function findNext(
  { memories, notQuarantined, extractions }: DueQuery,
  pendingOf: string,
  userId: string,
): Promise<DueOfUser | null> {
  if (extractions.has(extractionKey({ pendingOf, userId }))) return null;
  return memories.findOne<DueOfUser>(
    { infer: true, pendingOf, userId, ...notQuarantined },
    { sort: { nextAttemptAt: 1, _id: 1 }, projection: { ...dueFields, userId: 1 } },
  );
}
