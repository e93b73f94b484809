import { expect, it, vi } from 'vitest';
import { spawnServer, temporaryDirectory } from './spawn-server.ts';

it('kill -9 neither loses nor doubles a count: what was counted is what is there', async () => {
  const directory = temporaryDirectory();
  let server = await spawnServer({ directory });
  const key = server.key as string;
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  let acknowledged = 0;
  for (let round = 0; round < 4; round++) {
    const { url } = server;
    let ended = false;
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let n = 0; !ended; n++) {
        const body = JSON.stringify({ text: `note ${round}-${writer}-${n}`, metadata: { project: `p${writer}` } });
        const response = await fetch(`${url}/memories`, { method: 'POST', headers, body }).catch(() => undefined);
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
    server = await spawnServer({ directory });
  }
  const get = async (path: string) => (await fetch(`${server.url}${path}`, { headers })).json();
  let kept = 0;
  for (let cursor = ''; ; ) {
    const page = (await get(`/memories${cursor}`)) as { results: unknown[]; next_cursor: string | null };
    kept += page.results.length;
    if (page.next_cursor === null) break;
    cursor = `?cursor=${page.next_cursor}`;
  }
  const usage = (await get('/usage')) as { memory_write: { used: number }; projects: { used: number } };
  expect(acknowledged).toBeGreaterThan(100);
  expect(kept).toBeGreaterThanOrEqual(acknowledged);
  expect(usage.memory_write.used).toBe(kept);
  expect(usage.projects.used).toBe(16);
}, 120_000);
