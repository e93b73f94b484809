import { expect, it } from 'vitest';
import { findFreePort } from '../find-free-port.ts';
import { spawnServer, until } from './spawn-server.ts';

it('names to clients which part is unavailable and how, and only in the log its address', async () => {
  // No server listens there.
  const address = `127.0.0.1:${await findFreePort()}`;
  const server = await spawnServer({
    environment: {
      MNEMA_QUEUE: 'bull',
      MNEMA_REDIS_URL: `redis://${address}`,
      MNEMA_EMBEDDER: 'openai',
      MNEMA_EMBEDDING_MODEL: 'bge-m3',
      MNEMA_EMBEDDING_DIMENSIONS: '1024',
      MNEMA_EXTRACTOR: 'openai',
      MNEMA_EXTRACTION_MODEL: 'qwen3',
      MNEMA_OPENAI_BASE_URL: `http://${address}/v1`,
    },
  });
  const { client } = server;
  const failureOf = async (text: string, more: object) => {
    const { body } = await client.send('POST', '/memories', { text, ...more });
    const read = async () => (await client.send('GET', `/memories/${body.memory_id}`)).body.failure;
    await until(async () => (await read()) !== null, server.stderr, 20_000);
    return read();
  };
  const unreachable = expect.stringMatching(/^the server of MNEMA_OPENAI_BASE_URL cannot be reached \(ECONNREFUSED\)/);
  const failures = await Promise.all([
    failureOf('the boat leaves at noon', {}),
    failureOf('Ada lives in Lund', { infer: true }),
  ]);
  expect(failures).toEqual([
    { code: 'embedder_unavailable', message: unreachable },
    { code: 'extractor_unavailable', message: unreachable },
  ]);
  const { status, body } = await client.send('GET', '/readyz');
  expect([status, body.status]).toEqual([200, 'degraded']);
  expect([...body.reasons].sort()).toEqual([
    'Redis cannot be reached (ECONNREFUSED)',
    expect.stringMatching(/^the embedder is not available: the server of MNEMA_OPENAI_BASE_URL cannot be reached/),
    expect.stringMatching(/^the language model is not available: the server of \w+ cannot be reached/),
  ]);
  expect(JSON.stringify([failures, body])).not.toContain(address);
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  const output = server.stdout() + server.stderr();
  for (const message of ['announcements do not arrive', 'ingest postponed']) {
    expect(output.split('\n').filter((line) => line.includes(message) && line.includes(address))).not.toEqual([]);
  }
});
