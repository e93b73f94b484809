import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { startCohereStandIn } from '../providers/cohere-stand-in.ts';
import { type Client, createClient, listAll } from './client.ts';
import { createRandom, seedOfRun } from './random.ts';
import { spawnMnema, spawnServer, temporaryDirectory, until, whenReady } from './spawn-server.ts';

const minKills = 10;
const minAcknowledged = 2_000;
const writersAtOnce = 32;

/** What the test has written of one memory. Every text carries a marker of its own, so that none can pass for another. */
interface Known {
  /** null until a create got its response. */
  id: string | null;
  /** The texts it may have: one, unless an update went unanswered. */
  texts: string[];
  /** `maybe`: the create or delete went unanswered and can't be repeated. */
  there: 'yes' | 'no' | 'maybe';
  busy: boolean;
  /** The text of the first version. */
  first: string;
  /** Its version, as long as every change of it was acknowledged. */
  version: number;
}

interface Write {
  memory: Known;
  method: 'POST' | 'PUT' | 'DELETE' | 'RESTORE';
  text: string;
  key: string | null;
}

/** Several creates in one request, always with an Idempotency-Key. */
interface Batch {
  memories: Known[];
  key: string;
}

/** So long do expiring memories live: shorter than any server needs to start. */
const lifeMs = 300;

const contentOf = (text: string) => ({ text, metadata: { marker: text.split(' ')[0] } });

