import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const bridgeProgram = fileURLToPath(new URL('../bin/mnema-mcp.js', import.meta.url));

// biome-ignore lint/suspicious/noExplicitAny: each test expects the result of its own request
export type Message = any;

export interface Bridge {
  /** Sends a request and waits for its response. */
  request(id: string | number, method: string, params?: object): Promise<Message>;
  callTool(id: string | number, name: string, args?: object): Promise<Message>;
  /** Waits for the response with this id. */
  response(id: string | number | null): Promise<Message>;
  write(bytes: string | Buffer): void;
  /** All lines of standard output so far. */
  messages(): Message[];
  stderr(): string;
  closeInput(): void;
  closeOutput(): void;
  stopReading(): void;
  kill(): void;
  ended: Promise<number | null>;
}

/** The Node.js that runs the tests, which may be older than the workspace's own. */
function usersNode(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !/node_modules/.test(folder));
  return folders.map((folder) => join(folder, 'node')).find((file) => existsSync(file)) ?? process.execPath;
}

export function startBridge(environment: Record<string, string>, words: string[] = []): Bridge {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('MNEMA_'));
  const child = spawn(usersNode(), [bridgeProgram, ...words], {
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const received: Message[] = [];
  const waiting = new Map<unknown, (message: Message) => void>();
  let rest = '';
  let stderr = '';
  let stray: string | undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() as string;
    for (const line of lines) {
      const message = parsed(line);
      if (message?.jsonrpc !== '2.0') stray ??= line;
      received.push(message);
      waiting.get(message?.id)?.(message);
      waiting.delete(message?.id);
    }
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(async ({ task }) => {
    child.kill('SIGKILL');
    await ended;
    if (task.result?.state === 'fail') console.log(stderr);
    if (stray !== undefined || rest !== '') throw new Error(`not the protocol on standard output: ${stray ?? rest}`);
  });
  const response = (id: string | number | null) =>
    new Promise<Message>((resolve) => {
      const already = received.find((message) => message?.id === id);
      if (already) resolve(already);
      else waiting.set(id, resolve);
    });
  const request = (id: string | number, method: string, params: object = {}) => {
    const responded = response(id);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return responded;
  };
  return {
    request,
    callTool: (id, name, args = {}) => request(id, 'tools/call', { name, arguments: args }),
    response,
    write: (bytes) => void child.stdin.write(bytes),
    messages: () => received,
    stderr: () => stderr,
    closeInput: () => void child.stdin.end(),
    closeOutput: () => child.stdout.destroy(),
    stopReading: () => void child.stdout.removeAllListeners('data').pause(),
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}

function parsed(line: string): Message {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
