import type { ClientSession, Collection, Filter, OptionalUnlessRequiredId, Sort } from 'mongodb';
import type { RecordKind, Records } from '../../../ports/records.ts';
import { latencySteps } from '../../../ports/request-log.ts';
import { toKey, toKeyDocument } from '../accounts/stored-account.ts';
import { keyOf as auditKeyOf, toDocument as toAuditDocument, toEvent } from '../audit/audit-log.ts';
import { toRequest } from '../requests/request-log.ts';
import type {
  AuditDocument,
  Collections,
  DeliveryDocument,
  KeyDocument,
  RequestDayDocument,
  RequestDocument,
  UsageDocument,
  WebhookDocument,
} from '../schema/documents.ts';
import { keyOf, toDelivery, toWebhook } from '../webhooks/stored-webhook.ts';

/** Maps the records of one kind to their collection. */
export interface RecordCollection<Kind extends RecordKind> {
  /** Reads a page, or the records with the given names. */
  read(accountId: string, which: Selection<Kind>, options?: InSession): Promise<Records[Kind][]>;
  /** Writes one or more new records. @throws a duplicate key error when one exists */
  insert(accountId: string, records: readonly Records[Kind][], options?: InSession): Promise<unknown>;
  /** Deletes the stored record with the name of this one. */
  remove(accountId: string, record: Records[Kind], options: InSession): Promise<unknown>;
}

type Selection<Kind extends RecordKind> =
  | { after: Records[Kind] | null; limit: number }
  | { like: readonly Records[Kind][] };

interface InSession {
  session: ClientSession;
}

export function requestRecords({ requests }: Collections): RecordCollection<'request'> {
  return mappedRecords<'request', RequestDocument>(requests, {
    sort: { createdAt: 1, order: 1 },
    all: (accountId) => ({ ownerId: accountId }),
    after: ({ createdAt, order }) => ({
      $or: [{ createdAt: { $gt: createdAt } }, { createdAt, order: { $gt: order } }],
    }),
    like: (accountId, records) => ({ _id: { $in: records.map(({ id }) => keyOf(accountId, id)) } }),
    toRecords: (documents) =>
      documents.map((document) => {
        const { request, order } = toRequest(document);
        return { ...request, order };
      }),
    toDocument: ({ id, accountId: _, ...row }, accountId) => ({
      ...row,
      _id: keyOf(accountId, id),
      ownerId: accountId,
    }),
  });
}

export function keyRecords({ keys }: Collections): RecordCollection<'key'> {
  return mappedRecords<'key', KeyDocument>(keys, {
    sort: { createdAt: 1, _id: 1 },
    all: (accountId) => ({ accountId }),
    like: (accountId, records) => ({ accountId, _id: { $in: records.map(({ key }) => key.id) } }),
    toRecords: (documents) => documents.map((one) => ({ key: toKey(one), hash: Buffer.from(one.hash, 'hex') })),
    toDocument: ({ key, hash }, accountId) => toKeyDocument({ ...key, accountId }, hash),
  });
}

export function auditRecords({ audit }: Collections): RecordCollection<'audit'> {
  return mappedRecords<'audit', AuditDocument>(audit, {
    sort: { time: 1, _id: 1 },
    all: (accountId) => ({ accountId }),
    after: (event) => ({
      $or: [{ time: { $gt: event.time } }, { time: event.time, _id: { $gt: auditKeyOf(event.accountId, event) } }],
    }),
    like: (accountId, events) => ({ _id: { $in: events.map((event) => auditKeyOf(accountId, event)) } }),
    toRecords: (documents) => documents.map(toEvent),
    toDocument: (event, accountId) => toAuditDocument({ ...event, accountId }),
  });
}

export function webhookRecords({ webhooks }: Collections): RecordCollection<'webhook'> {
  return mappedRecords<'webhook', WebhookDocument>(webhooks, {
    sort: { createdAt: 1, _id: 1 },
    all: (accountId) => ({ accountId }),
    like: (accountId, records) => ({ _id: { $in: records.map(({ id }) => keyOf(accountId, id)) } }),
    toRecords: (documents) => documents.map(toWebhook),
    toDocument: (webhook, accountId) => ({
      ...{ _id: keyOf(accountId, webhook.id), ...webhook, accountId },
      ...{ leasedUntil: 0, lease: null },
    }),
  });
}

export function deliveryRecords({ deliveries }: Collections): RecordCollection<'delivery'> {
  return mappedRecords<'delivery', DeliveryDocument>(deliveries, {
    sort: { createdAt: 1, order: 1, _id: 1 },
    all: (accountId) => ({ pendingOf: { $gt: `${accountId}/`, $lt: `${accountId}0` } }),
    like: (accountId, records) => ({ _id: { $in: records.map(({ id }) => keyOf(accountId, id)) } }),
    toRecords: (documents) => documents.map((one) => ({ ...toDelivery(one), order: one.order })),
    toDocument({ webhookId, nextAttemptAt, ...one }, accountId) {
      const webhook = keyOf(accountId, webhookId);
      const waiting = nextAttemptAt === null ? {} : { pendingOf: webhook, nextAttemptAt };
      return { _id: keyOf(accountId, one.id), ...one, webhook, ...waiting };
    },
  });
}

