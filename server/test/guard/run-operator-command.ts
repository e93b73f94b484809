import { expect } from 'vitest';
import type { OpenAccountStore } from '../../src/app/services.ts';
import type { StoreServices } from '../../src/cli/command-context.ts';
import { run } from '../../src/cli/run.ts';
import { parseConfig } from '../../src/config/config.ts';

/** Runs a command of the operator on an open store. Resolves to its output when it succeeds. */
export async function runOperatorCommand(
  opened: Omit<OpenAccountStore, 'close' | 'storeName'>,
  words: readonly string[],
): Promise<string> {
  const openAccountStore = async () => ({ ...opened, storeName: 'test', close: async () => {} });
  const services: Partial<StoreServices> = { openAccountStore };
  const unused = () => Promise.reject(new Error('the command needs accounts only'));
  let output = '';
  let remarks = '';
  const print = (text: string) => {
    output += text;
  };
  const explain = (text: string) => {
    remarks += text;
  };
  const exitCode = await run(words, {
    ...{ print, explain, programName: 'mnema', version: '0.0.0', isTerminal: false, now: Date.now },
    ...{ readConfig: () => parseConfig({}), readEnvironment: () => ({}), readInput: async () => '' },
    loadServices: async () => services as StoreServices,
    ...{ loadDoctor: unused, loadSdk: unused, startServer: unused, stopRequest: unused },
    machine: { platform: 'linux', home: '/home/ada' },
    bridge: { command: 'npx', args: [] },
    marketplace: { source: 'github', repo: '' },
  });
  expect(exitCode, remarks).toBe(0);
  return output;
}
