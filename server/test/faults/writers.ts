import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '../process/client.ts';
import type { Random } from '../process/random.ts';

export interface Written {
  id: string;
  text: string;
  /** The provider will not take this text, ever. */
  poisonous: boolean;
}

export interface Writers {
  /** Acknowledged memories, by the marker in their texts, which no other text has. */
  written: ReadonlyMap<string, Written>;
  /** Acknowledged memories that an acknowledged deletion by scope has deleted, by marker. */
  deleted: ReadonlyMap<string, Written>;
  /** How often a request was sent again because it got no response, or only that the server is unavailable. */
  repeated(): number;
  /** Resolves when `more` returns false and everything that was begun has been acknowledged. */
  write(more: () => boolean): Promise<void>;
}

const writersAtOnce = 12;
/** The number of memories that a deletion by scope deletes. */
const memoriesOfRun = 3;
const leisureMs = 2_000;
const maxResponseMs = 15_000;
/** Nothing keeps a write from being acknowledged for longer than the longest fault, and a little. */
const maxAcknowledgedMs = 120_000;
/** The server is unavailable for now. Every other rejection of these requests is a defect. */
const passing = [429, 503];

/**
 * Clients that write as an SDK does: each write with an Idempotency-Key, sent again with the same one until it is
 * acknowledged. Now and then one repeats what was acknowledged before, and must get the same response, or writes a few
 * memories of a run and deletes them by their scope.
 */
export function createWriters(
  { url, key }: { url: string; key: string },
  {
    randomOf,
    enough,
    poison,
  }: {
    /** Random numbers for each writer, by its number from 0. */
    randomOf(writer: number): Random;
    /** Beyond so many they go on only for the sake of the faults, at leisure. */
    enough: number;
    poison: { text: string; share: number } | null;
  },
): Writers {
  const client: Client = createClient(url, key, { maxResponseMs });
  const written = new Map<string, Written>();
  const deleted = new Map<string, Written>();
  const acknowledged: { request: Request; body: unknown }[] = [];
  let begun = 0;
  let repeated = 0;

  interface Request {
    key: string;
    method: 'POST' | 'DELETE';
    path: string;
    body?: object;
    expected: number;
  }

  async function acknowledge({ key: idempotencyKey, method, path, body, expected }: Request, random: Random) {
    const startedAt = performance.now();
    for (let attempt = 1; ; attempt++) {
      const response = await client
        .send(method, path, body, { 'Idempotency-Key': idempotencyKey })
        .catch(() => undefined);
      if (response?.status === expected) return response.body;
      if (response && !passing.includes(response.status)) {
        throw new Error(`a write was answered with ${response.status}: ${JSON.stringify(response.body)}`);
      }
      if (performance.now() - startedAt > maxAcknowledgedMs) {
        const last = response ? `${response.status}: ${JSON.stringify(response.body)}` : 'no response';
        throw new Error(`a write was not acknowledged within ${maxAcknowledgedMs} ms, the last time: ${last}`);
      }
      repeated++;
      await pause(Math.min(1_000, 50 * 2 ** attempt) * (0.5 + random.next() / 2));
    }
  }

  async function writeNext(random: Random, run_id?: string): Promise<void> {
    const number = begun++;
    const marker = `zq${number.toString(36)}x`;
    // This does not come at the end, since it is tried for a minute until it counts as failed.
    const poisonous = poison !== null && run_id === undefined && number < enough / 2 && random.chance(poison.share);
    const text = `${marker} was noted on day ${random.below(400)}${poisonous ? ` ${poison.text}` : ''}`;
    const body = { text, metadata: { marker }, ...(run_id === undefined ? {} : { run_id }) };
    const key = `key-${number}-${random.below(1e9)}`;
    const request: Request = { key, method: 'POST', path: '/memories', body, expected: 202 };
    const response = await acknowledge(request, random);
    const memories = run_id === undefined ? written : deleted;
    memories.set(marker, { id: response.memory_id, text, poisonous });
    acknowledged.push({ request, body: response });
  }

  async function deleteRun(random: Random): Promise<void> {
    const run = `run-${begun}-${random.below(1e9)}`;
    for (let memory = 0; memory < memoriesOfRun; memory++) await writeNext(random, run);
    const path = `/memories?run_id=${run}&confirm=${memoriesOfRun}`;
    const request: Request = { key: `delete-${run}`, method: 'DELETE', path, expected: 200 };
    acknowledged.push({ request, body: await acknowledge(request, random) });
  }

  async function repeatAcknowledged(random: Random): Promise<void> {
    const before = acknowledged[random.below(acknowledged.length)];
    if (!before) return;
    const again = await acknowledge(before.request, random);
    if (JSON.stringify(again) !== JSON.stringify(before.body)) {
      throw new Error(`a repeated write was answered ${JSON.stringify(again)}, before ${JSON.stringify(before.body)}`);
    }
  }

  return {
    written,
    deleted,
    repeated: () => repeated,
    async write(more) {
      const writer = async (random: Random) => {
        while (more()) {
          if (written.size >= enough) await pause(leisureMs);
          const choice = random.next();
          await (choice < 0.05 ? repeatAcknowledged : choice < 0.08 ? deleteRun : writeNext)(random);
        }
      };
      await Promise.all(Array.from({ length: writersAtOnce }, (_, number) => writer(randomOf(number))));
    },
  };
}
