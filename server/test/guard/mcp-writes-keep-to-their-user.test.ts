import { expect } from 'vitest';
import { write } from '../http/memory-steps.ts';
import { it, useAccount } from '../http/shared-apps.ts';
import { callTool, done } from '../mcp/tool-calls.ts';

const { account } = useAccount();

const changed = 'Harbour:\n1) It thaws in March.';
const calls = [
  ['service_update', { memory: changed }],
  ['service_delete', {}],
] as const;

it.for(calls)('%s misses a memory of another end user, as search does', async ([tool, args]) => {
  const { api } = account;
  const { memory_id } = (await done(api, 'service_add', { memory: 'Harbour:\n1) It froze.', user_id: 'ada', wait: 0 }))
    .data;
  const missing = await callTool(api, tool, { memory_id: 'mem_00000000000000000000000000', ...args });
  expect(missing.text).toMatch(/^not_found: /);
  for (const user of [{}, { user_id: 'bo' }, { user_id: account.id }]) {
    expect(await callTool(api, tool, { memory_id, ...user, ...args })).toEqual(missing);
  }
  expect((await api.get(`/memories/${memory_id}`)).body).toMatchObject({
    version: 1,
    memory: 'Harbour:\n1) It froze.',
  });
  await done(api, tool, { memory_id, user_id: 'ada', ...args });
});

it.for(calls)(
  '%s reaches what REST wrote as the account and as the end user of the write, and as no other',
  async ([tool, args]) => {
    for (const user of [{}, { user_id: account.id }, { user_id: 'ada' }]) {
      const memory_id = await write(account.api, 'the harbour froze', { user_id: 'ada' });
      const asAnother = await callTool(account.api, tool, { memory_id, user_id: 'bo', ...args });
      expect(asAnother.text).toMatch(/^not_found: /);
      await done(account.api, tool, { memory_id, ...user, ...args });
    }
  },
);
