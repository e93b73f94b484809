import { beforeEach, describe, expect, it } from 'vitest';
import { addAccount } from '../../../test/account-steps.ts';
import { createStoresInMemory } from '../../../test/create-stores-in-memory.ts';
import { makeAccount } from '../../../test/make-account.ts';
import { makeIndex } from '../../../test/make-index.ts';
import { makePendingMemory } from '../../../test/make-memory.ts';
import { failClaims, insertMemory } from '../../../test/store-steps.ts';
import type { Stores } from '../../app/services/open-store.ts';
import type { Memory } from '../../ports/memory.ts';
import type { Claim, IngestClaimOptions } from './claim.ts';
import { createClaims, readLeases } from './claims.ts';
import type { MemoryStore } from './memory-store.ts';

const now = Date.UTC(2026, 10, 21, 12);
let records: Stores['records'];
let rows: MemoryStore;
let jobs: ReturnType<typeof createClaims>;
let added = 0;

beforeEach(async () => {
  ({ records, memories: rows } = await createStoresInMemory({ now: () => now }));
  jobs = createClaims(records, { workerId: 'one' });
  added = 0;
});

async function addAccounts(...ids: string[]): Promise<void> {
  for (const id of ids) await addAccount(records, makeAccount(id, { createdAt: now }));
}

async function add(accountId: string, changes: Partial<Memory> = {}): Promise<string> {
  const id = `mem_${accountId}_${String(++added).padStart(3, '0')}`;
  const memory = makePendingMemory('the boat', now, { id, accountId, userId: accountId, ...changes });
  await insertMemory(rows, memory, makeIndex([]));
  return id;
}

function claim(options: Partial<IngestClaimOptions> = {}, by = jobs): Promise<Claim[]> {
  const limits = { limit: 100, extractions: 100, characters: 1e6, leaseMs: 60_000, quarantineAfter: 2 };
  return by.claim({ purpose: 'ingest', ...limits, now, quarantined: false, ...options });
}
const idsOf = (claims: readonly Claim[]) => claims.map(({ id }) => id);
const failure = { code: 'c', message: 'm' };

it('gives all accounts the same number of memories, and begins with others the next time', async () => {
  await addAccounts('a', 'b', 'c');
  for (let n = 0; n < 9; n++) await add('a');
  for (let n = 0; n < 3; n++) await add('b');
  await add('c', { infer: true });
  await add('c', { infer: true, userId: 'cleo' });
  const shares: string[] = [];
  for (let n = 0; n < 7; n++) {
    const accountIds = (await claim({ limit: 2 })).map(({ accountId }) => accountId);
    shares.push(accountIds.sort().join(''));
  }
  expect([...shares.slice(0, 3).join('')].sort().join('')).toBe('aabbcc');
  expect(shares.slice(3)).toEqual(['ab', 'aa', 'aa', 'aa']);
});

it('serves the users of an account in turn, a few at a time', async () => {
  await addAccounts('acct_a');
  const users = ['ana', 'bo', 'cleo', 'dan', 'eve'];
  for (const userId of users) for (let n = 0; n < 2; n++) await add('acct_a', { infer: true, userId });
  const served: string[] = [];
  for (let n = 0; n < 3; n++) {
    const claims = await claim({ extractions: 2 });
    served.push(...claims.map(({ userId }) => userId));
    await failClaims(rows, claims, { failure, rejected: false, retryAt: null });
  }
  expect(served).toEqual(['ana', 'bo', 'cleo', 'dan', 'eve', 'ana']);
});

it('takes texts until the characters reach the limit, among several pages of one account', async () => {
  await addAccounts('acct_a');
  for (let n = 0; n < 70; n++) await add('acct_a');
  expect(await claim({ characters: 0 })).toEqual([]);
  expect(await claim({ characters: 8 * 65 - 1 })).toHaveLength(65);
  expect(await claim()).toHaveLength(5);
});

