import { expect, it, vi } from 'vitest';
import { createClient, listAll } from './client.ts';
import { spawnServer, temporaryDirectory, withoutEncoder } from './spawn-server.ts';

it('kill -9 neither loses nor doubles a count: what was counted is what is there', async () => {
  const options = { directory: temporaryDirectory(), environment: withoutEncoder };
  let server = await spawnServer(options);
  const { key } = server;
  let acknowledged = 0;
  for (let round = 0; round < 4; round++) {
    const client = createClient(server.url, key);
    let ended = false;
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let n = 0; !ended; n++) {
        const body = { text: `note ${round}-${writer}-${n}`, metadata: { project: `p${writer}` } };
        const response = await client.send('POST', '/memories', body).catch(() => undefined);
        if (!response) return;
        if (response.status === 202) acknowledged++;
      }
    });
    // The moment depends on writes: after a fixed time a slow machine would have written next to nothing.
    const enough = acknowledged + 40 + 20 * round;
    await vi.waitFor(() => expect(acknowledged).toBeGreaterThanOrEqual(enough), { timeout: 20_000, interval: 5 });
    server.kill('SIGKILL');
    ended = true;
    await Promise.all(writers);
    await server.ended;
    server = await spawnServer(options);
  }
  const client = createClient(server.url, key);
  const kept = (await listAll(client)).length;
  const { body: usage } = await client.send('GET', '/usage');
  expect(acknowledged).toBeGreaterThan(100);
  expect(kept).toBeGreaterThanOrEqual(acknowledged);
  expect(usage.memory_write.used).toBe(kept);
  expect(usage.projects.used).toBe(16);
}, 120_000);
