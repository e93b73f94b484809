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
  let stopping = false;

  async function remove(deletion: AccountDeletion): Promise<void> {
    while (!stopping && (await deletions.removeSome(deletion)) > 0);
    if (!stopping && (await deletions.finish(deletion))) onReceipt({ ...deletion, verifiedAt: clock.now() });
  }

  async function removeAll(): Promise<void> {
    try {
      for (const deletion of await deletions.pending()) await remove(deletion);
    } catch (error) {
      // The next run continues where this one ended.
      onError(error);
    }
  }

  const { run, stop } = poll(removeAll, everyMs);
  void run();
  return {
    run,
    stop() {
      stopping = true;
      return stop();
    },
  };
}
