import type { Collection } from 'mongodb';
import type { IngestClaimOptions } from '../../../ports/memory-store.ts';
import { createUserRotation, rotate, takeRoundRobin } from '../../store-kit/fair-claims.ts';
import type { MemoryDocument } from '../schema/documents.ts';
import { dueIndexName, quarantineIndexName } from '../schema/indexes.ts';
import { findDueExtractions } from './due-extractions.ts';
import { createDueQuery, type DueDocument, type DueQuery, dueFields, isExtracting } from './due-query.ts';

/** The maximum of accounts in a claim. The next claim begins with the others. */
const maxAccounts = 16;

export function createFindDue(memories: Collection<MemoryDocument>, silent: () => readonly string[]) {
  let lastAccount = '';
  const userRotation = createUserRotation<string>();

  /** Finds the oldest due memories of some accounts, which differ from claim to claim. */
  async function findByAccount(query: DueQuery): Promise<DueDocument[][]> {
    const { limit, extractions } = query.options;
    const [plain, extracting] = await Promise.all([
      findAccounts(query, false),
      extractions > 0 ? findAccounts(query, true) : new Set<string>(),
    ]);
    const findOf = async (account: string) => {
      const due = await Promise.all([
        plain.has(account) ? findPlain(query, account) : [],
        extracting.has(account) ? findDueExtractions(query, account, userRotation) : [],
      ]);
      return due.flat().toSorted(byTime);
    };
    const accounts = rotate([...new Set([...plain, ...extracting])].toSorted(), lastAccount);
    const served: DueDocument[][] = [];
    for (let first = 0; first < accounts.length && served.length < Math.min(limit, maxAccounts); first += maxAccounts) {
      const some = accounts.slice(first, first + maxAccounts);
      const found = await Promise.all(some.map(findOf));
      served.push(...found.filter((due) => due.length > 0));
      lastAccount = some.at(-1) ?? '';
    }
    return served;
  }

  /**
   * Finds the memories to claim next, in fair shares of accounts and users.
   * @param mayBeQuarantined finds a quarantined memory when nothing else is due
   */
  return async (options: IngestClaimOptions, mayBeQuarantined: boolean): Promise<DueDocument[]> => {
    const query = await createDueQuery(memories, options, silent());
    const taken = takeRoundRobin(await findByAccount(query), options);
    return taken.length === 0 && mayBeQuarantined ? findQuarantined(query) : taken;
  };
}

/** Finds the accounts with a due memory, in one step through the index for each account. */
async function findAccounts({ memories, options }: DueQuery, infer: boolean): Promise<Set<string>> {
  const accounts = await memories
    .aggregate<{ _id: string; next: number }>(
      [
        { $match: { infer, pendingOf: { $gte: '' } } },
        { $sort: { pendingOf: 1, nextAttemptAt: 1, _id: 1 } },
        { $group: { _id: '$pendingOf', next: { $first: '$nextAttemptAt' } } },
      ],
      { hint: dueIndexName },
    )
    .toArray();
  return new Set(accounts.filter(({ next }) => next <= options.now).map(({ _id }) => _id));
}

function findPlain({ memories, options, notQuarantined }: DueQuery, pendingOf: string): Promise<DueDocument[]> {
  return memories
    .find({ pendingOf, infer: false, ...notQuarantined })
    .sort({ nextAttemptAt: 1, _id: 1 })
    .limit(options.limit)
    .project<DueDocument>(dueFields)
    .toArray();
}

/** Finds the oldest quarantined memory that can be claimed. */
async function findQuarantined(query: DueQuery): Promise<DueDocument[]> {
  const { memories, options, due } = query;
  const quarantined = memories
    .find({
      ...{ pendingOf: { $gte: '' }, ...due, interruptions: { $gte: options.quarantineAfter } },
      ...(options.extractions > 0 ? {} : { infer: false }),
    })
    .hint(quarantineIndexName)
    .sort({ nextAttemptAt: 1 })
    .project<DueDocument & Pick<MemoryDocument, 'userId' | 'pendingOf'>>({ ...dueFields, userId: 1, pendingOf: 1 });
  for await (const one of quarantined) if (!one.infer || !isExtracting(query, one)) return [one];
  return [];
}

function byTime(a: DueDocument, b: DueDocument): number {
  return a.nextAttemptAt - b.nextAttemptAt || (a._id < b._id ? -1 : 1);
}
