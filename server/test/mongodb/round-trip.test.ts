import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIdentifiers } from '../../src/adapters/system/clock-and-identifiers.ts';
import { readContract } from '../../src/api/contract.ts';
import { readLine } from '../../src/api/import-lines.ts';
import { createValueCheck } from '../../src/api/schema-check.ts';
import type { Stores } from '../../src/app/services/open-store.ts';
import type { Principal } from '../../src/domain/accounts/authenticate.ts';
import { updateMemory } from '../../src/domain/memories/change-memory.ts';
import { createMemory } from '../../src/domain/memories/create-memory.ts';
import { importMemories } from '../../src/domain/transfer/import-memories.ts';
import { quotaOf } from '../../src/domain/usage/quota.ts';
import { exportLines, splitLines } from '../../src/http/operations/transfer-handlers.ts';
import { createItemReader, toNewMemory } from '../../src/http/operations/write-handlers.ts';
import { addAccount } from '../account-steps.ts';
import { makeAccount } from '../make-account.ts';
import { openMongodbStores, openSqliteStores } from '../open-stores.ts';
import { startTestMongodb, type TestMongodb } from './start-test-mongodb.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const clock = { time: noon, now: () => clock.time };
const directory = mkdtempSync(join(tmpdir(), 'mnema-round-trip-'));
const contract = readContract();
const checkExported = createValueCheck(contract, 'ExportedMemory');
const readItem = createItemReader({ restUserId: 'account' }, contract);

let mongodb: TestMongodb;
const stores: Partial<Record<'sqlite' | 'mongodb', Stores & { close(): Promise<void> }>> = {};
beforeAll(async () => {
  mongodb = await startTestMongodb();
  stores.sqlite = await openSqliteStores(join(directory, 'store'), { ...clock });
  stores.mongodb = await openMongodbStores(mongodb.uri, { now: clock.now });
});
afterAll(async () => {
  for (const store of Object.values(stores)) await store.close();
  await mongodb?.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The response of a write without an Idempotency-Key, which nobody reads. */
const unrepeated = { idempotency: undefined, present: () => null };

/** Creates an account, and what works on its memories. */
async function openAccount({ records, memories: store }: Stores, id: string) {
  const account = makeAccount(id, { plan: 'enterprise' });
  await addAccount(records, account);
  const services = {
    ...{ store, clock, identifiers: createIdentifiers(clock), extracts: false },
    ...{ queue: { announce() {} } as never, contentPolicy: 'reject' as const },
  };
  const quota = quotaOf(account, noon);
  const principal = { account, restriction: null, keyPrefix: 'mnk_x', via: 'key', scopes: [] } as unknown as Principal;
  return {
    async write(content: Parameters<typeof toNewMemory>[2], of: object = {}): Promise<string> {
      const input = { ...toNewMemory({ restUserId: 'account' }, principal, content), ...of, quota };
      return (await createMemory(services, input, { idempotency: undefined, present: ({ id }) => id })).value;
    },
    async update(memoryId: string, update: { text?: string; metadata?: object }): Promise<void> {
      const target = { accountId: id, id: memoryId, restriction: null, expected: undefined };
      const actor = { kind: 'api_key', keyPrefix: 'mnk_x' } as const;
      const change = { ...target, actor, quota, update: update as never };
      await updateMemory(services as never, change, unrepeated);
    },
    async exported(): Promise<string> {
      const open = () => store.openExport({ scope: { accountId: id }, versions: true });
      const head = { accountId: id, exportedAt: clock.time, scope: {}, versions: true, restriction: null };
      const parts: string[] = [];
      for await (const part of exportLines(open, head, async () => {})) parts.push(part);
      return parts.join('');
    },
    async bringIn(text: string): Promise<void> {
      const actor = { kind: 'import', keyPrefix: 'mnk_x' } as const;
      const toMemory = (fields: object) => ({ ...readItem(fields as never, principal), actor });
      const reader = { checkExported, principal, now: clock.time, toNewMemory: toMemory };
      const lines = splitLines(Buffer.from(text)).flatMap(({ parse }) => readLine(parse(), reader) ?? []);
      await importMemories(services, { accountId: id, restriction: null, quota, lines }, unrepeated);
    },
  };
}

/** What must be the same, in another account on another store. Only who changed a version is not: the import did. */
function contentOf(text: string): unknown[] {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.slice(1).map(({ owner_user_id: account, user_id: user, changed_by: _, versions, ...rest }) => ({
    ...rest,
    user: user === account ? 'the account' : user,
    versions: versions?.map(({ changed_by: _by, ...version }: Record<string, unknown>) => version),
  }));
}

it.each([
  ['sqlite', 'mongodb'],
  ['mongodb', 'sqlite'],
] as const)('an export of %s into an empty account on %s loses nothing', async (from, to) => {
  clock.time = noon;
  const source = await openAccount(stores[from] as Stores, `acct_of_${from}`);
  const changed = await source.write({
    text: 'first',
    user_id: 'alice',
    agent_id: 'planner',
    metadata: { project: 'a' },
  });
  await source.write({
    messages: [{ role: 'user', name: 'Ada', content: 'hello' }],
    run_id: 'r',
    occurred_at: '2020-01-01T00:00:00Z',
  });
  await source.write({ text: 'of MCP', expires_at: '2030-01-01T00:00:00Z' }, { userId: 'bob', endUserId: null });
  await source.write({ text: 'Grüße 👋 \u2028', metadata: { deep: [{ a: null }], tags: ['x'] } });
  clock.time += 1_000;
  await source.update(changed, { text: 'second' });
  clock.time += 1_000;
  await source.update(changed, { metadata: { project: 'b' } });
  const text = await source.exported();
  const target = await openAccount(stores[to] as Stores, `acct_into_${to}`);
  await target.bringIn(text);
  const copy = await target.exported();
  expect(contentOf(copy)).toEqual(contentOf(text));
  expect(contentOf(copy)).toHaveLength(5);
});
