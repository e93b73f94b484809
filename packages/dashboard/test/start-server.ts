import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../server/src/cli/mnema.ts', import.meta.url));
const startLimitMs = 60_000;
const pollMs = 50;

export interface TestServer {
  url: string;
  /** What the server has printed since its last start. */
  output(): string;
  stop(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Starts the server from its sources, with an empty store and the built pages. */
export async function startServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-dashboard-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('MNEMA_'));
  const env = { ...Object.fromEntries(own), MNEMA_PORT: String(port), MNEMA_DATA_DIR: directory, ...environment };
  let output = '';
  let isStopping = false;
  let child: ReturnType<typeof spawn> | undefined;

  async function start(): Promise<void> {
    output = '';
    isStopping = false;
    child = spawn(process.execPath, [program, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    child.once('exit', (code, signal) => {
      if (!isStopping) console.error(`the server ended by itself (${signal ?? code}):\n${output}`);
    });
    for (const deadline = Date.now() + startLimitMs; Date.now() < deadline && child.exitCode === null; ) {
      const response = await fetch(`${url}/healthz`).catch(() => undefined); // nothing listens yet
      if (response?.ok) return;
      await sleep(pollMs);
    }
    throw new Error(`the server did not start:\n${output}`);
  }

  async function stop(): Promise<void> {
    if (child === undefined || child.exitCode !== null) return;
    isStopping = true;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  await start();
  return {
    url,
    output: () => output,
    start,
    stop,
    async remove() {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
