import type { Filter } from 'mongodb';
import type { IngestClaimOptions } from '../../../ports/memory-store.ts';
import { createUserTurns, type Due, maxExtractions, rotate } from '../../store-kit/fair-claims.ts';
import type { Collections, MemoryDocument } from '../schema/documents.ts';
import { dueIndexName, extractionIndexName, suspectIndexName } from '../schema/indexes.ts';

export interface DueDocument extends Due {
  _id: string;
  nextAttemptAt: number;
}

/** A memory that facts are being extracted from. */
interface Extracting {
  _id: string;
  extracting: string;
  nextAttemptAt: number;
}

/** Memories that facts are being extracted from, by account and user: see {@link extractionKey}. */
export type Extractions = ReadonlyMap<string, Extracting>;

interface DueOfUser extends DueDocument {
  userId: string;
}

/** The oldest memory of a user that facts are to be extracted from. */
interface FirstOfUser {
  _id: string;
  next: number;
  memory: string;
}

const dueFields = { nextAttemptAt: 1, characters: 1, infer: 1 } as const;

/** The largest number of accounts that a claim looks at; the next claim begins with the others. */
const maxAccounts = 16;

export interface DueMemories {
  extractions(): Promise<Extractions>;
  /** The oldest due memories of some accounts, others from claim to claim. */
  find(options: IngestClaimOptions, extractions: Extractions): Promise<DueDocument[][]>;
  findQuarantined(options: IngestClaimOptions, extractions: Extractions): Promise<DueDocument[]>;
}

