import { spawn } from 'node:child_process';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end, without the environment of the tests. */
export async function runProgram(
  command: string,
  words: readonly string[],
  { cwd, environment = {} }: { cwd?: string; environment?: Record<string, string> } = {},
): Promise<Ran> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('MNEMA_'));
  const child = spawn(command, words, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const collect = (stream: NodeJS.ReadableStream) => {
    let text = '';
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    return () => text;
  };
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, stdout: stdout(), stderr: stderr() };
}