describe('a worker that ends', () => {
  const restart = async (worker = 'one') => (await readLeases(records))((id) => id === worker);
  beforeEach(() => addAccounts('acct_a'));

  it('leaves a crash on what it had, and on nothing else, and the rest at once to others', async () => {
    const [first, failed] = [await add('acct_a'), await add('acct_a')];
    const toFail = (await claim()).filter(({ id }) => id === failed);
    await failClaims(rows, toFail, { failure, rejected: false, retryAt: now + 5_000 });
    const other = createClaims(records, { workerId: 'two' });
    const ofOther = await add('acct_a');
    expect(idsOf(await claim({}, other))).toEqual([ofOther]);
    const waiting = await add('acct_a');
    await restart();
    expect(await claim()).toMatchObject([
      { id: first, crashCount: 1, attempts: 2 },
      { id: waiting, crashCount: 0, attempts: 1 },
    ]);
    const [failing] = (await claim({ now: now + 5_000 })) as [Claim];
    expect(failing).toMatchObject({ id: failed, attempts: 2, crashCount: 0 });
    await restart();
    // A failure that is recorded shows that the memory crashes nothing.
    const again = await claim({ now: now + 5_000 });
    expect(again.map(({ crashCount }) => crashCount)).toEqual([1, 1]);
    await failClaims(rows, again, { failure, rejected: false, retryAt: now });
    expect((await claim()).map(({ crashCount }) => crashCount)).toEqual([0, 0]);
  });

  it('has its memory quarantined after some crashes, which is then claimed alone', async () => {
    const id = await add('acct_a', { infer: true });
    for (let times = 0; times < 2; times++) {
      expect(await claim()).toHaveLength(1);
      await restart();
    }
    const [other, third] = [await add('acct_a'), await add('acct_a', { infer: true })];
    expect(idsOf(await claim({ quarantined: true })).toSorted()).toEqual([other, third].toSorted());
    expect(await claim()).toEqual([]);
    expect(await claim({ quarantined: true })).toEqual([]);
    await restart();
    await claim();
    expect(await claim({ quarantined: true, now: now + 60_000 })).toHaveLength(2);
    expect(await claim({ quarantined: true, now: now + 60_000, extractions: 0 })).toEqual([]);
    await rows.commit([{ accountId: 'acct_a', changes: [{ kind: 'remove', id: third }] }]);
    expect(await claim({ quarantined: true, now: now + 60_000 })).toMatchObject([{ id, crashCount: 2 }]);
  });

  it('keeps its memories and its users while it may be running, even after its leases', async () => {
    await add('acct_a', { infer: true });
    await add('acct_a');
    expect(await claim()).toHaveLength(2);
    const third = await add('acct_a', { infer: true });
    const cautious = createClaims(records, { workerId: 'two', silent: () => ['one'] });
    expect(await claim({ now: now + 60_000 }, cautious)).toEqual([]);
    await restart();
    expect(await claim({ now: now + 60_000 }, cautious)).toHaveLength(2);
    expect(idsOf(await claim({ now: now + 60_000, extractions: 0 }))).not.toContain(third);
  });

  it('loses its lease for extraction, if another one of the user is older', async () => {
    const ids = [await add('acct_a', { infer: true }), await add('acct_a', { infer: true, nextAttemptAt: now + 1 })];
    expect(idsOf(await claim())).toEqual([ids[0]]);
    expect(idsOf(await claim({ now: now + 60_000 }))).toEqual([ids[1]]);
    expect(await claim({ now: now + 60_000 })).toEqual([]);
    expect(idsOf(await claim({ now: now + 120_000 }))).toEqual([ids[0]]);
  });

  it('gets no memories from a claim whose response was lost, and they are due again', async () => {
    const id = await add('acct_a');
    const broken = Object.create(records, {
      run: {
        value: async (...call: Parameters<typeof records.run>) => {
          await records.run(...call);
          throw new Error('the connection broke');
        },
        writable: true,
      },
    });
    const lost = createClaims(broken, { workerId: 'one' });
    await expect(claim({}, lost)).rejects.toThrow('broke');
    expect(await claim()).toEqual([]);
    broken.run = records.run;
    expect(await claim({}, lost)).toMatchObject([{ id, attempts: 1, crashCount: 0 }]);
  });
});
