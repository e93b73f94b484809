import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeIndex } from '../../../test/make-index.ts';
import { makePendingMemory } from '../../../test/make-memory.ts';
import { startTestMongodb, type TestMongodb } from '../../../test/mongodb/start-test-mongodb.ts';
import type { Claim } from '../../ports/memory-store.ts';
import { type MongodbStore, openMongodbStore } from './open-store.ts';

const ownerId = 'acct_ana';
const unlimited = { month: 0, memoryWrites: null, endUsers: null, projects: null };
const now = Date.UTC(2026, 10, 21);

let mongodb: TestMongodb;
let workers: MongodbStore[];
beforeAll(async () => {
  mongodb = await startTestMongodb();
  const open = () =>
    openMongodbStore(mongodb.uri, {
      dimensions: 8,
      now: Date.now,
      onError: (error) => {
        throw error;
      },
    });
  workers = [await open(), await open(), await open()];
});
afterAll(async () => {
  for (const worker of workers ?? []) await worker.close();
  await mongodb?.close();
});

it('workers that look at the same time each get as many as they asked for, and none the same', async () => {
  const [first] = workers as [MongodbStore];
  const names = Array.from({ length: 60 }, (_, at) => `mem_${String(at).padStart(3, '0')}`);
  await Promise.all(
    names.map((id) => first.memories.insert(makePendingMemory('boat', now, { id }), makeIndex(['boat']), unlimited)),
  );
  const claim = ({ memories }: MongodbStore): Promise<Claim[]> =>
    memories.claim({
      ...{ limit: 20, extractions: 0, characters: 1_000_000, now: now + 1, leaseMs: 60_000 },
      ...{ suspectAfter: 3, suspect: false },
    });
  const claims = await Promise.all(workers.map(claim));
  expect(claims.map(({ length }) => length)).toEqual([20, 20, 20]);
  expect(claims.flat().map(({ id }) => id)).toHaveLength(60);
  expect(new Set(claims.flatMap((one) => one.map(({ id }) => id)))).toEqual(new Set(names));
  expect(claims.flat().every(({ ownerId: owner, attempts }) => owner === ownerId && attempts === 1)).toBe(true);
});
