import type { Redis } from 'ioredis';
import { type Coalesced, poll } from '../../lib/coalesce.ts';

const everyMs = 1_000;

/** Calls `look` once a second while there is a connection. */
export function pollRedis(client: Redis, look: () => Promise<void>): Coalesced {
  return poll(async () => {
    if (client.status === 'ready') await look();
  }, everyMs);
}
