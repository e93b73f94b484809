import { randomUUID } from 'node:crypto';
import type { OpenStore } from '../../adapters/store-kit/open-store.ts';
import { createMemoryDeletions } from '../../domain/memories/memory-deletions.ts';
import {
  createEmbeddingState,
  createExpiry,
  createImports,
  createIngestJobs,
  createMemoryRows,
  createResponsePurge,
  readLeases,
} from '../../domain/memories/memory-store.ts';
import { createExports } from '../../domain/transfer/export-memories.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { StoreCommands, StoreQueries } from '../store-commands.ts';

export type Stores = Awaited<ReturnType<typeof createStores>>;

/** Creates the stores of the domain over an open database, and ends the leases of crashed workers. */
export async function createStores(store: OpenStore<StoreCommands, StoreQueries>) {
  const { records, candidates, isShared, isIndexed, eraseDeleted, problems } = store;
  const workerId = randomUUID();
  const silent = await store.startWorker(workerId, () => readLeases(records));
  if (!isShared) await records.run('', 'endWebhookLeases', undefined);
  const memories: MemoryStore = {
    ...candidates,
    ...createMemoryRows(records),
    ...createIngestJobs(records, { workerId, silent }),
    ...createEmbeddingState(records),
    ...createExpiry(records),
    ...createImports(records),
    ...createExports(records),
    ...createResponsePurge(records),
    async probe() {
      await records.run('', 'probe', undefined);
      return problems();
    },
  };
  return {
    records,
    memories,
    memoryDeletions: createMemoryDeletions(records, { isIndexed, eraseDeleted }),
  };
}
