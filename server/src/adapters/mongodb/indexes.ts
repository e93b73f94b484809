import type { Db, IndexDescription } from 'mongodb';
import { collectionsOf } from './documents.ts';

const present = (field: string) => ({ partialFilterExpression: { [field]: { $exists: true } } });

/** From these the first of each owner, and of each user of an owner, are read in one step each. */
export const dueIndexName = 'due';
export const extractionIndexName = 'extraction';
/** Holds what was interrupted and nothing else: who looks for it would read all that waits. */
export const suspectIndexName = 'suspect';

/**
 * The owner comes first wherever a request of one owner looks. What workers look through crosses owners: these indexes
 * hold what waits and nothing else.
 */
const indexes: Record<keyof Omit<ReturnType<typeof collectionsOf>, 'probes'>, IndexDescription[]> = {
  memories: [
    { name: 'scope', key: { ownerId: 1, userId: 1, agentId: 1, runId: 1, wordCount: 1 } },
    { name: 'user', key: { ownerId: 1, userId: 1, _id: 1 } },
    { name: 'agent', key: { ownerId: 1, agentId: 1, _id: 1 } },
    { name: 'run', key: { ownerId: 1, runId: 1, _id: 1 } },
    { name: 'label', key: { ownerId: 1, labels: 1, _id: 1 } },
    { name: 'project', key: { ownerId: 1, projects: 1 } },
    { name: 'term', key: { ownerId: 1, terms: 1, userId: 1, agentId: 1, runId: 1 } },
    { name: 'time', key: { ownerId: 1, occurredAt: 1 } },
    { name: 'fresh', key: { ownerId: 1, indexedAt: 1 } },
    { name: 'conversation', key: { ownerId: 1, conversation: 1, occurredAt: 1, _id: 1 }, ...present('conversation') },
    { name: dueIndexName, key: { infer: 1, pendingOf: 1, nextAttemptAt: 1, _id: 1 }, ...present('pendingOf') },
    {
      name: extractionIndexName,
      key: { infer: 1, pendingOf: 1, userId: 1, nextAttemptAt: 1, _id: 1 },
      partialFilterExpression: { infer: true },
    },
    {
      name: suspectIndexName,
      key: { interruptions: 1, nextAttemptAt: 1 },
      partialFilterExpression: { interruptions: { $gt: 0 } },
    },
    { name: 'extracting', key: { extracting: 1 }, unique: true, ...present('extracting') },
    { name: 'waiting', key: { pendingSince: 1 }, ...present('pendingSince') },
    { name: 'failed', key: { failedOf: 1 }, ...present('failedOf') },
    { name: 'embedder', key: { embedderId: 1, ownerId: 1, moveAt: 1 }, ...present('embedderId') },
    { name: 'leased', key: { leasedBy: 1 }, ...present('leasedBy') },
  ],
  vectors: [
    { name: 'memory', key: { ownerId: 1, memory: 1 } },
    { name: 'scope', key: { ownerId: 1, embedderId: 1, userId: 1, agentId: 1, runId: 1 } },
    { name: 'fresh', key: { ownerId: 1, embedderId: 1, indexedAt: 1 } },
  ],
  answers: [{ name: 'expiry', key: { expiresAt: 1 } }],
  usage: [{ name: 'month', key: { ownerId: 1, month: 1 } }],
  accounts: [
    {
      name: 'email',
      key: { emailFolded: 1 },
      unique: true,
      partialFilterExpression: { emailFolded: { $type: 'string' } },
    },
    { name: 'phone', key: { phone: 1 }, unique: true, partialFilterExpression: { phone: { $type: 'string' } } },
  ],
  tokens: [
    { name: 'account', key: { accountId: 1 } },
    { name: 'expiry', key: { expiresAt: 1 } },
  ],
  keys: [
    { name: 'hash', key: { hash: 1 }, unique: true },
    { name: 'account', key: { accountId: 1, createdAt: 1, _id: 1 } },
  ],
  requests: [
    { name: 'time', key: { ownerId: 1, createdAt: 1, order: 1, statusCode: 1, operation: 1, keyId: 1 } },
    { name: 'age', key: { createdAt: 1 } },
  ],
  requestDays: [
    { name: 'day', key: { ownerId: 1, day: 1 } },
    { name: 'age', key: { day: 1 } },
  ],
  workers: [{ name: 'seen', key: { seenAt: 1 }, expireAfterSeconds: 3_600 }],
};

/** Creates the collections and indexes that are missing; those that are there cost a look. */
export async function ensureIndexes(db: Db): Promise<void> {
  const collections = collectionsOf(db);
  for (const [name, wanted] of Object.entries(indexes)) {
    const collection = collections[name as keyof typeof indexes];
    // Also makes the collection: a transaction or a search index needs one.
    await collection.createIndexes(wanted);
  }
  await collections.probes.updateOne({ _id: 'probe' }, { $setOnInsert: { beat: 0 } }, { upsert: true });
}
