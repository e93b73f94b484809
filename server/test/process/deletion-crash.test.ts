import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { startCohereStandIn } from '../providers/cohere-stand-in.ts';
import { type Client, createClient } from './client.ts';
import { spawnServer, temporaryDirectory, until } from './spawn-server.ts';

const batches = 11;
const perBatch = 100;

it('kill -9 while a scope is deleted: it is deleted once, nothing of it comes back, and the receipt is verified', async () => {
  const directory = temporaryDirectory();
  const provider = await startCohereStandIn();
  onTestFinished(() => provider.close());
  const embedder = { MNEMA_EMBEDDER: 'cohere', ...provider.environment };
  const start = () => spawnServer({ directory, environment: embedder });
  let server = await start();
  const { key } = server;
  let client = createClient(server.url, key as string);
  async function killAndStart(): Promise<void> {
    await server.end('SIGKILL');
    server = await start();
    client = createClient(server.url, key as string);
  }

  for (let batch = 0; batch < batches; batch++) await addBatch(client, 'alice');
  await addBatch(client, 'bob');
  const matched = batches * perBatch;
  const path = `/memories?user_id=alice&confirm=${matched}`;
  const remove = () => client.send('DELETE', path, undefined, { 'Idempotency-Key': 'forget-alice' });

  // Killed before the response, at a moment that differs from run to run.
  const unanswered = remove().catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
  server.kill('SIGKILL');
  await unanswered;
  await killAndStart();
  const { status, body } = await remove();
  expect([status, body]).toEqual([
    202,
    { matched, deleted: matched, deletion_id: expect.any(String), status: 'running' },
  ]);
  await killAndStart();
  expect(await countOf(client, 'alice')).toBe(0);
  expect(await countOf(client, 'bob')).toBe(perBatch);
  const receiptOf = async () => (await client.send('GET', `/deletions/${body.deletion_id}`)).body;
  await until(async () => (await receiptOf()).verified_at !== null, 'the receipt to be verified', 60_000);
  expect(await receiptOf()).toMatchObject({ status: 'done', matched, removed: { memories: matched } });
  expect(await countOf(client, 'alice')).toBe(0);
  await server.end('SIGTERM');
  const db = new DatabaseSync(join(directory, 'mnema.db'));
  const count = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
  expect(count('SELECT count(*) FROM memories')).toBe(perBatch);
  expect(count('SELECT count(*) FROM memory_vectors WHERE seq NOT IN (SELECT seq FROM memories)')).toBe(0);
  // A server that is killed before a deletion begins leaves its ids, which are removed ten minutes later.
  const begun = "SELECT id FROM deletions WHERE state != 'preparing'";
  expect(count(`SELECT count(*) FROM deletion_items WHERE deletionId IN (${begun})`)).toBe(0);
  db.close();
}, 120_000);

async function addBatch(client: Client, user_id: string): Promise<void> {
  const memories = Array.from({ length: perBatch }, (_, at) => ({ text: `note ${at} of ${user_id}`, user_id }));
  const { body } = await client.send('POST', '/memories/batch', { memories });
  expect(body.accepted).toBe(perBatch);
}

async function countOf(client: Client, user: string): Promise<number> {
  const [facets, list] = [
    await client.send('GET', `/facets?user_id=${user}`),
    await client.send('GET', `/memories?user_id=${user}&limit=1000`),
  ];
  expect(facets.body.total).toBe(list.body.results.length);
  return facets.body.total;
}
