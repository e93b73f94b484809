import type { Collection, Db, Document } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectionOf, type RecordDocument } from '../../src/adapters/mongodb/records/stored-documents.ts';
import type { Claim } from '../../src/domain/memories/claim.ts';
import { toInsert } from '../../src/domain/memories/create-memory.ts';
import { memories as memoriesKind } from '../../src/domain/memories/kinds.ts';
import { addAccount } from '../account-steps.ts';
import { makeAccount } from '../make-account.ts';
import { makeIndex } from '../make-index.ts';
import { makePendingMemory } from '../make-memory.ts';
import { type MongodbStores, openMongodbStores } from '../open-stores.ts';
import { claimAll, insertMemory } from '../store-steps.ts';
import { profileOf } from './start-test-mongodb.ts';
import { useTestMongodb } from './use-test-mongodb.ts';

const accountId = 'acct_ana';
const now = Date.UTC(2026, 10, 21);
const ofServer = it.skipIf(process.env['MNEMA_TEST_MONGODB_URI']);

const mongodb = useTestMongodb();
let db: Db;
let stored: Collection<RecordDocument>;
let workers: [MongodbStores, MongodbStores, MongodbStores];
beforeAll(async () => {
  db = mongodb.client.db(mongodb.database);
  stored = collectionOf(db, memoriesKind);
  const open = (isPrepared: boolean) => openMongodbStores(mongodb.uri, { isPrepared });
  workers = [await open(false), await open(true), await open(true)];
  await addAccount(workers[0].records, makeAccount(accountId));
});
afterAll(async () => {
  for (const worker of workers ?? []) await worker.close();
});

async function insertAll(all: readonly ReturnType<typeof makePendingMemory>[]): Promise<void> {
  const changes = all.map((memory) => toInsert(memory, makeIndex(['boat'])));
  expect(await workers[0].memories.commit([{ accountId, changes }])).toEqual([{ kind: 'written' }]);
}

describe('claims', () => {
  beforeEach(async () => void (await stored.deleteMany({})));

  const claim = ({ memories }: MongodbStores, extractions: number, quarantined = false): Promise<Claim[]> =>
    claimAll(memories, { limit: 20, extractions, now: now + 1, leaseMs: 60_000, quarantined });

  /** Writes a due memory. @returns its document */
  async function write(id: string, changes: { infer?: boolean } = {}): Promise<RecordDocument> {
    const memory = makePendingMemory('boat', now, { id, ...changes });
    expect(await insertMemory(workers[0].memories, memory, makeIndex(['boat']))).toEqual({ kind: 'written' });
    return (await stored.findOne({ id } as never)) as RecordDocument;
  }

  /** Inserts copies of a document whose next attempt is later. */
  async function insertWaiting(document: RecordDocument, all: readonly ({ id: string } & Partial<RecordDocument>)[]) {
    const copies = all.map((one, at): RecordDocument => {
      const set = { accountId, nextAttemptAt: now + 60_000, ...one };
      return { ...document, ...set, seq: Number(document['seq']) + at + 1, _id: `${set.accountId}/${one.id}` };
    });
    await stored.insertMany(copies);
  }

  /** Claims one memory. @returns the queries, as the profile of the server has them */
  function queriesOf(extractions: number, quarantined: boolean, id: string): Promise<Document[]> {
    return profileOf(db, stored as never, async () => {
      expect((await claim(workers[0], extractions, quarantined)).map((one) => one.id)).toEqual([id]);
    });
  }
  const sumOf = (queries: readonly Document[], field: 'keysExamined' | 'docsExamined'): number =>
    queries.reduce((sum, query) => sum + (query[field] ?? 0), 0);

  it('at the same time each get as many memories as they asked for, and no memory twice', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `mem_${String(at).padStart(3, '0')}`);
    await insertAll(names.map((id) => makePendingMemory('boat', now, { id })));
    const claims = await Promise.all(workers.map((worker) => claim(worker, 0)));
    expect(claims.map(({ length }) => length)).toEqual([20, 20, 20]);
    expect(new Set(claims.flat().map(({ id }) => id))).toEqual(new Set(names));
    expect(claims.flat().every(({ accountId: id, attempts }) => id === accountId && attempts === 1)).toBe(true);
  });

  it('at the same time extract from one memory of each user', async () => {
    for (const id of ['mem_1', 'mem_2', 'mem_3']) await write(id, { infer: true });
    const claims = await Promise.all(workers.map((worker) => claim(worker, 5)));
    expect(claims.flat().map(({ id }) => id)).toEqual(['mem_1']);
  });

  ofServer('take as few queries when thousands of memories wait for their next attempt as with one', async () => {
    const due = await write('mem_due', { infer: true });
    const ids = Array.from({ length: 600 }, (_, at) => `${at}`);
    await insertWaiting(due, [
      ...ids.map((id) => ({ id: '1', accountId: id, ingestOf: id, infer: false })),
      ...ids.map((id) => ({ id: '2', accountId: id, extractionOf: id })),
      ...ids.map((id) => ({ id, userId: id })),
    ]);
    const queries = await queriesOf(5, false, 'mem_due');
    expect(queries.length).toBeGreaterThan(2);
    expect(queries.length).toBeLessThan(14);
    expect(sumOf(queries, 'keysExamined')).toBeLessThan(2 * 3 * ids.length);
  });

  ofServer('find a quarantined memory without reading all pending ones', async () => {
    await write('mem_suspect');
    const crash = { $set: { crashCount: 3 } as never };
    const crashed = await stored.findOneAndUpdate({ id: 'mem_suspect' } as never, crash, { returnDocument: 'after' });
    const waiting = Array.from({ length: 600 }, (_, at) => ({ id: `mem_${at}` }));
    await insertWaiting(crashed as RecordDocument, waiting);
    const documentsRead = sumOf(await queriesOf(0, true, 'mem_suspect'), 'docsExamined');
    expect(documentsRead).toBeGreaterThan(0);
    expect(documentsRead).toBeLessThan(20);
  });
});

