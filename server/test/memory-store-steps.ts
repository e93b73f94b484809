import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AccountStore } from '../src/ports/account-store.ts';
import type {
  Candidates,
  Claim,
  IdempotencyRecord,
  IngestClaimOptions,
  Memory,
  MemoryIndex,
  MemoryStore,
  TimeSpan,
} from '../src/ports/memory-store.ts';
import type { UsageStore } from '../src/ports/usage-store.ts';
import { makeIndex, makeTextIndex } from './make-index.ts';
import { makePendingMemory } from './make-memory.ts';
import { completeClaims, insertMemory, unlimited } from './store-steps.ts';

/** What the contract suites of a memory store share. */

export interface MemoryStoreUnderTest {
  memories: MemoryStore;
  /** Memories belong to accounts: the suites create two. */
  accounts: AccountStore;
  /** Where writes are counted. */
  usage: UsageStore;
  close(): Promise<void>;
}

export interface SuiteOptions {
  /** Another setting lets the store find in another way, and do nothing else differently. */
  findsOnly?: boolean;
  /** That way sees each write when it is done, and promises nothing about writes at the same time. */
  inTurn?: boolean;
}

export const ana = 'acct_ana';
export const bo = 'acct_bo';
export const noon = Date.UTC(2026, 10, 21, 12);
export const embedderId = 'test-embedder@1';
let sequence = 0;

/** Ids as the product makes them: later ones sort after earlier ones. */
function nextId(): string {
  return `mem_${String(++sequence).padStart(26, '0')}`;
}

export function memory(changes: Partial<Memory> = {}): Memory {
  return makePendingMemory('The invoices go out on Fridays', noon, {
    id: nextId(),
    ownerId: ana,
    userId: ana,
    ...changes,
  });
}

export function words(text: string, labels: string[] = [], speaker: string | null = null): MemoryIndex {
  return makeIndex(text.split(' '), { labels, speaker });
}

/** A new text for a change. */
export function newText(speaker: string | null = null, word = 'new') {
  return { ...makeTextIndex([word], { speaker }), text: 'new' };
}

export function record(key: string, changes: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
  const response = { fingerprint: 'print', status: 202, location: '/memories/x', body: '{"a":1}' };
  return { key, response, createdAt: noon, expiresAt: noon + 1_000, ...changes };
}

/** A unit vector that points along one axis, with a little of another. */
export function vector(axis: number, other = 0): Float32Array {
  const values = new Float32Array(8);
  values[axis] = Math.cos(other);
  values[(axis + 1) % 8] = Math.sin(other);
  return values;
}

/** `it` for what does not depend on the way a store finds. */
export function restOf({ findsOnly = false }: SuiteOptions): (title: string, test: () => Promise<void>) => void {
  return findsOnly ? () => {} : it;
}

export const ids = ({ candidates }: Candidates) => candidates.map(({ id }) => id).sort();

export type MemoryStoreSteps = ReturnType<typeof useMemoryStore>;

/** Opens a store with two accounts for each test of a suite. */
export function useMemoryStore(create: () => Promise<MemoryStoreUnderTest>) {
  let under: MemoryStoreUnderTest;
  beforeEach(async () => {
    under = await create();
    for (const id of [ana, bo]) {
      const limits = { memoryWrites: null, memorySearches: null, endUsers: null };
      const account = { id, email: `${id}@example.org`, phone: null, plan: 'free' as const, limits, createdAt: noon };
      await under.accounts.createAccount(account, 'hash');
    }
  });
  afterEach(() => under.close());

  async function add(changes: Partial<Memory> = {}, index = words('invoic go friday')): Promise<Memory> {
    const added = memory(changes);
    expect(await insertMemory(under.memories, added, index, unlimited)).toEqual({ kind: 'written' });
    return added;
  }
  function claimDue(options: Partial<IngestClaimOptions> = {}): Promise<Claim[]> {
    const limits = { limit: 100, extractions: 100, characters: 1e6, quarantineAfter: 3 };
    const plain = { purpose: 'ingest', ...limits, now: noon, leaseMs: 1_000, quarantined: false } as const;
    return under.memories.claim({ ...plain, ...options });
  }
  return {
    opened: () => under,
    add,
    claimDue,
    async finish(vectors: (claim: Claim) => Float32Array[]): Promise<void> {
      const claims = await claimDue();
      const results = claims.map((claim) => ({ claim, embedderId, vectors: vectors(claim), entities: [] }));
      expect(await completeClaims(under.memories, results)).toEqual(claims.map(({ id }) => id));
    },
    find(search: {
      words?: string[];
      vector?: Float32Array;
      scope?: object;
      limit?: number;
      entities?: string[];
      times?: TimeSpan[];
      timesAreAll?: boolean;
      include?: string;
      embedder?: string;
    }): Promise<Candidates> {
      return under.memories.candidates({
        scope: { ownerId: ana, ...search.scope },
        words: search.words ?? [],
        entities: search.entities ?? [],
        times: search.times ?? [],
        timesAreAll: search.timesAreAll ?? false,
        ...(search.include ? { include: search.include } : {}),
        vector: search.vector ? { embedderId: search.embedder ?? embedderId, values: search.vector } : null,
        limit: search.limit ?? 10,
      });
    },
  };
}
