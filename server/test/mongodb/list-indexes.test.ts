import type { Db } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectionOf } from '../../src/adapters/mongodb/records/stored-documents.ts';
import { toInsert } from '../../src/domain/memories/create-memory.ts';
import { memories } from '../../src/domain/memories/kinds.ts';
import type { ListQuery } from '../../src/domain/memories/scope.ts';
import { addAccount } from '../account-steps.ts';
import { makeAccount } from '../make-account.ts';
import { makeIndex } from '../make-index.ts';
import { makePendingMemory } from '../make-memory.ts';
import { type MongodbStores, openMongodbStores } from '../open-stores.ts';
import { profileOf, startTestMongodb, type TestMongodb } from './start-test-mongodb.ts';

const accountId = 'acct_ana';

let mongodb: TestMongodb;
let store: MongodbStores;
let db: Db;
beforeAll(async () => {
  mongodb = await startTestMongodb();
  db = mongodb.client.db(mongodb.database);
  store = await openMongodbStores(mongodb.uri);
  await addAccount(store.records, makeAccount(accountId));
  const changes = Array.from({ length: 300 }, (_, at) => {
    const users = at % 3 === 0 ? { userId: `user ${at % 7}` } : { endUserId: `user ${at % 7}` };
    const scope = { agentId: `agent ${at % 5}`, runId: `run ${at % 11}`, occurredAt: 1_000 - at };
    const memory = makePendingMemory('boat', at, { accountId, userId: accountId, ...users, ...scope });
    return toInsert(memory, makeIndex(['boat']));
  });
  expect(await store.memories.commit([{ accountId, changes }])).toEqual([{ kind: 'written' }]);
});
afterAll(async () => {
  await store?.close();
  await mongodb?.close();
});

/** Lists memories. @returns how the server read them: the names of indexes, or another plan */
async function plansOf(query: Omit<ListQuery, 'limit'>): Promise<string[]> {
  const indexes = await collectionOf(db, memories).indexes();
  const names = new Map(indexes.map(({ name, key }) => [keysOf(key), String(name)]));
  const list = async () => {
    const { memories: found } = await store.memories.list({ ...query, limit: 10 });
    expect(found.length).toBeGreaterThan(0);
  };
  return (await profileOf(db, collectionOf(db, memories) as never, list, { op: 'query' })).map(
    ({ planSummary, hasSortStage, docsExamined }) => {
      const keys = /^IXSCAN \{ (.*) \}$/.exec(planSummary)?.[1]?.replaceAll(' ', '') ?? '';
      const index = names.get(keys) ?? planSummary;
      // A list in the order of its index reads few more memories than it shows.
      return hasSortStage || docsExamined > 40 ? `${index}, sorts ${docsExamined}` : index;
    },
  );
}

function keysOf(key: object): string {
  return Object.entries(key)
    .map(([field, order]) => `${field}:${order}`)
    .join(',');
}

const cases = [
  ['createdAt', {}, 'creation'],
  ['createdAt', { userId: accountId }, 'creation'],
  ['createdAt', { userId: 'user 3' }, 'user'],
  ['createdAt', { agentId: 'agent 3' }, 'agent'],
  ['createdAt', { runId: 'run 3' }, 'run'],
  ['occurredAt', {}, 'time'],
  ['occurredAt', { userId: accountId }, 'time'],
  ['occurredAt', { userId: 'user 3' }, 'userTime'],
] as const;

const ofServer = it.skipIf(process.env['MNEMA_TEST_MONGODB_URI']);

ofServer.each(cases)(
  'a list by %s in the scope %j is read from the index %s, in its order',
  async (order, ids, index) => {
    const scope = { accountId, ...ids };
    const after = { at: order === 'createdAt' ? 150 : 850, id: 'mem_5' };
    const range = { [order.replace('At', '')]: { from: 1, to: 900 } };
    for (const query of [{ scope }, { scope, after }, { scope: { ...scope, ...range }, direction: 'asc' as const }]) {
      expect(await plansOf({ order, ...query })).toEqual([index]);
    }
  },
);

ofServer('the end users of an account are counted with jumps from one to the next', async () => {
  const count = async () => {
    expect(await store.records.query(accountId, 'usage', { accountId, month: 0 })).toMatchObject({ endUsers: 7 });
  };
  const [users] = await profileOf(db, collectionOf(db, memories) as never, count, { op: 'command' });
  expect(users).toMatchObject({ planSummary: expect.stringContaining('visibleTo: 1, userId: 1'), docsExamined: 0 });
  expect(users?.['keysExamined']).toBeLessThan(20);
});
