import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toolEnvironment } from './environment.mjs';
import { nodeBinary } from './paths.mjs';
import { capture } from './run-tool.mjs';

const startLimitMs = 30_000;
const pollMs = 50;

function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function becomesHealthy(url, isRunning) {
  for (const deadline = Date.now() + startLimitMs; Date.now() < deadline && isRunning(); ) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined); // the connection fails until the server listens
    if (response?.ok) return true;
    await sleep(pollMs);
  }
  return false;
}

/** Runs the compiled command line of an unpacked package: its help, then a server until it is healthy and stopped. */
export async function startPackedServer(folder, dataFolder) {
  const bin = join(folder, 'dist/cli/mnema.js');
  const help = await capture(nodeBinary, [bin, '--help']);
  if (help.code !== 0) return help;

  const port = await findFreePort();
  const child = spawn(nodeBinary, [bin, 'start'], {
    env: { ...toolEnvironment(), MNEMA_PORT: String(port), MNEMA_DATA_DIR: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  let ended = false;
  const closed = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
  child.once('close', () => {
    ended = true;
  });
  const healthy = await becomesHealthy(`http://127.0.0.1:${port}`, () => !ended);
  child.kill('SIGTERM');
  const end = await closed;
  if (!healthy) return { code: 1, output: `the packed server did not become healthy\n${output}` };
  return end === 0 ? { code: 0, output } : { code: 1, output: `the packed server ended with ${end}\n${output}` };
}
