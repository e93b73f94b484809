import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { startTestMongodb, type TestMongodb } from '../../../../test/mongodb/start-test-mongodb.ts';
import type { ListQuery } from '../../../ports/memory-store.ts';
import { collectionsOf } from '../schema/documents.ts';
import { ensureIndexes } from '../schema/indexes.ts';
import { toListFilter, toListSort } from '../search/scope-filter.ts';
import { toNewDocument } from './stored-memory.ts';

const accountId = 'acct_ana';

let mongodb: TestMongodb;
const memories = () => collectionsOf(mongodb.client.db(mongodb.database)).memories;
beforeAll(async () => {
  mongodb = await startTestMongodb();
  await ensureIndexes(mongodb.client.db(mongodb.database), { limitMs: 60_000, onProgress: () => {} });
  const documents = Array.from({ length: 300 }, (_, at) => {
    const users = at % 3 === 0 ? { userId: `user ${at % 7}` } : { endUserId: `user ${at % 7}` };
    const scope = { agentId: `agent ${at % 5}`, runId: `run ${at % 11}`, occurredAt: 1_000 - at };
    const memory = makePendingMemory('boat', at, { accountId, userId: accountId, ...users, ...scope });
    return toNewDocument({ kind: 'insert', memory, index: makeIndex(['boat']) }, null);
  });
  await memories().insertMany(documents);
});
afterAll(() => mongodb?.close());

/** Returns the stages of the plan, with the names of the indexes that they read. */
async function planOf(query: Omit<ListQuery, 'limit'>): Promise<string[]> {
  const cursor = memories().find(toListFilter(query, 0)).sort(toListSort(query)).limit(10);
  const { queryPlanner } = await cursor.explain('queryPlanner');
  const stages: string[] = [];
  const visit = ({ stage, indexName, inputStage, inputStages = [], queryPlan }: Document) => {
    if (stage) stages.push(indexName ? `${stage} ${indexName}` : stage);
    for (const one of [inputStage, queryPlan, ...inputStages]) if (one) visit(one);
  };
  visit(queryPlanner.winningPlan);
  return stages;
}

const after = { at: 500, id: 'mem_5' };
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

it.each(cases)('a list by %s in the scope %j is read from the index %s, in its order', async (order, ids, index) => {
  const scope = { accountId, ...ids };
  const range = { [order.replace('At', '')]: { from: 1, to: 900 } };
  for (const query of [{ scope }, { scope, after }, { scope: { ...scope, ...range }, direction: 'asc' as const }]) {
    const stages = await planOf({ order, ...query });
    expect(stages).toContain(`IXSCAN ${index}`);
    expect(stages.join(' ')).not.toMatch(/COLLSCAN|SORT/);
  }
});
