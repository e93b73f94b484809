import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../src/main.ts';
import { beginBody } from '../http/send-raw.ts';
import { startCohereStandIn } from '../providers/cohere-stand-in.ts';
import { runCommand } from '../run-command.ts';
import { createClient, listAll } from './client.ts';
import {
  jsonLines,
  runMnema,
  type SpawnedServer,
  spawnMnema,
  spawnServer,
  temporaryDirectory,
  until,
  untilIngested,
  withoutEncoder,
} from './spawn-server.ts';

const stopLimitMs = 10_000;
const environment = withoutEncoder;

describe('a stop signal', { timeout: 120_000 }, () => {
  it('finishes 50 open requests without a 5xx and exits 0', async () => {
    const directory = temporaryDirectory();
    const provider = await startCohereStandIn();
    onTestFinished(() => provider.close());
    const environment = { MNEMA_EMBEDDER: 'cohere', ...provider.environment };
    // Those who wait for their memory are still waiting when the signal comes.
    provider.latency.perRequest = 20_000;
    const server = await spawnServer({ directory, environment });
    const { client } = server;
    const waiting = Array.from({ length: 25 }, (_, number) =>
      client.send('POST', '/memories', { text: `waiting ${number}` }, { Prefer: 'wait=10' }),
    );
    const halfSent = await Promise.all(
      Array.from({ length: 25 }, (_, number) => sendHalf(server, `half sent ${number}`)),
    );
    await until(async () => (await listAll(client)).length === 25, 'the writes to be accepted', 10_000);

    const signalledAt = Date.now();
    server.kill('SIGTERM');
    const responses = await Promise.all(waiting);
    expect(Date.now() - signalledAt, 'those who wait are let go at once').toBeLessThan(5_000);
    expect(responses.map(({ status }) => status)).toEqual(Array(25).fill(202));
    await expect(connectTo(server.url), 'nobody new is let in').rejects.toThrow('ECONNREFUSED');
    const finished = await Promise.all(halfSent.map((finish) => finish()));
    expect(finished).toEqual(Array(25).fill(202));

    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(Date.now() - signalledAt).toBeLessThan(stopLimitMs);
    expect(errorsIn(server.stderr())).toEqual([]);
    expect(existsSync(join(directory, 'mnema.db-wal')), 'everything is in the one file').toBe(false);

    provider.latency.perRequest = 1;
    const next = await spawnServer({ directory, environment });
    expect(next.key, 'the first key is shown once').toBeNull();
    expect(next.stdout()).not.toMatch(/password|mnk_/i);
    const again = createClient(next.url, server.key);
    expect(await listAll(again)).toHaveLength(50);
    await untilIngested(again);
    expect(await listAll(again, '&status=ready')).toHaveLength(50);
  });

  it('does not wait for ever for a client that never finishes its request', async () => {
    const server = await spawnServer({ environment });
    await sendHalf(server, 'never finished');
    const signalledAt = Date.now();
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(Date.now() - signalledAt).toBeLessThan(stopLimitMs);
  });

  it('means nothing more when it comes again', async () => {
    const server = await spawnServer({ environment });
    server.kill('SIGINT');
    server.kill('SIGINT');
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(errorsIn(server.stderr())).toEqual([]);
  });

  it('is not forgotten when it comes while the server is still starting', async () => {
    const directory = temporaryDirectory();
    const starting = spawnMnema(['start'], { directory });
    await until(() => existsSync(join(directory, 'lock.db')), 'the data directory to be taken', 20_000);
    expect(await starting.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(errorsIn(starting.stderr())).toEqual([]);
  });

  it('is what the end of the parent means to a server with a channel to it', async () => {
    const server = await spawnServer({ environment, channel: true });
    server.disconnect();
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });
});

describe('one server per data directory', () => {
  it('a second one is rejected with the pid of the first, and may start as soon as the first was killed', async () => {
    const directory = temporaryDirectory();
    const server = await spawnServer({ directory, environment });
    const second = await runMnema(['start'], { directory });
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(`in use by another Mnema server (pid ${server.pid})`);
    expect(second.stderr).toContain('MNEMA_DATA_DIR');
    expect((await server.client.send('GET', '/healthz')).status, 'the first goes on').toBe(200);

    await server.end('SIGKILL');
    const third = await spawnServer({ directory, environment });
    expect(readFileSync(join(directory, 'lock.pid'), 'utf8').trim()).toBe(String(third.pid));
  });

  it('of several that start in the same moment exactly one runs', async () => {
    const directory = temporaryDirectory();
    const starts = await Promise.allSettled(Array.from({ length: 3 }, () => spawnServer({ directory, environment })));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const start of starts) {
      if (start.status === 'rejected') expect(String(start.reason)).toContain('in use by another Mnema server');
    }
  });
});

describe('a start that cannot work', () => {
  it('names the port that is in use and what to do, and gives the data directory free again', async () => {
    const directory = temporaryDirectory();
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void squatter.close());
    const { port } = squatter.address() as { port: number };
    const rejected = await runMnema(['start'], { directory, environment: { MNEMA_PORT: String(port) } });
    expect(rejected).toMatchObject({ code: 1, stdout: '' });
    expect(rejected.stderr).toContain(`Port ${port} on 127.0.0.1 is in use by another program`);
    expect(rejected.stderr).toContain('MNEMA_PORT');
    expect(rejected.stderr).not.toContain('    at ');
    const server = await spawnServer({ directory, environment });
    expect(server.key, 'the key was not spent on the start that failed').toMatch(/^mnk_/);
  });

  it('exits with 1 when the address is not one of this machine', async () => {
    const settings = { MNEMA_HOST: '192.0.2.1', MNEMA_DATA_DIR: temporaryDirectory(), MNEMA_PORT: '0' };
    const { code, stderr } = await runCommand(['start'], settings, { startServer });
    expect([code, stderr]).toEqual([1, expect.stringContaining('192.0.2.1 is not an address of this machine')]);
  });
});

/** A connection of its own: one that is kept alive may be served to its end. */
async function connectTo(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.destroy();
}

/** Begins a write and stops in the middle of its body. Resolves, once the server is reading it, to what ends it. */
async function sendHalf({ url, key }: SpawnedServer, text: string): Promise<() => Promise<number>> {
  const body = JSON.stringify({ text });
  const headers = { 'X-API-Key': key as string, 'Content-Length': String(body.length) };
  const { socket, received } = await beginBody(url, '/memories', { headers, body: body.slice(0, 5) });
  return async () => {
    socket.write(body.slice(5));
    const status = () => Number(/\r\n\r\nHTTP\/1\.1 (\d+)/.exec(received())?.[1]);
    await expect.poll(status).toBeGreaterThan(0);
    return status();
  };
}

/** What the server logged as an error. */
function errorsIn(stderr: string): unknown[] {
  return jsonLines(stderr).filter(({ level }) => level >= 50);
}
