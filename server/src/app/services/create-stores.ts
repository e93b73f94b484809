import { randomUUID } from 'node:crypto';
import type { OpenStore } from '../../adapters/store-kit/open-store.ts';
import { readLeases } from '../../domain/memories/claims.ts';
import { createMemoryStore, type MemoryStore } from '../../domain/memories/memory-store.ts';
import type { StoreCommands, StoreQueries } from '../store-commands.ts';

export type Stores = Awaited<ReturnType<typeof createStores>>;

/** Creates the stores of the domain over an open database, and ends the leases of crashed workers. */
export async function createStores(store: OpenStore<StoreCommands, StoreQueries>) {
  const { records, candidates, isShared, problems } = store;
  const workerId = randomUUID();
  const silent = await store.startWorker(workerId, () => readLeases(records));
  if (!isShared) await records.run('', 'endWebhookLeases', undefined);
  const memories: MemoryStore = {
    ...candidates,
    ...createMemoryStore(records, { workerId, silent }),
    openExport: (query) => records.openPages(query.scope.accountId, 'exportPage', query),
    async probe() {
      await records.run('', 'probe', undefined);
      return problems();
    },
  };
  return { records, memories };
}