export function monthRecords({ usage }: Collections): RecordCollection<'month'> {
  return sumRecords<'month', UsageDocument>(usage, {
    sort: { month: 1 },
    identityOf: ({ month }) => ({ month }),
    addUp: (shares, { month }) => ({ month, ...meteredIn(shares) }),
    toDocument: (record, accountId) => ({ _id: `${accountId}/${record.month}/copied`, ownerId: accountId, ...record }),
  });
}

export function dayRecords({ requestDays }: Collections): RecordCollection<'day'> {
  return sumRecords<'day', RequestDayDocument>(requestDays, {
    sort: { day: 1, operation: 1 },
    identityOf: ({ day, operation }) => ({ day, operation }),
    addUp(shares, { day, operation }) {
      const statuses = { 2: 0, 3: 0, 4: 0, 5: 0, ...sumsOf(shares.map((share) => share.statuses)) };
      const byStep = sumsOf(shares.map((share) => share.latencies));
      const latencies = Array.from({ length: latencySteps }, (_, step) => byStep[step] ?? 0);
      return { day, operation, statuses, latencies, ...meteredIn(shares) };
    },
    toDocument({ statuses, latencies, ...day }, accountId) {
      const _id = `${accountId}/${day.day}/${day.operation}/copied`;
      return { _id, ownerId: accountId, ...day, statuses: nonZero(statuses), latencies: nonZero(latencies) };
    },
  });
}

/** The mapping of the records of a kind to documents. */
interface Mapping<Kind extends RecordKind, Stored extends object> {
  sort: Sort;
  /** Selects the documents of an account. */
  all(accountId: string): object;
  /** Narrows to the documents after those of a record. @default the first page holds all records */
  after?(record: Records[Kind]): object;
  /** Selects the documents of records with these names. */
  like(accountId: string, records: readonly Records[Kind][]): object;
  toRecords(documents: Stored[], accountId: string): Records[Kind][];
  toDocument(record: Records[Kind], accountId: string): OptionalUnlessRequiredId<Stored>;
}

function mappedRecords<Kind extends RecordKind, Stored extends { _id: string }>(
  collection: Collection<Stored>,
  { sort, all, after, like, toRecords, toDocument }: Mapping<Kind, Stored>,
): RecordCollection<Kind> {
  return {
    async read(accountId, which, options) {
      if ('after' in which && which.after && !after) return [];
      const page = 'after' in which && which.after && after?.(which.after);
      const filter = 'like' in which ? like(accountId, which.like) : { ...all(accountId), ...page };
      const found = collection.find(filter as Filter<Stored>, options).sort(sort);
      const documents = await found.limit(after && 'limit' in which ? which.limit : 0).toArray();
      return toRecords(documents as Stored[], accountId);
    },
    insert: (accountId, records, options) =>
      collection.insertMany(
        records.map((record) => toDocument(record, accountId)),
        { ...options, ordered: false },
      ),
    remove: (accountId, record, options) => collection.deleteMany(like(accountId, [record]) as Filter<Stored>, options),
  };
}

/** Combines shares: a record is the sum of the shares that servers add to. A written record replaces all of them. */
function sumRecords<Kind extends 'month' | 'day', Share extends { _id: string; ownerId: string }>(
  collection: Collection<Share>,
  how: Pick<Mapping<Kind, Share>, 'sort' | 'toDocument'> & {
    /** Returns the fields that all shares of a sum have in common. */
    identityOf(sum: Records[Kind] | Share): object;
    addUp(shares: readonly Share[], first: Share): Records[Kind];
  },
): RecordCollection<Kind> {
  const { identityOf, addUp, ...mapping } = how;
  return mappedRecords<Kind, Share>(collection, {
    ...mapping,
    all: (accountId) => ({ ownerId: accountId }),
    like: (accountId, records) => ({ ownerId: accountId, $or: records.map(identityOf) }),
    toRecords(shares) {
      const bySum = Map.groupBy(shares, (share) => JSON.stringify(identityOf(share)));
      return Array.from(bySum.values(), (ofSum) => addUp(ofSum, ofSum[0] as Share));
    },
  });
}

type Metered = Pick<UsageDocument, 'memoryWrites' | 'memorySearches'>;

function meteredIn(shares: readonly Metered[]): Metered {
  return sumsOf(shares.map(({ memoryWrites, memorySearches }) => ({ memoryWrites, memorySearches })));
}

/** Adds up the counts of the same name. */
function sumsOf<Counts extends Record<string, number>>(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  }
  return sums as Counts;
}

function nonZero(counts: object): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
