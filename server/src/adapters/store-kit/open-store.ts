import type { AccountDeletions } from '../../ports/account-deletions.ts';
import type { AccountStore } from '../../ports/account-store.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { MemoryDeletions } from '../../ports/memory-deletions.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { RequestLog } from '../../ports/request-log.ts';
import type { UsageStore } from '../../ports/usage-store.ts';
import type { WebhookStore } from '../../ports/webhooks.ts';

/** The stores that a database opens. */
export interface OpenStore {
  accounts: AccountStore;
  deletions: AccountDeletions;
  memoryDeletions: MemoryDeletions;
  audit: AuditLog;
  memories: MemoryStore;
  usage: UsageStore;
  requests: RequestLog;
  webhooks: WebhookStore;
  /** The largest memory id, which new ids must exceed even if the clock was set back; null in an empty store. */
  lastMemoryId: string | null;
  close(): Promise<void>;
}

/** The accounts of a store that servers may be using. */
export type OpenAccounts = Pick<OpenStore, 'deletions' | 'audit' | 'close'> & { store: AccountStore };
