import { randomUUID } from 'node:crypto';
import type { OpenRecords, OpenStore } from '../../adapters/store-kit/open-store.ts';
import { createAccountDeletions } from '../../domain/accounts/account-deletions.ts';
import { createAccountStore } from '../../domain/accounts/account-store.ts';
import { createAuditLog } from '../../domain/accounts/audit-log.ts';
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
import { createProbe } from '../../domain/usage/probe.ts';
import { createRequestLog } from '../../domain/usage/request-log.ts';
import { createUsageStore } from '../../domain/usage/usage-store.ts';
import { createWebhookStore } from '../../domain/webhooks/webhook-store.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { StoreCommands, StoreQueries } from '../store-commands.ts';

/** The time in milliseconds within which a request that began before a deletion may write in another process. */
const graceMs = 20_000;

export type Stores = Awaited<ReturnType<typeof createStores>>;

/** Creates the stores of the domain over an open database, and ends the leases of crashed workers. */
export async function createStores(store: OpenStore<StoreCommands, StoreQueries>) {
  const { records, candidates, isShared, isIndexed, forgetAccounts, eraseDeleted, problems } = store;
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
    probe: createProbe(records, problems),
  };
  return {
    ...createAccountStores({ records, isShared }, forgetAccounts),
    memories,
    memoryDeletions: createMemoryDeletions(records, { isIndexed, eraseDeleted }),
    usage: createUsageStore(records),
    requests: createRequestLog(records),
    webhooks: createWebhookStore(records),
  };
}

/** Creates the stores of accounts. @param forget drops what is in memory of deleted accounts */
export function createAccountStores(
  { records, isShared }: Pick<OpenRecords<StoreCommands, StoreQueries>, 'records' | 'isShared'>,
  forget: () => Promise<void> = async () => {},
) {
  return {
    accounts: createAccountStore(records),
    deletions: createAccountDeletions(records, { graceMs: isShared ? graceMs : 0, forget }),
    audit: createAuditLog(records),
  };
}
