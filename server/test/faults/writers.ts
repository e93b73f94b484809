import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../process/client.ts';
import type { Random } from '../process/random.ts';
import { type KnownMemory, markerOf, newKnownMemory, type WriteKind, writeKinds } from './known-memory.ts';
import { type Acknowledged, createSender, type WriteRequest } from './send-writes.ts';

export interface WriterOptions {
  /** Random numbers for each writer, by its number from 0. */
  randomOf(writer: number): Random;
  writersAtOnce: number;
  /** Beyond so many they go on only for the sake of the faults, at leisure. */
  enough: number;
  poison: { text: string; share: number } | null;
  /** The share of creates, changes and deletes without an Idempotency-Key, which are sent once. */
  unkeyedShare: number;
  /** A request that takes longer is sent again. */
  maxResponseMs?: number | undefined;
}

const memoriesOfRun = 3;
const leisureMs = 2_000;
/** So long do expiring memories live, at least and at most. */
const life = { minMs: 300, maxMs: 2_500 };
const longShare = 0.05;

/**
 * Clients that write as an SDK does: most writes have an Idempotency-Key, and are sent again with the same one until they
 * are acknowledged. Now and then one repeats what was acknowledged before, and must get the same response.
 */
export function createWriters(account: { url: string; key: string }, options: WriterOptions) {
  const { randomOf, writersAtOnce, enough, poison, unkeyedShare, maxResponseMs = 15_000 } = options;
  const { send, repeated } = createSender(createClient(account.url, account.key, { maxResponseMs }));
  const memories: KnownMemory[] = [];
  const acknowledged = Object.fromEntries(writeKinds.map((kind) => [kind, 0])) as Record<WriteKind, number>;
  const repeatable: { request: WriteRequest; body: unknown; changed: KnownMemory | null }[] = [];
  let texts = 0;
  let lastEnd = 0;

  const count = () => Object.values(acknowledged).reduce((sum, one) => sum + one, 0);
  /** A POST with a key of its own. */
  const post = (random: Random, path: string, body: unknown, ...expected: number[]): WriteRequest => {
    return { key: keyOf(random), method: 'POST', path, body, expected };
  };
  const keyOf = (random: Random) => `key-${texts}-${random.below(1e9)}`;
  const keyOrNone = (random: Random) => (random.chance(unkeyedShare) ? null : keyOf(random));
  const contentOf = (text: string) => ({ text, metadata: { marker: markerOf(text) } });

  function newText(random: Random): string {
    const marker = `zq${(texts++).toString(36)}x`;
    return random.chance(longShare)
      ? `${marker} ${'Grace keeps the harbour tables in a blue folder. '.repeat(1 + random.below(40))}`.trimEnd()
      : `${marker} was noted on day ${random.below(400)}`;
  }

  function begin(text: string, fields: Partial<KnownMemory> = {}): KnownMemory {
    const memory = newKnownMemory(text, fields);
    memories.push(memory);
    return memory;
  }

  function several(random: Random): KnownMemory[] {
    return Array.from({ length: 2 + random.below(8) }, () => begin(newText(random)));
  }

  /** A memory that nobody else is writing, and that is there. */
  function idle(random: Random): KnownMemory | undefined {
    const found = memories.filter(({ there, busy, id }) => there === 'yes' && !busy && id !== null);
    return found[random.below(found.length)];
  }

  function noteRepeatable(request: WriteRequest, { body }: Acknowledged, changed: KnownMemory | null = null): void {
    if (request.key !== null) repeatable.push({ request, body, changed });
  }

  /** Sends a request that can be repeated, whose response may come again later. */
  async function sendNoted(random: Random, request: WriteRequest): Promise<Acknowledged> {
    const response = (await send(request, random)) as Acknowledged;
    noteRepeatable(request, response);
    return response;
  }

  async function create(random: Random): Promise<void> {
    // This does not come at the end, since it is tried for a minute until it counts as failed.
    const poisonous = poison !== null && count() < enough / 2 && random.chance(poison.share);
    const memory = begin(`${newText(random)}${poisonous ? ` ${poison.text}` : ''}`, { poisonous });
    const request = { ...post(random, '/memories', contentOf(memory.first), 202), key: keyOrNone(random) };
    const response = await send(request, random);
    if (!response) return;
    noteRepeatable(request, response);
    Object.assign(memory, { id: response.body.memory_id, there: 'yes', busy: poisonous });
    acknowledged.create++;
  }

  async function createBatch(random: Random): Promise<void> {
    const batch = several(random);
    const body = { memories: batch.map(({ first }) => contentOf(first)) };
    const response = await sendNoted(random, post(random, '/memories/batch', body, 200));
    if (response.body.accepted !== batch.length) throw new Error(`a batch: ${JSON.stringify(response.body)}`);
    for (const [at, memory] of batch.entries()) {
      Object.assign(memory, { id: response.body.results[at].memory.id, there: 'yes', busy: false });
    }
    acknowledged.batch += batch.length;
  }

  /** Imports lines of both kinds, which have a name of their own: they are repeated without an Idempotency-Key, too. */
  async function importLines(random: Random, lines: readonly KnownMemory[], run_id: string | null = null) {
    const run = run_id === null ? {} : { run_id };
    const body = lines.map(({ first }, at) => {
      const { text, metadata } = contentOf(first);
      return at % 2 === 0 ? { text, metadata, ...run } : { id: markerOf(text), memory: text, metadata, ...run };
    });
    const keyed = post(random, '/import', body, 200);
    const request = random.chance(0.5) ? keyed : { ...keyed, key: null, isRepeatable: true };
    const { body: result } = await sendNoted(random, request);
    if (result.accepted + result.skipped !== lines.length) throw new Error(`an import: ${JSON.stringify(result)}`);
    // The response names no memory, so they stay as they are.
    for (const memory of lines) memory.there = 'yes';
    acknowledged.import += lines.length;
  }

  async function createExpiring(random: Random): Promise<void> {
    const endsAt = Date.now() + life.minMs + random.below(life.maxMs - life.minMs);
    const memory = begin(newText(random), { there: 'no' });
    lastEnd = Math.max(lastEnd, endsAt);
    const body = { ...contentOf(memory.first), expires_at: new Date(endsAt).toISOString() };
    // Once the time has passed, 400: the request was not written before.
    const request = post(random, '/memories', body, 202, 400);
    const response = (await send(request, random)) as Acknowledged;
    if (response.status === 400) return;
    noteRepeatable(request, response);
    Object.assign(memory, { id: response.body.memory_id, end: 'expired' });
    acknowledged.expiring++;
  }

  async function change(random: Random, memory: KnownMemory, kind: 'update' | 'restore'): Promise<void> {
    const isUpdate = kind === 'update';
    const text = isUpdate ? newText(random) : memory.first;
    const path = `/memories/${memory.id}${isUpdate ? '' : '/restore'}`;
    const body = isUpdate ? contentOf(text) : { version: 1 };
    const method = isUpdate ? 'PUT' : 'POST';
    const request = { key: keyOrNone(random), method, path, body, expected: [200] } as const;
    const response = await send(request, random);
    if (!response) {
      Object.assign(memory, { texts: [...new Set([...memory.texts, text])], mayHaveChanged: true });
      return;
    }
    noteRepeatable(request, response, memory);
    memory.version++;
    if (memory.texts[0] !== text) memory.textVersion = memory.version;
    Object.assign(memory, { texts: [text], busy: false });
    acknowledged[kind]++;
  }

  async function remove(random: Random, memory: KnownMemory): Promise<void> {
    const path = `/memories/${memory.id}`;
    const request = { key: keyOrNone(random), method: 'DELETE', path, expected: [200] } as const;
    const response = await send(request, random);
    if (!response) {
      memory.there = 'maybe';
      return;
    }
    noteRepeatable(request, response);
    Object.assign(memory, { there: 'no', end: 'deleted' });
    acknowledged.delete++;
  }

  async function changeOne(random: Random, changing: (memory: KnownMemory) => Promise<void>): Promise<void> {
    const memory = idle(random);
    if (!memory) return create(random);
    memory.busy = true;
    await changing(memory);
  }

  /** Writes or imports some memories of a run, and deletes them by their scope. */
  async function deleteRun(random: Random): Promise<void> {
    const run_id = `run-${texts}-${random.below(1e9)}`;
    const run = Array.from({ length: memoriesOfRun }, () => begin(newText(random)));
    if (random.chance(0.5)) await importLines(random, run, run_id);
    else {
      for (const { first } of run) {
        await sendNoted(random, post(random, '/memories', { ...contentOf(first), run_id }, 202));
        acknowledged.create++;
      }
    }
    const path = `/memories?run_id=${run_id}`;
    const listing = { key: null, isRepeatable: true, method: 'GET', path, expected: [200] } as const;
    const { body: listed } = (await send(listing, random)) as Acknowledged;
    const ids = new Map(listed.results.map(({ id, memory }: { id: string; memory: string }) => [markerOf(memory), id]));
    const scope = `${path}&confirm=${memoriesOfRun}`;
    const request = { key: keyOf(random), method: 'DELETE', path: scope, expected: [200] } as const;
    await sendNoted(random, request);
    for (const memory of run) {
      Object.assign(memory, { id: ids.get(markerOf(memory.first)) ?? null, there: 'no', end: 'deleted' });
    }
    acknowledged.scope += memoriesOfRun;
  }

  async function repeat(random: Random): Promise<void> {
    const before = repeatable[random.below(repeatable.length)];
    const changed = before?.changed;
    // The response to a change ends with the memory.
    if (!before || (changed && (changed.busy || changed.there !== 'yes'))) return create(random);
    if (changed) changed.busy = true;
    const again = (await send(before.request, random)) as Acknowledged;
    if (changed) changed.busy = false;
    if (JSON.stringify(again.body) !== JSON.stringify(before.body)) {
      throw new Error(`a repetition was answered ${JSON.stringify(again.body)}, before ${JSON.stringify(before.body)}`);
    }
  }

  /** The share of each kind. The rest are creates. */
  const mix: [number, (random: Random) => Promise<void>][] = [
    [0.05, repeat],
    [0.03, deleteRun],
    [0.05, createBatch],
    [0.04, (random) => importLines(random, several(random))],
    [0.05, createExpiring],
    [0.14, (random) => changeOne(random, (memory) => change(random, memory, 'update'))],
    [0.05, (random) => changeOne(random, (memory) => change(random, memory, 'restore'))],
    [0.1, (random) => changeOne(random, (memory) => remove(random, memory))],
  ];

  function choose(random: Random): (random: Random) => Promise<void> {
    let left = random.next();
    for (const [share, write] of mix) {
      left -= share;
      if (left < 0) return write;
    }
    return create;
  }

  return {
    /** Every memory of which a write was begun. */
    memories: memories as readonly KnownMemory[],
    /** The number of memories that acknowledged requests wrote, changed or deleted, and the sum of them. */
    ...{ acknowledged: acknowledged as Readonly<typeof acknowledged>, count },
    /** What the account is charged for, without deletions. */
    charged: () => count() - acknowledged.delete - acknowledged.scope,
    repeated,
    /** Resolves when `more` returns false and everything that was begun has ended. */
    async write(more: () => boolean): Promise<void> {
      const writer = async (random: Random) => {
        while (more()) {
          if (count() >= enough) await pause(leisureMs);
          await choose(random)(random);
        }
      };
      await Promise.all(Array.from({ length: writersAtOnce }, (_, number) => writer(randomOf(number))));
    },
    /** Resolves when all memories that were to expire have expired. */
    expired: () => pause(Math.max(0, lastEnd - Date.now())),
  };
}
