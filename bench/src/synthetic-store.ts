import { dimensions, embedderId } from '../../packages/model-bge-small-en/index.js';
import { createIdentifiers, systemClock } from '../../server/src/adapters/system/clock-and-identifiers.ts';
import { createApiKey } from '../../server/src/domain/accounts/api-keys.ts';
import { createAccount } from '../../server/src/domain/accounts/register-account.ts';
import { toCompletion } from '../../server/src/domain/memories/changes.ts';
import { beforeIngest, toInsert } from '../../server/src/domain/memories/create-memory.ts';
import { toMemoryIndex } from '../../server/src/domain/text/memory-index.ts';
import { quantize } from '../../server/src/lib/quantize.ts';
import type { Memory } from '../../server/src/ports/memory.ts';
import { type MongodbStores, openSqliteStores, type SqliteStores } from '../../server/test/open-stores.ts';
import { agentOf } from './corpus.ts';
import { seeded } from './seeded.ts';
import { createSentences } from './sentences.ts';

export interface SyntheticStore {
  dataDirectory: string;
  /** The accounts, filled one after the other. */
  accounts: { key: string; memoryIds: string[] }[];
  memories: number;
}

const batch = 500;
const identifiers = createIdentifiers(systemClock);

/**
 * Fills a new data directory through the store port, because embedding so many texts would take an hour. The texts are
 * those of the other measures; the vectors are seeded noise of unit length.
 * @param options.embedded - with false the memories wait for ingest
 */
export async function writeSyntheticStore(options: {
  dataDirectory: string;
  accounts: number;
  memoriesEach: number;
  embedded: boolean;
  /** True for messages of conversations instead of facts. */
  asMessages?: boolean;
  metadataOf?: (index: number) => Memory['metadata'];
  progress: (message: string) => void;
}): Promise<SyntheticStore> {
  const { dataDirectory, accounts, memoriesEach, embedded, asMessages = false, metadataOf, progress } = options;
  const store = await openSqliteStores(dataDirectory, { now: Date.now });
  try {
    const sentences = createSentences(20_000);
    const noise = createNoise(20_001);
    const written: SyntheticStore['accounts'] = [];
    for (let account = 0; account < accounts; account++) {
      const { accountId, key } = await addAccount(store, account);
      const texts = { next: sentences.memory, asMessages, metadataOf };
      const memoryIds = await writeMemories(store, {
        accountId,
        count: memoriesEach,
        texts,
        noise: embedded ? noise : null,
      });
      progress(`${(account + 1) * memoriesEach} of ${accounts * memoriesEach} memories are in the store`);
      written.push({ key, memoryIds });
    }
    return { dataDirectory, accounts: written, memories: accounts * memoriesEach };
  } finally {
    await store.close();
  }
}

type Stores = Pick<SqliteStores | MongodbStores, 'records' | 'memories'>;

interface Texts {
  next(): string;
  asMessages: boolean;
  metadataOf?: ((index: number) => Memory['metadata']) | undefined;
}

/** Writes memories of an account, and returns their ids. @param noise - their vectors; null if they wait for ingest */
export async function writeMemories(
  store: Stores,
  {
    accountId,
    count,
    texts,
    noise,
  }: { accountId: string; count: number; texts: Texts; noise: (() => Float32Array) | null },
): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const memories = Array.from({ length: Math.min(batch, count - ids.length) }, (_, at) => {
      const index = ids.length + at;
      const memory = newMemory(accountId, texts.next(), index, texts.asMessages);
      return texts.metadataOf ? { ...memory, metadata: texts.metadataOf(index) } : memory;
    });
    await Promise.all(memories.map((memory) => insert(store, memory)));
    if (noise) await complete(store, memories.length, noise);
    ids.push(...memories.map(({ id }) => id));
  }
  return ids;
}

export async function addAccount(store: Stores, number: number): Promise<{ accountId: string; key: string }> {
  const accountId = identifiers.account();
  await createAccount(store.records, {
    account: {
      id: accountId,
      email: `bench-${number}@example.com`,
      phone: null,
      plan: 'enterprise',
      limits: { memoryWrites: null, memorySearches: null, endUsers: null },
      createdAt: Date.now(),
      suspendedAt: null,
    },
    passwordHash: 'no password opens this account',
  });
  const { secret } = await createApiKey(
    { records: store.records, clock: systemClock, identifiers },
    { accountId, label: 'bench' },
  );
  return { accountId, key: secret as string };
}

const messagesPerRun = 20;

function newMemory(accountId: string, text: string, index: number, isMessage: boolean): Memory {
  const now = Date.now();
  const run = Math.floor(index / messagesPerRun);
  return {
    id: identifiers.memory(),
    accountId,
    text: isMessage ? `${index % 2 === 0 ? 'Ada' : 'Bo'}: ${text}` : text,
    messages: null,
    userId: accountId,
    endUserId: null,
    agentId: agentOf(isMessage ? run : index),
    runId: isMessage ? `session-${run}` : null,
    expiresAt: null,
    metadata: { project: `project-${index % 7}`, source: 'bench', tags: [`tag-${index % 23}`] },
    ...beforeIngest(now),
    version: 1,
    revision: 1,
    changedBy: { kind: 'session', keyPrefix: null },
    occurredAt: now,
    createdAt: now,
    updatedAt: now,
    textChangedAt: null,
  };
}

async function insert(store: Stores, memory: Memory): Promise<void> {
  const unlimited = { month: Date.UTC(2026, 0), memoryWrites: null, endUsers: null, projects: null };
  const index = await toMemoryIndex(memory, null);
  const changes = [toInsert(memory, index)];
  const [result] = await store.memories.commit([{ accountId: memory.accountId, changes, quota: unlimited }]);
  if (result?.kind !== 'written') throw new Error(`the store answered a write with ${result?.kind}`);
}

async function complete(store: Stores, count: number, noise: () => Float32Array): Promise<void> {
  const claims = await store.memories.claim({
    limit: count,
    extractions: 0,
    characters: Number.MAX_SAFE_INTEGER,
    now: Date.now(),
    leaseMs: 60_000,
    purpose: 'ingest' as const,
    quarantineAfter: 3,
    quarantined: false,
  });
  const commits = claims.map((claim) => {
    const vectors = [quantize(noise())];
    return {
      accountId: claim.accountId,
      changes: [toCompletion(claim, { embedderId, vectors })],
    };
  });
  const kept = (await store.memories.commit(commits)).filter(({ kind }) => kind === 'written');
  if (kept.length !== count) throw new Error(`${kept.length} of ${count} memories became ready`);
}

/** Creates unit vectors in all directions, the same ones for the same seed. */
export function createNoise(seed: number): () => Float32Array {
  const random = seeded(seed);
  return () => {
    // With so many dimensions, uniform numbers spread directions as evenly as normal ones.
    const values = new Float32Array(dimensions);
    let sum = 0;
    for (let at = 0; at < dimensions; at++) {
      const value = random() - 0.5;
      values[at] = value;
      sum += value * value;
    }
    const length = Math.sqrt(sum);
    return values.map((value) => value / length);
  };
}