describe('lists', () => {
  beforeAll(async () => {
    await stored.deleteMany({});
    const memories = Array.from({ length: 300 }, (_, at) => {
      const users = at % 3 === 0 ? { userId: `user ${at % 7}` } : { endUserId: `user ${at % 7}` };
      const scope = { agentId: `agent ${at % 5}`, runId: `run ${at % 11}`, occurredAt: 1_000 - at };
      return makePendingMemory('boat', at, { accountId, userId: accountId, ...users, ...scope });
    });
    await insertAll(memories);
  });

  const keysOf = (key: object) => Object.entries(key).map((pair) => pair.join(': '));

  ofServer.each([
    ['createdAt', {}, 'creation'],
    ['createdAt', { userId: accountId }, 'creation'],
    ['createdAt', { userId: 'user 3' }, 'user'],
    ['createdAt', { agentId: 'agent 3' }, 'agent'],
    ['createdAt', { runId: 'run 3' }, 'run'],
    ['occurredAt', {}, 'time'],
    ['occurredAt', { userId: accountId }, 'time'],
    ['occurredAt', { userId: 'user 3' }, 'userTime'],
  ] as const)('by %s in the scope %j are read from the index %s, in its order', async (order, ids, name) => {
    const index = (await stored.indexes()).find((one) => one.name === name);
    const planSummary = `IXSCAN { ${keysOf(index?.key ?? {}).join(', ')} }`;
    const scope = { accountId, ...ids };
    const after = { at: order === 'createdAt' ? 150 : 850, id: 'mem_5' };
    const range = { [order.replace('At', '')]: { from: 1, to: 900 } };
    for (const query of [{ scope }, { scope, after }, { scope: { ...scope, ...range }, direction: 'asc' as const }]) {
      const list = async () => {
        const { memories: found } = await workers[0].memories.list({ order, ...query, limit: 10 });
        expect(found.length).toBeGreaterThan(0);
      };
      const [plan, ...others] = await profileOf(db, stored as never, list, { op: 'query' });
      expect([plan, others]).toMatchObject([{ planSummary }, []]);
      // A list in the order of its index reads few more memories than it shows.
      expect(plan).not.toHaveProperty('hasSortStage');
      expect(plan?.['docsExamined']).toBeLessThanOrEqual(40);
    }
  });

  ofServer('the end users of an account are counted with jumps from one to the next', async () => {
    const count = async () => {
      const usage = await workers[0].records.query(accountId, 'usage', { accountId, month: 0 });
      expect(usage).toMatchObject({ endUsers: 7 });
    };
    const [users] = await profileOf(db, stored as never, count, { op: 'command' });
    expect(users).toMatchObject({ planSummary: expect.stringContaining('visibleTo: 1, userId: 1'), docsExamined: 0 });
    expect(users?.['keysExamined']).toBeLessThan(20);
  });
});
