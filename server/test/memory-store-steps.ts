import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AccountRecords } from '../src/domain/accounts/account-records.ts';
import type { Claim, IngestClaimOptions } from '../src/domain/memories/claim.ts';
import type { MemoryStore } from '../src/domain/memories/memory-store.ts';
import type { IdempotencyRecord, WriteQuota } from '../src/domain/usage/kinds.ts';
import type { UsageRecords } from '../src/domain/usage/search-counts.ts';
import type { Candidates, TimeSpan } from '../src/ports/candidate-index.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Actor, Memory, Metadata, MetadataIndex } from '../src/ports/memory.ts';
import { addAccount } from './account-steps.ts';
import { makeAccount } from './make-account.ts';
import { emptyMetadataIndex } from './make-index.ts';
import {
  ana,
  bo,
  embedderId,
  failure,
  idsOf,
  memory,
  type newText,
  noon,
  vector,
  words,
} from './memory-store-samples.ts';
import {
  changeMemory,
  claimAll,
  completeClaims,
  failClaims,
  insertMemory,
  removeMemory,
  requeueMemory,
  unlimited,
} from './store-steps.ts';

/** The contract suites of a memory store share these steps. */

export interface MemoryStoreUnderTest {
  memories: MemoryStore;
  /** The suites create two accounts, because memories belong to accounts, and read their usage. */
  records: AccountRecords & UsageRecords;
  close(): Promise<void>;
}

export interface SuiteOptions {
  /** The store, or its setting, changes only how it finds candidates. */
  findsOnly?: boolean;
  /** The store finds each write once it has ended, but not always one that is under way. */
  isFair?: boolean;
}

/** Returns an `it` for cases that do not depend on how a store finds candidates. */
export function restOf({ findsOnly = false }: SuiteOptions): (title: string, test: () => Promise<void>) => void {
  return findsOnly ? () => {} : it;
}

interface WriteOptions {
  quota?: WriteQuota;
  record?: IdempotencyRecord;
  traceParent?: string;
}

/** Describes a change of a memory. By default, the memory belongs to `ana` and has its first version. */
interface UpdateOptions extends WriteOptions {
  accountId?: string;
  version?: number;
  at?: number;
  metadata?: Metadata;
  index?: Partial<MetadataIndex>;
  text?: ReturnType<typeof newText> | null;
  by?: Actor;
}

interface Search {
  words?: string[];
  identifiers?: string[];
  vector?: Float32Array;
  scope?: object;
  limit?: number;
  entities?: string[];
  times?: TimeSpan[];
  timesAreAll?: boolean;
  include?: string;
  embedder?: string;
}

export type MemoryStoreSteps = ReturnType<typeof useMemoryStore>;

/** Opens a store with two accounts for each test of a suite, and returns the steps of the tests. */
export function useMemoryStore(create: (clock: Clock) => Promise<MemoryStoreUnderTest>) {
  let under: MemoryStoreUnderTest;
  const clock = { time: noon, now: () => clock.time };
  beforeEach(async () => {
    clock.time = noon;
    under = await create(clock);
    for (const id of [ana, bo]) await addAccount(under.records, makeAccount(id, { createdAt: noon }));
  });
  afterEach(() => under.close());

  /** Is the store of the running test. */
  const store = new Proxy({} as MemoryStore, { get: (_, method) => Reflect.get(under.memories, method) });

  function insert(added: Memory, index = words('boat'), { quota, record, traceParent }: WriteOptions = {}) {
    return insertMemory(store, added, index, quota, record, traceParent);
  }
  async function add(changes: Partial<Memory> = {}, index = words('invoic go friday')): Promise<Memory> {
    const added = memory(changes);
    expect(await insert(added, index)).toEqual({ kind: 'written' });
    return added;
  }
  const claimDue = (options: Partial<IngestClaimOptions> = {}) =>
    claimAll(store, { now: noon, leaseMs: 1_000, ...options });
  /** Resolves to the ids whose result was kept. */
  function complete(
    claims: readonly Claim[],
    result: Partial<Parameters<typeof completeClaims>[1][number]> = {},
  ): Promise<string[]> {
    const plain = { embedderId, vectors: [vector(0)], entities: [] };
    return completeClaims(
      store,
      claims.map((claim) => ({ claim, ...plain, ...result })),
    );
  }
  return {
    store,
    /** The clock of the store, if the suite opens the store with it. */
    clock,
    close: () => under.close(),
    insert,
    add,
    change(id: string, update: UpdateOptions = {}) {
      const { accountId = ana, version = 1, at = noon, metadata = {}, text = null } = update;
      const index = { ...emptyMetadataIndex, ...update.index };
      const change = { accountId, id, expectedVersion: version, at, metadata, index, text, by: update.by };
      return changeMemory(store, change, update.quota, update.record, update.traceParent);
    },
    remove: (id: string, record?: IdempotencyRecord) => removeMemory(store, ana, id, record),
    requeue: (id: string, at = noon, { record, traceParent }: WriteOptions = {}) =>
      requeueMemory(store, ana, id, at, record, traceParent),
    claimDue,
    complete,
    /** Resolves to the ids whose failure was recorded. */
    fail: (claims: readonly Claim[], retryAt: number | null = null) =>
      failClaims(store, claims, { failure, rejected: true, retryAt }),
    async finish(vectors: (claim: Claim) => Float32Array[] = () => [vector(0)]): Promise<void> {
      const claims = await claimDue();
      const results = claims.map((claim) => ({ claim, embedderId, vectors: vectors(claim), entities: [] }));
      expect(await completeClaims(store, results)).toEqual(idsOf(claims));
    },
    async listed(scope: object = {}): Promise<string[]> {
      return idsOf((await store.list({ scope: { accountId: ana, ...scope }, limit: 100 })).memories);
    },
    usage: () => under.records.query(ana, 'usage', { accountId: ana, month: unlimited.month }),
    find(search: Search): Promise<Candidates> {
      return store.candidates({
        scope: { accountId: ana, ...search.scope },
        words: search.words ?? [],
        identifiers: search.identifiers ?? [],
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
