import { fileURLToPath } from 'node:url';
import type { CommandContext } from '../src/cli/command-context.ts';
import { run } from '../src/cli/run.ts';
import { parseConfig } from '../src/config/config.ts';
import { serverVersion } from './server-version.ts';

/** Runs a command of the command line in this process, where it starts at once. */
export async function runCommand(
  words: readonly string[],
  environment: Record<string, string> = {},
  context: Partial<CommandContext> = {},
) {
  const result = { code: 0, stdout: '', stderr: '' };
  const startServer = () => Promise.reject(new Error('a server needs a process of its own'));
  result.code = await run(words, {
    ...{
      readConfig: () => parseConfig({ MNEMA_LOG_LEVEL: 'silent', ...environment }),
      readEnvironment: () => environment,
      now: Date.now,
    },
    ...{ startServer, stopRequest: () => new AbortController().signal, readInput: async () => '' },
    loadServices: () => import('../src/app/services.ts'),
    loadDoctor: () => import('../src/app/services/doctor.ts'),
    loadSdk: () => import('@mnema/sdk'),
    print: (text) => {
      result.stdout += text;
    },
    explain: (text) => {
      result.stderr += text;
    },
    ...{ isTerminal: false, isOutputTerminal: false, style: (_format, text) => text },
    machine: { platform: 'linux', home: environment['HOME'] ?? '/home/ada' },
    bridge: { command: 'npx', args: ['-y', '@mnema/mcp'] },
    marketplace: { source: 'directory', path: fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '') },
    ...{ version: serverVersion, programName: 'mnema', ...context },
  });
  return result;
}