/** @param silent workers that may have crashed: their memories are due when the crash has been counted */
export function createDueMemories(
  { memories }: Pick<Collections, 'memories'>,
  silent: () => readonly string[],
): DueMemories {
  let lastAccount = '';
  const userTurns = createUserTurns<string>();

  function dueAt(now: number): Filter<MemoryDocument> {
    const others = silent();
    return { nextAttemptAt: { $lte: now }, ...(others.length > 0 ? { leasedBy: { $nin: [...others] } } : {}) };
  }

  function sound({ now, quarantineAfter }: IngestClaimOptions): Filter<MemoryDocument> {
    return { ...dueAt(now), interruptions: { $lt: quarantineAfter } };
  }

  /** The accounts with something due, in the order of their ids: one step through the index for each. */
  async function findAccounts(infer: boolean, now: number): Promise<string[]> {
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
    return accounts.filter(({ next }) => next <= now).map(({ _id }) => _id);
  }

  function findPlain(pendingOf: string, options: IngestClaimOptions): Promise<DueDocument[]> {
    return memories
      .find({ pendingOf, infer: false, ...sound(options) })
      .sort({ nextAttemptAt: 1, _id: 1 })
      .limit(options.limit)
      .project<DueDocument>(dueFields)
      .toArray();
  }

  /** The oldest memory of each user that nothing is being extracted for. */
  async function findExtractions(
    pendingOf: string,
    options: IngestClaimOptions,
    extractions: Extractions,
  ): Promise<DueDocument[]> {
    const max = maxExtractions(options);
    const firsts = await findFirsts(pendingOf, options.now, extractions);
    const users = rotate([...firsts.keys()].toSorted(), userTurns.lastOf(pendingOf));
    const found: DueOfUser[] = [];
    for (let first = 0; first < users.length && found.length < max; first += max) {
      const some = users.slice(first, first + max);
      const sounds = await findSound(
        some.map((userId) => firsts.get(userId) as string),
        options,
      );
      for (const userId of some) {
        const due = sounds.get(userId) ?? (await findNextOf(pendingOf, userId, options, extractions));
        if (due) found.push(due);
      }
    }
    const taken = found.slice(0, max);
    userTurns.ended(
      pendingOf,
      taken.map(({ userId }) => userId),
      max,
    );
    return taken;
  }

  /** The memory to extract from next of each user, by user. */
  async function findFirsts(pendingOf: string, now: number, extractions: Extractions): Promise<Map<string, string>> {
    const firsts = await memories
      .aggregate<FirstOfUser>(
        [
          { $match: { infer: true, pendingOf } },
          { $sort: { userId: 1, nextAttemptAt: 1, _id: 1 } },
          { $group: { _id: '$userId', next: { $first: '$nextAttemptAt' }, memory: { $first: '$_id' } } },
        ],
        { hint: extractionIndexName },
      )
      .toArray();
    const ofUsers = new Map<string, string>();
    for (const { _id: userId, next, memory } of firsts) {
      const held = extractions.get(extractionKey({ pendingOf, userId }));
      // A lease that has expired goes on with the same memory, which still blocks the others of the user.
      if (next <= now && !(held && held.nextAttemptAt > now)) ofUsers.set(userId, held?._id ?? memory);
    }
    return ofUsers;
  }

  /** Memories that are due and not quarantined, by user. */
  async function findSound(keys: string[], options: IngestClaimOptions): Promise<Map<string, DueOfUser>> {
    const found = await memories
      .find({ _id: { $in: keys }, infer: true, ...sound(options) })
      .project<DueOfUser>({ ...dueFields, userId: 1 })
      .toArray();
    return new Map(found.map((due) => [due.userId, due]));
  }

  /** The next memory of a user whose oldest is quarantined, and not being extracted from. */
  async function findNextOf(
    pendingOf: string,
    userId: string,
    options: IngestClaimOptions,
    extractions: Extractions,
  ): Promise<DueOfUser | null> {
    if (extractions.has(extractionKey({ pendingOf, userId }))) return null;
    return memories.findOne<DueOfUser>(
      { infer: true, pendingOf, userId, ...sound(options) },
      { sort: { nextAttemptAt: 1, _id: 1 }, projection: { ...dueFields, userId: 1 } },
    );
  }

  return {
    async extractions() {
      const found = await memories
        .find({ extracting: { $gte: '' } })
        .project<Extracting>({ extracting: 1, nextAttemptAt: 1 })
        .toArray();
      return new Map(found.map((one) => [one.extracting, one]));
    },

    async find(options, extractions) {
      const { limit, now } = options;
      const [ofPlain, ofExtractions] = await Promise.all([
        findAccounts(false, now),
        options.extractions > 0 ? findAccounts(true, now) : [],
      ]);
      const [plainAccounts, extractionAccounts] = [new Set(ofPlain), new Set(ofExtractions)];
      const inOrder = rotate([...new Set([...ofPlain, ...ofExtractions])].toSorted(), lastAccount);
      const served: DueDocument[][] = [];
      for (
        let first = 0;
        first < inOrder.length && served.length < Math.min(limit, maxAccounts);
        first += maxAccounts
      ) {
        const some = inOrder.slice(first, first + maxAccounts);
        const found = await Promise.all(
          some.map(async (account) => {
            const [plain, ofUsers] = await Promise.all([
              plainAccounts.has(account) ? findPlain(account, options) : [],
              extractionAccounts.has(account) ? findExtractions(account, options, extractions) : [],
            ]);
            return [...plain, ...ofUsers].toSorted(byTime);
          }),
        );
        served.push(...found.filter((due) => due.length > 0));
        lastAccount = some.at(-1) ?? '';
      }
      return served;
    },

    async findQuarantined({ now, quarantineAfter, extractions: max }, extractions) {
      const quarantined = memories
        .find({
          pendingOf: { $gte: '' },
          ...dueAt(now),
          interruptions: { $gte: quarantineAfter },
          ...(max > 0 ? {} : { infer: false }),
        })
        .hint(suspectIndexName)
        .sort({ nextAttemptAt: 1 })
        .project<DueDocument & Pick<MemoryDocument, 'userId' | 'pendingOf'>>({ ...dueFields, userId: 1, pendingOf: 1 });
      for await (const one of quarantined) {
        const held = extractions.get(extractionKey(one));
        if (!one.infer || !(held && held.nextAttemptAt > now)) return [one];
      }
      return [];
    },
  };
}

function byTime(a: DueDocument, b: DueDocument): number {
  return a.nextAttemptAt - b.nextAttemptAt || (a._id < b._id ? -1 : 1);
}

/** At most one memory has each of these: there is a unique index. */
function extractionKey({ pendingOf, userId }: { pendingOf?: string; userId: string }): string {
  return `${pendingOf} ${userId}`;
}
