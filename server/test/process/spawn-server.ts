import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Client, createClient } from './client.ts';

const entryPoint = fileURLToPath(new URL('../../src/cli/mnema.ts', import.meta.url));
/** An empty store on an emulated MongoDB, prepared by several processes at once on a busy machine, takes most of it. */
const startLimitMs = 100_000;

/** Settings of a server whose memories stay pending. Loading the encoder takes a third of the time of a start. */
export const withoutEncoder = {
  MNEMA_EMBEDDER: 'openai',
  MNEMA_OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  OPENAI_API_KEY: 'not used',
};

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export type SpawnedProcess = ReturnType<typeof spawnMnema>;

export type SpawnedServer = Awaited<ReturnType<typeof whenReady>>;

export interface SpawnOptions {
  /** @default one that goes with the test */
  directory?: string;
  environment?: Record<string, string>;
  /** Program and arguments that run the server's command line for us, such as `setpriv …`. */
  through?: string[];
  /** The program to run instead of the server's command line. */
  program?: string;
  channel?: boolean;
  /** Takes what ends the process, when it is to outlive the test that starts it. */
  atEnd?: AtEnd;
}

export type AtEnd = (work: () => Promise<unknown>) => void;

/** Root may write everywhere; without this capability permissions count for it as for everybody else. */
export function withoutOverride(): string[] {
  return process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override'] : [];
}

/** A directory that goes with the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-process-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Runs the server's command line as a process of its own, which does not outlive the test. */
export function spawnMnema(words: string[], options: SpawnOptions = {}) {
  const { directory = temporaryDirectory(), environment = {}, through = [], program = entryPoint } = options;
  const [command, ...commandWords] = [...through, process.execPath, program, ...words];
  const child = spawn(command as string, commandWords, {
    env: { ...withoutSettings(process.env), MNEMA_PORT: '0', MNEMA_DATA_DIR: directory, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', ...(options.channel ? ['ipc' as const] : [])],
  });
  const ended = endOf(child);
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  /** Sends the signal, and waits for the end. */
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  if (options.atEnd) options.atEnd(() => end('SIGKILL'));
  else
    onTestFinished(async ({ task }) => {
      const alone = child.exitCode ?? child.signalCode;
      await end('SIGKILL');
      if (task.result?.state === 'fail') {
        console.log(
          `mnema ${words.join(' ')} (pid ${child.pid}), ${alone === null ? 'still running' : `ended with ${alone}`}:\n${stderr()}`,
        );
      }
    });
  return {
    ...{ pid: child.pid as number, stdout, stderr, end, ended },
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Closes the channel to the parent, as its death would. */
    disconnect: () => child.disconnect(),
  };
}

/** Resolves when the server has logged that it is ready; rejects when it ends before. */
export async function spawnServer(options: SpawnOptions = {}): Promise<SpawnedServer> {
  return whenReady(spawnMnema(['start'], options));
}

export async function whenReady(server: SpawnedProcess, limitMs = startLimitMs) {
  let end: Ended | undefined;
  server.ended.then((value) => {
    end = value;
  });
  const what = () => `the server's first lines; so far: ${server.stdout()}${server.stderr()}`;
  await until(() => end !== undefined || bannerOf(server.stdout()) !== undefined, what, limitMs);
  const url = bannerOf(server.stdout());
  if (end || !url)
    throw new Error(`the server ended with ${JSON.stringify(end)}: ${server.stdout()}${server.stderr()}`);
  /** The first account's key; null when this was not the first start. */
  const key = /API key: +(mnk_\S+)/.exec(server.stdout())?.[1] ?? null;
  /** `client` sends requests with that key. */
  return { ...server, url, key, client: createClient(url, key) };
}

/** Runs a command to its end. */
export async function runMnema(
  words: string[],
  options: SpawnOptions = {},
): Promise<Ended & { stdout: string; stderr: string }> {
  const run = spawnMnema(words, options);
  const end = await run.ended;
  return { ...end, stdout: run.stdout(), stderr: run.stderr() };
}

export async function untilReady(client: Client, id: string): Promise<void> {
  const isReady = async () => (await client.send('GET', `/memories/${id}`)).body.status === 'ready';
  await until(isReady, `memory ${id} to be ready`, 60_000);
}

/** Resolves when no memory of the account is pending. */
export async function untilIngested(client: Client, limitMs = 60_000): Promise<void> {
  const isDone = async () => (await client.send('GET', '/memories?status=pending&limit=1')).body.results?.length === 0;
  await until(isDone, 'ingest to end', limitMs);
}

/** What the lines of an output say that are JSON objects. */
// biome-ignore lint/suspicious/noExplicitAny: each test expects another shape
export function jsonLines(output: string): any[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line));
}

/** Calls `check` again and again until it returns true. */
export async function until(
  check: () => boolean | Promise<boolean>,
  what: string | (() => string),
  limitMs: number,
  everyMs = 20,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`waited ${limitMs} ms for ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** The banner is written in one piece and its last line ends it; a worker's has only one. */
function bannerOf(stdout: string): string | undefined {
  const complete = /^(try: |A new API key: |Mnema's worker ).*\n/m.test(stdout);
  return complete ? /(?:ready|health) at (http:\/\/[^/\s]+)/.exec(stdout)?.[1] : undefined;
}

function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('MNEMA_')));
}

/** Waits also until the output is read to its end. ('close' never comes once a channel has been disconnected.) */
async function endOf(child: ChildProcess): Promise<Ended> {
  const outputRead = [child.stdout, child.stderr].map((stream) => stream && finished(stream, { writable: false }));
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  await Promise.all(outputRead);
  return { code, signal };
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}
