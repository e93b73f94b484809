import { beforeEach } from 'vitest';
import { idsOf } from '../http/memory-steps.ts';
import { later, useTestApp } from '../http/shared-apps.ts';
import type { Client, TestAccount } from '../http/start-test-app.ts';
import { done } from './tool-calls.ts';

const november = Date.UTC(2026, 10, 21, 12);
export const text = 'Harbour (Turku):\n1) The harbour freezes in January.';

/** Starts a server with a new account for each test, which begins on the same day of November. */
export function useToolAccount() {
  let now = november;
  const app = useTestApp({}, { clock: { now: () => (now += 1) } });
  let account: TestAccount;
  beforeEach(async () => {
    now = november;
    account = await app.register();
  });
  const idsFrom = async (tool: string, args: object, client: Client) =>
    idsOf({ body: (await done(client, tool, args)).data } as never);
  return {
    ...{ app, account: later(() => account), api: later(() => account.api) },
    add: async (args: object = {}, client = account.api) =>
      (await done(client, 'service_add', { memory: text, ...args })).data,
    found: (args: object = {}, client = account.api) =>
      idsFrom('service_search', { query: 'harbour', ...args }, client),
    listed: (args: object = {}, client = account.api) => idsFrom('service_list', args, client),
    usage: async () => (await account.api.get('/usage')).body,
  };
}
