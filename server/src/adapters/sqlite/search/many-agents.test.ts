import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAccount } from '../../../../test/account-steps.ts';
import { makeAccount } from '../../../../test/make-account.ts';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { openSqliteStores, type SqliteStores } from '../../../../test/open-stores.ts';
import { completeClaims, insertMemory } from '../../../../test/store-steps.ts';

const accountId = 'acct_one';
const embedderId = 'test@1';
const now = Date.UTC(2026, 10, 21);
const dimensions = 16;
const agents = Array.from({ length: 50 }, (_, n) => `agent-${n}`);
const ownMemories = 30;
const crowd = 20_000 - agents.length * ownMemories;
const unlimited = { month: Date.UTC(2026, 10), memoryWrites: null, endUsers: null, projects: null };

let directory: string;
let store: SqliteStores;

/** Creates nearly the same vector for all; those of the crowd are nearest to the query. */
function vector(own: number): Float32Array {
  const values = new Float32Array(dimensions);
  values[0] = Math.cos(own);
  values[1] = Math.sin(own);
  return values;
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'mnema-agents-'));
  store = await openSqliteStores(directory, { now: () => now });
  await addAccount(store.records, makeAccount(accountId, { createdAt: now }));
  let number = 0;
  const add = (agentId: string) => {
    const id = `mem_${String(++number).padStart(26, '0')}`;
    const memory = makePendingMemory('the boat', now, { id, accountId, userId: accountId, agentId });
    const words = agentId === 'crowd' ? ['boat', 'boat', 'boat'] : ['boat', 'and', 'much', 'else'];
    return insertMemory(store.memories, memory, makeIndex(words), unlimited);
  };
  const writes = Array.from({ length: crowd }, () => 'crowd');
  for (const [n, agent] of agents.entries()) {
    writes.splice(n * 370, 0, ...Array.from({ length: ownMemories }, () => agent));
  }
  await Promise.all(writes.map(add));
  const options = {
    extractions: 100,
    characters: 1e9,
    leaseMs: 60_000,
    purpose: 'ingest' as const,
    quarantineAfter: 3,
    quarantined: false,
  };
  for (let ended = 0; ended < writes.length; ) {
    const claims = await store.memories.claim({ limit: 2_000, now, ...options });
    const results = claims.map((claim) => {
      const isCrowd = writes[Number(claim.id.slice(4)) - 1] === 'crowd';
      return { claim, embedderId, vectors: [vector(isCrowd ? 0 : 0.5)], identifiers: [], entities: [] };
    });
    ended += (await completeClaims(store.memories, results)).length;
  }
}, 120_000);
afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

const search = { words: [], identifiers: [], entities: [], times: [], timesAreAll: false, vector: null, limit: 100 };

it('each of fifty agents finds all its own memories by vector among twenty thousand nearer ones', async () => {
  for (const agentId of agents) {
    const found = await store.memories.candidates({
      ...search,
      scope: { accountId, agentId },
      vector: { embedderId, values: vector(0) },
    });
    expect(found.candidates, agentId).toHaveLength(ownMemories);
    expect(found.candidates.every(({ cosine }) => Math.abs((cosine ?? 0) - Math.cos(0.5)) < 0.02)).toBe(true);
    expect(found.scopeSize).toBe(ownMemories);
  }
});

it('each of fifty agents finds all its own memories by words among twenty thousand that match better', async () => {
  for (const agentId of agents) {
    const found = await store.memories.candidates({
      ...search,
      scope: { accountId, agentId },
      words: ['boat', 'else'],
    });
    expect(found.candidates, agentId).toHaveLength(ownMemories);
    expect(found.documentFrequencies).toEqual([ownMemories, ownMemories]);
  }
});
