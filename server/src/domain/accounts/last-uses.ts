import { createFlushTimer } from '../../lib/flush-timer.ts';

export type LastUses = ReturnType<typeof createLastUses>;

const maxUses = 500;

/**
 * Collects when credentials were last used, because a write for each request would cost more than the request. A crash
 * may lose the last `flushMs`. Failed writes are reported and repeated with the next one.
 */
export function createLastUses({
  write,
  flushMs,
  onError,
}: {
  write: (uses: ReadonlyMap<string, number>) => Promise<void>;
  flushMs: number;
  onError: (error: unknown) => void;
}) {
  const lastUses = new Map<string, number>();
  const timer = createFlushTimer({ flushMs, flush, isLeft: () => lastUses.size > 0 });

  async function flush(): Promise<void> {
    const all = [...lastUses];
    for (let start = 0; start < all.length; start += maxUses) {
      const written = new Map(all.slice(start, start + maxUses));
      try {
        await write(written);
      } catch (error) {
        onError(error);
        return;
      }
      for (const [id, at] of written) {
        if (lastUses.get(id) === at) lastUses.delete(id);
      }
    }
  }

  return {
    record(id: string, at: number): void {
      if (at > (lastUses.get(id) ?? Number.NEGATIVE_INFINITY)) lastUses.set(id, at);
      timer.schedule();
    },
    /** Returns the last use that may not be in the store yet. */
    lastUse: (id: string) => lastUses.get(id),
    /** Writes the collected uses and stops the timer. */
    stop: timer.stop,
  };
}

export function latest(stored: number | null, collected: number | undefined): number | null {
  if (collected === undefined) return stored;
  return stored === null ? collected : Math.max(stored, collected);
}
