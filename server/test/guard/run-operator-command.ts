import { expect } from 'vitest';
import type { StoreServices } from '../../src/cli/command-context.ts';
import { run } from '../../src/cli/run.ts';
import { parseConfig } from '../../src/config/config.ts';
import type { TestApp } from '../http/start-test-app.ts';

/** Runs a command of the operator on the store of a running server. Resolves to its output when it succeeds. */
export async function runOperatorCommand({ services }: TestApp, ...words: string[]): Promise<string> {
  const { clock, identifiers } = services.http;
  const opened = { records: services.records, clock, identifiers, storeName: 'test', close: async () => {} };
  const unused = () => Promise.reject(new Error('the command needs accounts only'));
  let output = '';
  const print = (text: string) => {
    output += text;
  };
  const exitCode = await run(words, {
    ...{ print, explain: print, programName: 'mnema', version: '0.0.0', isTerminal: false, now: Date.now },
    ...{ readConfig: () => parseConfig({}), readEnvironment: () => ({}), readInput: async () => '' },
    loadServices: async () => ({ openAccountStore: async () => opened }) as Partial<StoreServices> as StoreServices,
    ...{ loadDoctor: unused, loadSdk: unused, startServer: unused, stopRequest: unused },
    machine: { platform: 'linux', home: '/home/ada' },
    bridge: { command: 'npx', args: [] },
    marketplace: { source: 'github', repo: '' },
  });
  expect(exitCode, output).toBe(0);
  return output;
}
