import type { Redis } from 'ioredis';

const everyMs = 1_000;

/** Asks Redis once a second while there is a connection, and never twice at the same time. */
export function askAgain(client: Redis, ask: () => Promise<void>): { now(): void; stop(): void } {
  let asking = false;
  async function now(): Promise<void> {
    if (asking || client.status !== 'ready') return;
    asking = true;
    await ask();
    asking = false;
  }
  const timer = setInterval(() => void now(), everyMs);
  timer.unref();
  return { now: () => void now(), stop: () => clearInterval(timer) };
}
