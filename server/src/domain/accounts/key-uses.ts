import { createFlushTimer } from '../../lib/flush-timer.ts';
import type { AccountStore } from '../../ports/account-store.ts';

export type KeyUses = ReturnType<typeof createKeyUses>;

/**
 * Collects when keys were last used, because a write for each request would cost more than the request. A crash may
 * lose the last `flushMs`. Uses that could not be written are reported and kept for the next write.
 */
export function createKeyUses(options: {
  store: Pick<AccountStore, 'touchKeys'>;
  flushMs: number;
  onError: (error: unknown) => void;
}) {
  const { store, flushMs, onError } = options;
  const lastUses = new Map<string, number>();
  const timer = createFlushTimer({ flushMs, flush, isLeft: () => lastUses.size > 0 });

  async function flush(): Promise<void> {
    const written = [...lastUses];
    if (written.length === 0) return;
    try {
      await store.touchKeys(written.map(([keyId, at]) => ({ keyId, at })));
    } catch (error) {
      onError(error);
      return;
    }
    for (const [keyId, at] of written) {
      if (lastUses.get(keyId) === at) lastUses.delete(keyId);
    }
  }

  return {
    record(keyId: string, at: number): void {
      if (at > (lastUses.get(keyId) ?? Number.NEGATIVE_INFINITY)) lastUses.set(keyId, at);
      timer.schedule();
    },
    /** Returns the last use that may not be in the store yet. */
    lastUse: (keyId: string) => lastUses.get(keyId),
    /** Writes the collected uses and stops the timer. */
    stop: timer.stop,
  };
}
