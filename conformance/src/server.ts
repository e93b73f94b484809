import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const commandLine = fileURLToPath(new URL('../../server/src/cli/mnema.ts', import.meta.url));
const startLimitMs = 60_000;
const pollMs = 20;

export interface RunningServer {
  url: string;
  /** The key of the first account, which has no limits. */
  apiKey: string;
  email: string;
  password: string;
  stop(): Promise<void>;
}

/** The environment without the variables that configure a server or a client. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MNEMA_')));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/**
 * Starts a server on a free port, with an empty store that is deleted afterwards. It does not outlive this process.
 * @param program the file of the `mnema` command; without it, that of this repository
 */
export async function startServer(
  environment: Record<string, string> = {},
  program: string = commandLine,
): Promise<RunningServer> {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-conformance-'));
  const email = 'conformance@example.com';
  const password = 'correct horse battery staple';
  const child = spawn(process.execPath, [program, 'start'], {
    env: {
      ...bareEnvironment(),
      MNEMA_PORT: '0',
      MNEMA_DATA_DIR: directory,
      MNEMA_BOOTSTRAP_EMAIL: email,
      MNEMA_BOOTSTRAP_PASSWORD: password,
      MNEMA_LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(directory, { recursive: true, force: true });
  };
  for (const deadline = Date.now() + startLimitMs; !/^try: .*\n/m.test(output); await sleep(pollMs)) {
    if (child.exitCode === null && Date.now() < deadline) continue;
    await stop();
    throw new Error(`the server did not start:\n${output}`);
  }
  const url = /ready at (http:\S+)/.exec(output)?.[1];
  const apiKey = /API key: +(mnk_\S+)/.exec(output)?.[1];
  if (url === undefined || apiKey === undefined) {
    await stop();
    throw new Error(`the server started, but does not say where or with which key:\n${output}`);
  }
  return { url, apiKey, email, password, stop };
}
