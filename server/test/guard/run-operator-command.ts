import { expect } from 'vitest';
import type { StoreServices } from '../../src/cli/command-context.ts';
import type { TestApp } from '../http/start-test-app.ts';
import { runCommand } from '../run-command.ts';

/** Runs a command of the operator on the store of a running server. Resolves to its output when it succeeds. */
export async function runOperatorCommand({ services }: TestApp, ...words: string[]): Promise<string> {
  const { clock, identifiers } = services.http;
  const opened = { records: services.records, clock, identifiers, storeName: 'test', close: async () => {} };
  const store: Partial<StoreServices> = { openAccountStore: async () => opened };
  const { code, stdout, stderr } = await runCommand(words, {}, { loadServices: async () => store as StoreServices });
  expect(code, stderr).toBe(0);
  return stdout;
}
