import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Ran {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end, without the environment of the tests. */
export async function runProgram(
  command: string,
  words: readonly string[],
  {
    cwd = process.cwd(),
    environment = {},
    without = /^MNEMA_/,
  }: { cwd?: string; environment?: Record<string, string>; without?: RegExp } = {},
): Promise<Ran> {
  const inherited = Object.entries(process.env).filter(([name]) => !without.test(name));
  const env = { ...Object.fromEntries(inherited), ...environment };
  const child = spawn(command, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const [stdout, stderr, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, signal, stdout, stderr };
}
