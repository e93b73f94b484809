import type { MemoryStore } from '../../../ports/memory-store.ts';
import { accountIdOf, type Collections } from '../schema/documents.ts';

/**
 * Selects memories that have not expired by a time. No index serves this condition, so other conditions must select
 * few.
 */
export const live = (now: number) => ({ expiresAt: { $not: { $lte: now } } });

/** Selects memories that have expired by a time. */
export const gone = (now: number) => ({ expiresAt: { $lte: now } });

/** The expiry of memories that are being deleted, which is before any other time. */
export const hiddenAt = 0;

/** Whether a memory has not expired by a time. */
export function isLive({ expiresAt }: { expiresAt?: number }, now: number): boolean {
  return expiresAt === undefined || expiresAt > now;
}

export function createExpiry(
  { memories }: Collections,
  now: () => number,
): Pick<MemoryStore, 'expired' | 'nextExpiry'> {
  return {
    async expired(limit) {
      const found = memories.find({ expiresAt: { $gt: hiddenAt, $lte: now() } }).sort({ expiresAt: 1 });
      const documents = await found.limit(limit).project<{ _id: string; id: string }>({ id: 1 }).toArray();
      return documents.map((document) => ({ id: document.id, accountId: accountIdOf(document) }));
    },

    async nextExpiry(accountId) {
      const filter = { ownerId: accountId, expiresAt: { $gt: now() } };
      const next = await memories.findOne(filter, { sort: { expiresAt: 1 }, projection: { expiresAt: 1 } });
      return next?.expiresAt ?? null;
    },
  };
}
