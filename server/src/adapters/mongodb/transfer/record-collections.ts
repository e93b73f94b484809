import type { ClientSession, Collection, Filter, OptionalUnlessRequiredId, Sort } from 'mongodb';
import type { RecordKind, Records } from '../../../ports/records.ts';
import { latencySteps } from '../../../ports/request-log.ts';
import { toKey, toKeyDocument } from '../accounts/account-documents.ts';
import type { Collections, RequestDayDocument, UsageDocument } from '../schema/documents.ts';

/** Maps the records of one kind to their collection. */
export interface RecordCollection<Kind extends RecordKind> {
  /** Reads a page, or the records with the names of some. */
  read(accountId: string, which: Selection<Kind>, options?: InSession): Promise<Records[Kind][]>;
  /**
   * Writes one or more new records. It uses no transaction: one of a killed process would block the next run for a minute.
   * @throws a duplicate key error when one exists
   */
  insert(accountId: string, records: readonly Records[Kind][]): Promise<unknown>;
  replace(accountId: string, record: Records[Kind], options: InSession): Promise<unknown>;
}

type Selection<Kind extends RecordKind> =
  | { after: Records[Kind] | null; limit: number }
  | { like: readonly Records[Kind][] };

interface InSession {
  session: ClientSession;
}

const unordered = { ordered: false } as const;

export function requestRecords({ requests }: Collections): RecordCollection<'request'> {
  const keyOf = (accountId: string, id: string) => `${accountId}/${id}`;
  const toDocument = (accountId: string, { id, accountId: _, ...row }: Records['request']) => ({
    ...{ ...row, _id: keyOf(accountId, id), ownerId: accountId },
  });
  const filterOf = (accountId: string, which: Selection<'request'>) => {
    if ('like' in which) return { _id: { $in: which.like.map(({ id }) => keyOf(accountId, id)) } };
    if (which.after === null) return { ownerId: accountId };
    const { createdAt, order } = which.after;
    return { ownerId: accountId, $or: [{ createdAt: { $gt: createdAt } }, { createdAt, order: { $gt: order } }] };
  };
  return {
    async read(accountId, which, options) {
      const found = requests.find(filterOf(accountId, which), options).sort({ createdAt: 1, order: 1 });
      const documents = await found.limit('like' in which ? 0 : which.limit).toArray();
      return documents.map(({ _id, ownerId: _, ...row }) => ({
        id: _id.slice(accountId.length + 1),
        accountId,
        ...row,
      }));
    },
    insert: (accountId, records) =>
      requests.insertMany(
        records.map((record) => toDocument(accountId, record)),
        unordered,
      ),
    replace: (accountId, record, options) =>
      requests.replaceOne({ _id: keyOf(accountId, record.id) }, toDocument(accountId, record), options),
  };
}

export function keyRecords({ keys }: Collections): RecordCollection<'key'> {
  const toDocument = (accountId: string, { key, hash }: Records['key']) => toKeyDocument({ ...key, accountId }, hash);
  return {
    async read(accountId, which, options) {
      if ('after' in which && which.after) return [];
      const filter = 'like' in which ? { _id: { $in: which.like.map(({ key }) => key.id) } } : {};
      const found = keys.find({ accountId, ...filter }, options).sort({ createdAt: 1, _id: 1 });
      return (await found.toArray()).map((one) => ({ key: toKey(one), hash: Buffer.from(one.hash, 'hex') }));
    },
    insert: (accountId, records) =>
      keys.insertMany(
        records.map((record) => toDocument(accountId, record)),
        unordered,
      ),
    replace: (accountId, record, options) =>
      keys.replaceOne({ _id: record.key.id }, toDocument(accountId, record), options),
  };
}

export function monthRecords({ usage }: Collections): RecordCollection<'month'> {
  return sumRecords<'month', UsageDocument>(usage, {
    sort: { month: 1 },
    identityOf: ({ month }) => ({ month }),
    addUp: (shares, { month }) => ({ month, ...meteredIn(shares) }),
    toShare: (record, accountId) => ({ _id: `${accountId}/${record.month}/copied`, ownerId: accountId, ...record }),
  });
}

export function dayRecords({ requestDays }: Collections): RecordCollection<'day'> {
  const steps = Array.from({ length: latencySteps }, (_, step) => step);
  return sumRecords<'day', RequestDayDocument>(requestDays, {
    sort: { day: 1, operation: 1 },
    identityOf: ({ day, operation }) => ({ day, operation }),
    addUp(shares, { day, operation }) {
      const requests = (first: number) => sum(shares, ({ statuses }) => statuses[first]);
      const statuses = { 2: requests(2), 3: requests(3), 4: requests(4), 5: requests(5) };
      const latencies = steps.map((step) => sum(shares, (share) => share.latencies[step]));
      return { day, operation, statuses, latencies, ...meteredIn(shares) };
    },
    toShare({ statuses, latencies, ...day }, accountId) {
      const _id = `${accountId}/${day.day}/${day.operation}/copied`;
      return { _id, ownerId: accountId, ...day, statuses: nonZero(statuses), latencies: nonZero(latencies) };
    },
  });
}

/** A record is the sum of the shares that servers add to. A written record replaces all of them. */
function sumRecords<Kind extends 'month' | 'day', Share extends { _id: string; ownerId: string }>(
  collection: Collection<Share>,
  how: {
    sort: Sort;
    /** The fields that all shares of a sum have in common. */
    identityOf(sum: Records[Kind] | Share): object;
    addUp(shares: readonly Share[], first: Share): Records[Kind];
    toShare(record: Records[Kind], accountId: string): OptionalUnlessRequiredId<Share>;
  },
): RecordCollection<Kind> {
  const { sort, identityOf, addUp, toShare } = how;
  return {
    async read(accountId, which, options) {
      if ('after' in which && which.after) return [];
      const filter = 'like' in which ? { ownerId: accountId, $or: which.like.map(identityOf) } : { ownerId: accountId };
      const shares = await collection
        .find(filter as Filter<Share>, options)
        .sort(sort)
        .toArray();
      const bySum = Map.groupBy(shares as Share[], (share) => JSON.stringify(identityOf(share)));
      return Array.from(bySum.values(), (ofSum) => addUp(ofSum, ofSum[0] as Share));
    },
    insert: (accountId, records) =>
      collection.insertMany(
        records.map((record) => toShare(record, accountId)),
        unordered,
      ),
    async replace(accountId, record, options) {
      await collection.deleteMany({ ownerId: accountId, ...identityOf(record) } as Filter<Share>, options);
      await collection.insertOne(toShare(record, accountId), options);
    },
  };
}

function meteredIn(shares: readonly { memoryWrites: number; memorySearches: number }[]) {
  return {
    memoryWrites: sum(shares, ({ memoryWrites }) => memoryWrites),
    memorySearches: sum(shares, ({ memorySearches }) => memorySearches),
  };
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number | undefined): number {
  return items.reduce((total, item) => total + (count(item) ?? 0), 0);
}

function nonZero(counts: object): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
