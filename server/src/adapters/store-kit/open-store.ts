import type { AccountStore } from '../../ports/account-store.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { RequestLog } from '../../ports/request-log.ts';
import type { UsageStore } from '../../ports/usage-store.ts';

/** The stores that a database opens. */
export interface OpenStore {
  accounts: AccountStore;
  memories: MemoryStore;
  usage: UsageStore;
  requests: RequestLog;
  /** The largest memory id, which new ids must exceed even when the clock has gone back; null in an empty store. */
  lastMemoryId: string | null;
  close(): Promise<void>;
}
