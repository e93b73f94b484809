import { randomBytes, randomInt } from 'node:crypto';
import { decodeTime, monotonicFactory } from 'ulid';
import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';

export const systemClock: Clock = { now: () => Date.now() };

/** Makes sortable ids (ULID). @param lastMemoryId new memory ids sort after it, even if the clock was set back */
export function createIdentifiers(clock: Clock, lastMemoryId: string | null = null): Identifiers {
  // Node.js draws the bytes of `randomInt` in bulk, because an id takes sixteen numbers.
  const next = monotonicFactory(() => randomInt(256) / 256);
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
