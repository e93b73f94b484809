import type { MongoClient } from 'mongodb';
import { foldEmail } from '../../../ports/fold-email.ts';
import { latencySteps } from '../../../ports/request-log.ts';
import type {
  AccountRecord,
  CopySource,
  MemoryRecord,
  MemoryState,
  MonthRecord,
  RequestDayRecord,
  RequestRecord,
  VectorRecord,
} from '../../../ports/store-copy.ts';
import { toList } from '../../store-kit/to-list.ts';
import { isOneOf, toAccount, toKey } from '../accounts/account-documents.ts';
import { inSnapshot } from '../connection/sessions.ts';
import { toMemory } from '../memories/memory-document.ts';
import {
  type AccountDocument,
  type Collections,
  type MemoryDocument,
  memoryKey,
  type RequestDayDocument,
  type RequestDocument,
  type VectorDocument,
} from '../schema/documents.ts';

const stateFields = { _id: 0, id: 1, version: 1, revision: 1, status: 1 } as const;

/** `2` before `10`. */
const inNumbers = new Intl.Collator('en', { numeric: true });

/** @param snapshots - collections to be read in a snapshot */
export function createCopyReads(
  client: MongoClient,
  { collections, snapshots }: { collections: Collections; snapshots: Collections },
): Omit<CopySource, 'close'> {
  const { accounts, keys, usage, requests, requestDays, memories } = collections;
  return {
    async accounts() {
      return (await accounts.find().sort({ createdAt: 1, _id: 1 }).toArray()).map(toAccountRecord);
    },

    async accountsLike(alike) {
      const ids = alike.map(({ id }) => id);
      const emails = alike.flatMap(({ email }) => (email === null ? [] : [foldEmail(email)]));
      const phones = alike.flatMap(({ phone }) => phone ?? []);
      const filter = { $or: [{ _id: { $in: ids } }, { emailFolded: isOneOf(emails) }, { phone: isOneOf(phones) }] };
      return (await accounts.find(filter).toArray()).map(toAccountRecord);
    },

    async keys(accountId) {
      const found = await keys.find({ accountId }).sort({ createdAt: 1, _id: 1 }).toArray();
      return found.map((one) => ({ key: toKey(one), hash: Buffer.from(one.hash, 'hex') }));
    },

    months: (ownerId) =>
      usage
        .aggregate<MonthRecord>([
          { $match: { ownerId } },
          {
            $group: {
              _id: '$month',
              memoryWrites: { $sum: '$memoryWrites' },
              memorySearches: { $sum: '$memorySearches' },
            },
          },
          { $sort: { _id: 1 } },
          { $project: { _id: 0, month: '$_id', memoryWrites: 1, memorySearches: 1 } },
        ])
        .toArray(),

    async days(ownerId) {
      const found = await requestDays.find({ ownerId }).sort({ day: 1, operation: 1 }).toArray();
      return addUpDays(found);
    },

    async count(ownerId) {
      const [memoryCount, requestCount] = await Promise.all([
        memories.countDocuments(keysOf(ownerId)),
        requests.countDocuments({ ownerId }),
      ]);
      return { memories: memoryCount, requests: requestCount };
    },

    states: (ownerId, { after, limit }) =>
      memories.find(keysOf(ownerId, after)).sort({ _id: 1 }).limit(limit).project<MemoryState>(stateFields).toArray(),

    statesOf: (ownerId, ids) =>
      memories
        .find({ _id: { $in: ids.map((id) => memoryKey(ownerId, id)) } })
        .sort({ _id: 1 })
        .project<MemoryState>(stateFields)
        .toArray(),

    memories: (ownerId, ids) =>
      inSnapshot(client, async (session) => {
        const wanted = ids.map((id) => memoryKey(ownerId, id));
        const found = await snapshots.memories
          .find({ _id: { $in: wanted } }, { session })
          .sort({ _id: 1 })
          .toArray();
        const vectors = await snapshots.vectors.find({ ownerId, memory: { $in: wanted } }, { session }).toArray();
        vectors.sort((a, b) => inNumbers.compare(a._id, b._id));
        const byMemory = Map.groupBy(vectors, ({ memory }) => memory);
        return found.map((one) => toRecord(one, byMemory.get(one._id) ?? []));
      }),

    async requests(ownerId, { after, limit }) {
      const later = after && {
        $or: [{ createdAt: { $gt: after.createdAt } }, { createdAt: after.createdAt, order: { $gt: after.order } }],
      };
      const found = await requests
        .find({ ownerId, ...later })
        .sort({ createdAt: 1, order: 1 })
        .limit(limit)
        .toArray();
      return found.map(toRequest);
    },

    async requestsOf(ownerId, rows) {
      return (await requests.find({ _id: { $in: rows.map(({ id }) => `${ownerId}/${id}`) } }).toArray()).map(toRequest);
    },
  };
}

/** Of all memories of an owner, what is set aside among them. */
function keysOf(ownerId: string, after: string | null = null) {
  return { _id: { $gt: after === null ? `${ownerId}/` : memoryKey(ownerId, after), $lt: `${ownerId}0` } };
}

function toAccountRecord(document: AccountDocument): AccountRecord {
  return { account: toAccount(document), passwordHash: document.passwordHash };
}

function toRecord(document: MemoryDocument, vectors: readonly VectorDocument[]): MemoryRecord {
  const memory = toMemory(document);
  const { id, version, status, isAside } = memory;
  const { revision, outcome, refusals, interruptions, pendingSince = null } = document;
  return {
    ...{ id, version, status, revision, outcome, refusals, interruptions, pendingSince },
    // Whoever has it has it here only.
    memory: document.leasedBy === undefined ? memory : { ...memory, nextAttemptAt: pendingSince },
    index: {
      words: toList(document.words),
      tagWords: toList(document.tagWords),
      speaker: document.speaker,
      characters: document.characters,
      ending: document.ending,
      copyHash: document.copyHash,
      labels: isAside ? [] : document.labels.toSorted(),
      projects: isAside ? [] : document.projects.toSorted(),
    },
    vectors: vectors.map(
      ({ embedderId, scale, vector }): VectorRecord => ({ embedderId, scale, values: vector.toInt8Array() }),
    ),
  };
}

function toRequest({ _id, ...row }: RequestDocument): RequestRecord {
  return { id: _id.slice(row.ownerId.length + 1), ...row };
}

/** The sums that the shares of each day and operation come to, in the order of the first ones. */
export function addUpDays(shares: readonly RequestDayDocument[]): RequestDayRecord[] {
  const days = new Map<string, RequestDayRecord>();
  for (const share of shares) {
    const { day, operation, memoryWrites, memorySearches } = share;
    const sum = days.get(`${day}/${operation}`) ?? {
      ...{ day, operation, memoryWrites: 0, memorySearches: 0 },
      statuses: { 2: 0, 3: 0, 4: 0, 5: 0 },
      latencies: new Array<number>(latencySteps).fill(0),
    };
    days.set(`${day}/${operation}`, sum);
    sum.memoryWrites += memoryWrites;
    sum.memorySearches += memorySearches;
    for (const first of [2, 3, 4, 5] as const) sum.statuses[first] += share.statuses[first] ?? 0;
    sum.latencies = sum.latencies.map((count, step) => count + (share.latencies[step] ?? 0));
  }
  return [...days.values()];
}
