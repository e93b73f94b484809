import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../process/spawn-server.ts';
import { readBlocks, root } from './read-pages.ts';

/** The last line of the first block of the README, after the clone. */
export const startCommand = readBlocks('README.md', readFileSync(join(root, 'README.md'), 'utf8'))[0]
  ?.text.trim()
  .split('\n')
  .at(-1) as string;

export type DocumentedServer = Awaited<ReturnType<typeof startAsDocumented>>;

/** Starts the server as the README does, but on a free port and with its data in another directory. */
export async function startAsDocumented(directory: string, settings: Record<string, string> = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(MNEMA_|npm_)/.test(name));
  const server = spawn('bash', ['-c', `exec ${startCommand}`], {
    cwd: root,
    env: {
      ...Object.fromEntries(inherited),
      MNEMA_PORT: '0',
      MNEMA_DATA_DIR: directory,
      MNEMA_LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  /** Sends the signal and resolves to the exit code. */
  const end = (signal: NodeJS.Signals) => {
    server.kill(signal);
    return ended;
  };
  let output = '';
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const banner = /ready at (\S+).*Email: +(\S+).*Password: +(\S+).*API key: +(\S+).*\ntry: .*\n/s;
  const what = () => `the banner; so far: ${output}`;
  await until(() => banner.test(output), what, 60_000);
  const [, url, email, password, key] = banner.exec(output) as unknown as [string, string, string, string, string];
  return { url, key, email, password, end };
}
