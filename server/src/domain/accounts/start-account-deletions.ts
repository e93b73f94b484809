import { type Coalesced, poll } from '../../lib/coalesce.ts';
import type { AccountDeletion, AccountDeletions } from '../../ports/account-deletions.ts';
import type { Clock } from '../../ports/clock.ts';

/** The receipt of a deletion, after a scan of the store that found no remaining rows. */
export interface DeletionReceipt extends AccountDeletion {
  verifiedAt: number;
}

interface DeletionOptions {
  deletions: AccountDeletions;
  clock: Clock;
  onReceipt(receipt: DeletionReceipt): void;
  onError(error: unknown): void;
  /** The interval of checks for deletions that another process has begun. @default 5000 */
  everyMs?: number;
}

/** Removes the remaining data of deleted accounts, including deletions that began before a restart. */
export function startAccountDeletions({
  deletions,
  clock,
  onReceipt,
  onError,
  everyMs = 5_000,
}: DeletionOptions): Coalesced {
  async function removeAll(stopping: AbortSignal): Promise<void> {
    for (const deletion of await deletions.pending()) {
      while (!stopping.aborted && (await deletions.removeSome(deletion)) > 0);
      if (stopping.aborted) return;
      if (await deletions.finish(deletion)) onReceipt({ ...deletion, verifiedAt: clock.now() });
    }
  }

  // After an error, the next run continues where this one ended.
  const removals = poll((stopping) => removeAll(stopping).catch(onError), everyMs);
  void removals.run();
  return removals;
}
