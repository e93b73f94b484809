import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../process/client.ts';
import type { Random } from '../process/random.ts';
import { maxStartMs } from './kept-server.ts';

export interface WriteRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  /** The Idempotency-Key; null: none. */
  key: string | null;
  /** Whether it may be sent again without a key: a repetition changes nothing. */
  isRepeatable?: boolean;
  /** The statuses of an acknowledgement. */
  expected: readonly number[];
}

export interface Acknowledged {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each operation has another shape
  body: any;
}

/** MongoDB ends the transaction that a killed server left open, if no other process is steady enough to end it before. */
const maxOpenMs = 60_000;
/** Nothing keeps a write from being acknowledged for longer than two kills: the second waits only for other writes. */
export const maxAcknowledgedMs = 2 * (maxStartMs + maxOpenMs);
/** The request did not arrive in time, or the server is unavailable for now. Every other rejection is a defect. */
const passing = [408, 429, 503];

/** Sends requests as an SDK does: again and again, until one is acknowledged. */
export function createSender(client: Client) {
  let repeated = 0;

  return {
    /** How often a request was sent again because it got no response, or only that the server is unavailable. */
    repeated: () => repeated,

    /** @returns null when a request that can't be repeated got no response, so that nobody knows what came of it */
    async send(request: WriteRequest, random: Random): Promise<Acknowledged | null> {
      const { key, method, path, body, expected, isRepeatable = key !== null } = request;
      const headers: Record<string, string> = key === null ? {} : { 'Idempotency-Key': key };
      const startedAt = performance.now();
      for (let attempt = 1; ; attempt++) {
        const response = await client.send(method, path, body, headers).catch(() => undefined);
        if (response && expected.includes(response.status)) return response;
        if (response && !passing.includes(response.status)) {
          throw new Error(`${method} ${path} was answered with ${response.status}: ${JSON.stringify(response.body)}`);
        }
        if (!isRepeatable) return null;
        if (performance.now() - startedAt > maxAcknowledgedMs) {
          const last = response ? `${response.status}: ${JSON.stringify(response.body)}` : 'no response';
          throw new Error(
            `${method} ${path} was not acknowledged within ${maxAcknowledgedMs} ms, the last time: ${last}`,
          );
        }
        repeated++;
        await pause(Math.min(1_000, 50 * 2 ** attempt) * (0.5 + random.next() / 2));
      }
    },
  };
}
