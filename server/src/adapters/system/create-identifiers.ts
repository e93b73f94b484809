import { randomBytes, randomFillSync } from 'node:crypto';
import { decodeTime, monotonicFactory } from 'ulid';
import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';

/**
 * Makes sortable ids (ULID).
 * @param lastMemoryId - new memory ids sort after this one, even if the clock was set back
 */
export function createIdentifiers(clock: Clock, lastMemoryId: string | null = null): Identifiers {
  const next = monotonicFactory(createRandom());
  const floor = lastMemoryId ? decodeTime(lastMemoryId.slice('mem_'.length)) + 1 : 0;
  const sortable = () => next(Math.max(clock.now(), floor));
  return {
    memory: () => `mem_${sortable()}`,
    account: () => `acct_${sortable()}`,
    key: () => `key_${sortable()}`,
    event: () => `evt_${sortable()}`,
    deletion: () => `del_${sortable()}`,
    webhook: () => `whk_${sortable()}`,
    request: () => `req_${sortable()}`,
    secret: (bytes) => randomBytes(bytes),
  };
}

/** Returns 0 ≤ x < 1 from strong random bytes, which are drawn in bulk: an id takes sixteen. */
function createRandom(): () => number {
  const pool = Buffer.alloc(4_096);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    return pool.readUInt8(used++) / 256;
  };
}
