import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** Children that must not outlive this process, however it ends. */
const running = new Map<ChildProcess, NodeJS.Signals>();
process.on('exit', () => {
  for (const [child, lastSignal] of running) child.kill(lastSignal);
});

/** The limit for stopping a child; the server stops within ten seconds. */
const stopMs = 12_000;

export interface Child {
  process: ChildProcess;
  pid: number;
  /** Its output so far, standard output and error together. */
  output(): string;
  /** Requests it to stop and waits until it has ended. */
  stop(): Promise<void>;
  /** Ends it at once; only for processes whose data is no longer needed. */
  kill(): Promise<void>;
}

/** Starts a TypeScript file with the Node.js that runs this one. Its output goes to `logFile`. */
export function startChild(options: {
  script: string;
  words?: string[];
  environment: NodeJS.ProcessEnv;
  logFile: string;
  /** The signal that ends it with this process: SIGKILL, unless it has child processes of its own. */
  lastSignal?: NodeJS.Signals;
}): Child {
  const log = openSync(options.logFile, 'a');
  const child = spawn(process.execPath, [options.script, ...(options.words ?? [])], {
    env: options.environment,
    stdio: ['ignore', log, log, 'ipc'],
    serialization: 'advanced',
  });
  closeSync(log);
  running.set(child, options.lastSignal ?? 'SIGKILL');
  const gone = once(child, 'exit').then(() => running.delete(child));
  async function end(signal: NodeJS.Signals): Promise<void> {
    child.kill(signal);
    const hurry = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await gone;
    clearTimeout(hurry);
  }
  return {
    process: child,
    pid: child.pid ?? 0,
    output: () => readFileSync(options.logFile, 'utf8'),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
