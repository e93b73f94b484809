import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeAccount } from '../../../../test/make-account.ts';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { failClaims, insertMemory } from '../../../../test/store-steps.ts';
import type { Claim, IngestClaimOptions } from '../../../ports/memory-store.ts';
import { openSqliteStore, type SqliteStore } from '../open-store.ts';

const now = Date.UTC(2026, 10, 21, 12);
const unlimited = { month: 0, memoryWrites: null, endUsers: null, projects: null };
let directory: string;
let store: SqliteStore;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'mnema-store-'));
  store = await openSqliteStore(directory, { now: () => now });
  await store.accounts.createAccount(makeAccount('acct_ana', { createdAt: now }), 'hash');
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

async function add(id: string): Promise<void> {
  const memory = makePendingMemory('the boat leaves at noon', now, { id });
  await insertMemory(store.memories, memory, makeIndex([]), unlimited);
}

function claim(options: Partial<IngestClaimOptions> = {}): Promise<Claim[]> {
  const plain = {
    limit: 10,
    extractions: 100,
    characters: 1e6,
    now,
    leaseMs: 600_000,
    purpose: 'ingest' as const,
    quarantineAfter: 2,
    quarantined: false,
  };
  return store.memories.claim({ ...plain, ...options });
}

/** Opens the store again as after the end of the process: nothing was handed back. */
async function restart(): Promise<void> {
  await store.close();
  store = await openSqliteStore(directory, { now: () => now });
}

it('counts an interruption for what a process had when it ended, and for nothing else', async () => {
  await add('mem_1');
  expect(await claim()).toMatchObject([{ id: 'mem_1', crashCount: 0 }]);
  await add('mem_2');
  await restart();
  expect(await claim()).toMatchObject([
    { id: 'mem_1', crashCount: 1 },
    { id: 'mem_2', crashCount: 0 },
  ]);
});

it('keeps a memory that was interrupted often apart from the others, and hands it out by itself', async () => {
  await add('mem_1');
  for (let times = 0; times < 2; times++) {
    expect(await claim()).toHaveLength(1);
    await restart();
  }
  await add('mem_2');
  expect(await claim({ quarantined: true })).toMatchObject([{ id: 'mem_2' }]);
  expect(await claim()).toEqual([]);
  expect(await claim({ quarantined: true })).toMatchObject([{ id: 'mem_1', crashCount: 2 }]);
});

it('leaves the time of the next attempt alone where nobody was at work', async () => {
  await add('mem_1');
  const [taken] = (await claim()) as [Claim];
  const failure = { code: 'c', message: 'm' };
  await failClaims(store.memories, [{ claim: taken, failure, rejected: false, retryAt: now + 5_000 }]);
  await restart();
  expect(await claim()).toEqual([]);
  expect(await claim({ now: now + 5_000 })).toMatchObject([{ attempts: 2, crashCount: 0 }]);
});
