import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findFreePort } from '../find-free-port.ts';

export type TestRedis = Awaited<ReturnType<typeof startRedis>>;

const startLimitMs = 10_000;
const pollMs = 20;

/**
 * Starts a real Redis server on a port and a folder of its own, with which one can do what operators fear.
 * @throws when there is no redis-server; `npm run test:production` and `npm run soak` install it
 */
export async function startRedis() {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-redis-'));
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  /** One command, on a connection of its own. */
  async function command(command: string, ...words: string[]): Promise<unknown> {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
    client.on('error', () => {}); // the promises below carry it
    try {
      await client.connect();
      return await client.call(command, ...words);
    } finally {
      client.disconnect();
    }
  }

  /** Starts it, again after {@link kill} with the same port and data. Resolves when it responds. */
  async function start(): Promise<void> {
    const settings = {
      ...{ port: String(port), bind: '127.0.0.1', dir: directory, save: '', 'maxmemory-policy': 'noeviction' },
      ...{ appendonly: 'yes', appendfsync: 'everysec' },
    };
    const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
    const started = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    let output = '';
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    const failed = once(started, 'exit').then(
      () => Promise.reject(new Error(`redis-server ended: ${output}`)),
      (error: Error) => Promise.reject(new Error(`redis-server cannot be started: ${error.message}`)),
    );
    failed.catch(() => {}); // it also ends when it is told to
    await Promise.race([untilItResponds(), failed]);
  }

  async function untilItResponds(): Promise<void> {
    for (const deadline = Date.now() + startLimitMs; ; await new Promise((resolve) => setTimeout(resolve, pollMs))) {
      try {
        return void (await command('PING'));
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }

  /** Ends it like a crash: writes that the append-only file does not hold are lost. Resolves when it is gone. */
  async function kill(): Promise<void> {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = once(running, 'exit');
    running.kill('SIGKILL');
    await gone;
  }

  await start();
  return {
    ...{ url, kill, start, command },
    /** Loses everything. */
    flush: () => command('FLUSHALL'),
    /** It keeps its connections and sends no responses. */
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    /** Ends it and removes its folder. */
    async remove(): Promise<void> {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