it('kill -9 at any moment loses no acknowledged write, doubles none, and leaves the indexes true to the rows', async () => {
  const seed = seedOfRun();
  console.log(`MNEMA_TEST_SEED=${seed} repeats this run`);
  const random = createRandom(seed);
  const directory = temporaryDirectory();
  // The time of the model does not matter here.
  const provider = await startCohereStandIn();
  onTestFinished(() => provider.close());
  const environment = {
    MNEMA_EMBEDDER: 'cohere',
    MNEMA_COHERE_BASE_URL: provider.url,
    COHERE_API_KEY: provider.key,
  };
  const memories: Known[] = [];
  /** Writes with an Idempotency-Key that got no response: they are repeated until they get one. */
  const unacknowledged: Write[] = [];
  const unacknowledgedBatches: Batch[] = [];
  /** Creates with an Idempotency-Key that got a response, with the response. */
  const acknowledgedCreates: { write: Write; body: unknown }[] = [];
  const counts = {
    ...{ kills: 0, killsDuringStart: 0, acknowledged: 0, replayed: 0, unacknowledged: 0 },
    ...{ batches: 0, restored: 0, expiring: 0 },
  };
  let words = 0;
  let apiKey: string | null = null;

  function newText(): string {
    const marker = `zq${(words++).toString(36)}x`;
    return random.chance(0.05)
      ? `${marker} ${'Grace keeps the harbour tables in a blue folder. '.repeat(1 + random.below(40))}`
      : `${marker} was noted on day ${random.below(400)}`;
  }

  function newMemory(): Known {
    const text = newText();
    const created: Known = { id: null, texts: [text], there: 'maybe', busy: true, first: text, version: 1 };
    memories.push(created);
    return created;
  }

  function nextWrite(): Write {
    const again = unacknowledged.shift();
    if (again) return again;
    const key = random.chance(0.5) ? `key-${words}-${random.below(1e9)}` : null;
    const idle = memories.filter(({ there, busy, id }) => there === 'yes' && !busy && id !== null);
    const memory = idle[random.below(idle.length)];
    const choice = random.next();
    if (!memory || choice < 0.6) {
      const created = newMemory();
      return { memory: created, method: 'POST', text: created.first, key };
    }
    memory.busy = true;
    if (choice < 0.66) return { memory, method: 'RESTORE', text: memory.first, key };
    return choice < 0.83
      ? { memory, method: 'PUT', text: newText(), key }
      : { memory, method: 'DELETE', text: '', key };
  }

  /** false when the server did not respond. */
  async function send(client: Client, write: Write): Promise<boolean> {
    const { memory, method, text, key } = write;
    const headers: Record<string, string> = key === null ? {} : { 'Idempotency-Key': key };
    const isRestore = method === 'RESTORE';
    const path = method === 'POST' ? '/memories' : `/memories/${memory.id}${isRestore ? '/restore' : ''}`;
    const body = isRestore ? { version: 1 } : method === 'DELETE' ? undefined : contentOf(text);
    const response = await client.send(isRestore ? 'POST' : method, path, body, headers).catch(() => undefined);
    if (!response) {
      counts.unacknowledged++;
      if (key !== null) unacknowledged.push(write);
      else if (method === 'PUT' || isRestore) memory.texts = [...new Set([...memory.texts, text])];
      else memory.there = 'maybe';
      // An unkeyed write with an unknown outcome: nothing more is done with this memory.
      return false;
    }
    expect(response.status, `${method} answered ${JSON.stringify(response.body)}`).toBe(method === 'POST' ? 202 : 200);
    counts.acknowledged++;
    if (method === 'POST') {
      memory.id = response.body.memory_id;
      if (key !== null) acknowledgedCreates.push({ write, body: response.body });
    }
    if (method === 'PUT' || isRestore) {
      memory.texts = [text];
      memory.version++;
    }
    if (isRestore) counts.restored++;
    memory.there = method === 'DELETE' ? 'no' : 'yes';
    memory.busy = false;
    return true;
  }

  async function sendBatch(client: Client): Promise<boolean> {
    const batch = unacknowledgedBatches.shift() ?? {
      memories: Array.from({ length: 2 + random.below(8) }, newMemory),
      key: `batch-${words}-${random.below(1e9)}`,
    };
    const body = { memories: batch.memories.map(({ first }) => contentOf(first)) };
    const headers = { 'Idempotency-Key': batch.key };
    const response = await client.send('POST', '/memories/batch', body, headers).catch(() => undefined);
    if (!response) {
      counts.unacknowledged++;
      unacknowledgedBatches.push(batch);
      return false;
    }
    expect(response).toMatchObject({ status: 200, body: { accepted: batch.memories.length, rejected: 0 } });
    for (const [index, memory] of batch.memories.entries()) {
      Object.assign(memory, { id: response.body.results[index].memory.id, there: 'yes', busy: false });
    }
    counts.batches++;
    counts.acknowledged += batch.memories.length;
    return true;
  }

  /** Nothing is there of these in the end, whether or not their writes were acknowledged. */
  async function sendExpiring(client: Client): Promise<boolean> {
    const memory: Known = { ...newMemory(), there: 'no' };
    memories.splice(-1, 1, memory);
    const body = { ...contentOf(memory.first), expires_at: new Date(Date.now() + lifeMs).toISOString() };
    const response = await client.send('POST', '/memories', body).catch(() => undefined);
    if (!response) return false;
    // On a busy machine the time may have passed when the request arrives.
    if (response.status !== 400) expect(response.status).toBe(202);
    memory.id = response.body.memory_id ?? null;
    if (memory.id !== null) counts.expiring++;
    return true;
  }

  async function repeatAcknowledged(client: Client): Promise<boolean> {
    const { write, body } = acknowledgedCreates[
      random.below(acknowledgedCreates.length)
    ] as (typeof acknowledgedCreates)[number];
    const { text, key } = write;
    const again = await client
      .send('POST', '/memories', contentOf(text), { 'Idempotency-Key': key as string })
      .catch(() => undefined);
    if (!again) return false;
    counts.replayed++;
    expect(again).toMatchObject({ status: 202, body });
    return true;
  }

  async function writer(client: Client, more: () => boolean): Promise<void> {
    let isResponding = true;
    while (isResponding && more()) {
      const choice = random.next();
      if (unacknowledgedBatches.length > 0 || choice < 0.05) isResponding = await sendBatch(client);
      else if (choice < 0.1) isResponding = await sendExpiring(client);
      else
        isResponding =
          acknowledgedCreates.length > 0 && random.chance(0.05)
            ? await repeatAcknowledged(client)
            : await send(client, nextWrite());
    }
  }

  while (counts.kills < minKills || counts.acknowledged < minAcknowledged) {
    const starting = spawnMnema(['start'], { directory, environment });
    if (apiKey !== null && random.chance(0.2)) {
      // Killed while it starts, or just after.
      await new Promise((resolve) => setTimeout(resolve, 100 + random.below(1_200)));
      starting.kill('SIGKILL');
      await starting.ended;
      counts.kills++;
      counts.killsDuringStart++;
      continue;
    }
    const server = await whenReady(starting);
    apiKey ??= server.key;
    const client = createClient(server.url, apiKey);
    // The moment depends on writes: after a fixed time a slow machine would have written next to nothing.
    const enough = counts.acknowledged + 50 + random.below(400);
    let hasWritten = false;
    const more = () => {
      if (counts.acknowledged >= enough && !hasWritten) {
        hasWritten = true;
        setTimeout(() => server.kill('SIGKILL'), random.below(50));
      }
      return true;
    };
    await Promise.all(Array.from({ length: writersAtOnce }, () => writer(client, more)));
    await server.ended;
    counts.kills++;
  }

  const server = await spawnServer({ directory, environment });
  const client = createClient(server.url, apiKey);
  const finish = async () => {
    while (unacknowledged.length + unacknowledgedBatches.length > 0) {
      await (unacknowledgedBatches.length > 0 ? sendBatch(client) : send(client, nextWrite()));
    }
  };
  await Promise.all(Array.from({ length: writersAtOnce }, finish));
  await until(async () => (await client.send('GET', '/memories?status=pending&limit=1')).body.results.length === 0, {
    limitMs: 60_000,
    what: 'ingest to end',
  });
  console.log(JSON.stringify(counts));

  const listed = await listAll(client);
  const notReady = listed.filter(({ status }) => status !== 'ready');
  expect(notReady).toEqual([]);
  const byMarker = new Map<string, typeof listed>();
  for (const memory of listed) {
    const marker = memory.memory.split(' ')[0] as string;
    byMarker.set(marker, [...(byMarker.get(marker) ?? []), memory]);
  }
  expect(
    [...byMarker].filter(([, found]) => found.length > 1),
    'doubled',
  ).toEqual([]);
  for (const known of memories) {
    const found = known.texts.flatMap((text) => byMarker.get(text.split(' ')[0] as string) ?? []);
    if (known.there === 'yes') expect(found, `lost: ${known.id} ${known.texts}`).toHaveLength(1);
    if (known.there === 'yes' && !known.busy) expect(found[0]?.version, `versions: ${known.id}`).toBe(known.version);
    if (known.there === 'no') expect(found, `came back: ${known.id}`).toHaveLength(0);
    for (const memory of found) {
      if (known.id !== null) expect(memory.id).toBe(known.id);
      // Wholly there: the text and what was written with it.
      expect(known.texts).toContain(memory.memory);
      expect(memory.metadata).toEqual({ marker: memory.memory.split(' ')[0] });
    }
  }
  const markers = new Set(memories.flatMap(({ texts }) => texts.map((text) => text.split(' ')[0])));
  expect(
    [...byMarker.keys()].filter((marker) => !markers.has(marker)),
    'never written, or overwritten',
  ).toEqual([]);
  const deleted = memories.filter(({ there, id }) => there === 'no' && id !== null);
  for (const { id } of deleted.slice(0, 100)) expect((await client.send('GET', `/memories/${id}`)).status).toBe(404);
  const changed = memories.filter(({ there, busy, version }) => there === 'yes' && !busy && version > 1);
  for (const { id, first, version } of changed.slice(0, 50)) {
    const { body } = await client.send('GET', `/memories/${id}/versions`);
    expect(body.results).toHaveLength(version);
    expect(body.results.at(-1)).toMatchObject({ version: 1, text: first });
  }
  const short = listed.filter(({ memory }) => memory.length < 60);
  for (const memory of short.filter((_, index) => index % 40 === 0)) {
    // Its texts differ in one made-up word, so that another memory may be ranked before it.
    const { body } = await client.send('POST', '/search', { query: memory.memory, filters: memory.metadata });
    expect(body.results).toMatchObject([{ id: memory.id, memory: memory.memory }]);
  }

  server.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(defectsOf(join(directory, 'mnema.db'))).toEqual([]);
  expect(counts.acknowledged).toBeGreaterThanOrEqual(minAcknowledged);
  expect(Math.min(counts.batches, counts.restored, counts.expiring)).toBeGreaterThan(0);
}, 240_000);

/** What is wrong with the store file itself, table against table. */
function defectsOf(file: string): unknown[] {
  const db = new DatabaseSync(file);
  try {
    expect(db.prepare('SELECT count(*) AS rows FROM memory').get(), 'a store without rows shows nothing').not.toEqual({
      rows: 0,
    });
    return [
      ...db
        .prepare('PRAGMA integrity_check')
        .all()
        .filter((row) => row['integrity_check'] !== 'ok'),
      ...db.prepare('PRAGMA foreign_key_check').all(),
      ...db
        .prepare(
          "SELECT 'vector without a row' AS defect, seq FROM memory_vector WHERE seq NOT IN (SELECT seq FROM memory)",
        )
        .all(),
      ...db
        .prepare(
          "SELECT 'label without a row' AS defect, seq FROM memory_label WHERE seq NOT IN (SELECT seq FROM memory)",
        )
        .all(),
      ...db
        .prepare(
          "SELECT 'row without its label' AS defect, seq FROM memory WHERE seq NOT IN (SELECT seq FROM memory_label)",
        )
        .all(),
      ...db
        .prepare(
          "SELECT 'ready without a vector' AS defect, seq FROM memory WHERE status = 'ready' AND seq NOT IN (SELECT seq FROM memory_vector)",
        )
        .all(),
      ...db
        .prepare(
          "SELECT 'version without a row' AS defect, seq FROM memory_version WHERE seq NOT IN (SELECT seq FROM memory)",
        )
        .all(),
      ...db.prepare("SELECT 'expired and kept' AS defect, seq FROM memory WHERE expires_at IS NOT NULL").all(),
      ...db
        .prepare(
          `SELECT 'words differ from their count' AS defect, seq FROM memory
           WHERE word_count <> CASE words WHEN '' THEN 0 ELSE length(words) - length(replace(words, ' ', '')) + 1 END`,
        )
        .all(),
    ].map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}
