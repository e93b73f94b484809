import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTables } from '../../src/adapters/sqlite/records/create-tables.ts';
import { createRecordReader } from '../../src/adapters/sqlite/records/read-records.ts';
import { claimCommands } from '../../src/domain/memories/claim-commands.ts';
import { memoryQueries } from '../../src/domain/memories/commands.ts';
import { firstRotation } from '../../src/domain/memories/due-memories.ts';
import { memories } from '../../src/domain/memories/kinds.ts';
import type { ListQuery } from '../../src/domain/memories/scope.ts';
import type { Reader, Transaction } from '../../src/ports/record-store.ts';

const accountId = 'acct_ana';
const after = { at: 5, id: 'mem_5' };

/** Returns SQLite's plans for the reads of memories. */
async function plansOf(read: (reader: Reader) => Promise<unknown>): Promise<string[]> {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  createTables(db, [memories]);
  const prepare = vi.spyOn(db, 'prepare');
  await read(createRecordReader(db, () => 0));
  const statements = prepare.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('"memories"'));
  prepare.mockRestore();
  return statements.map((sql) => {
    const values = sql.split('?').slice(1).fill('');
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
    return steps.map(({ detail }) => detail).join('; ');
  });
}

async function planOf(query: Omit<ListQuery, 'limit'>): Promise<string> {
  const [plan] = await plansOf((reader) => memoryQueries.listMemories(reader, { ...query, limit: 10 }));
  return plan as string;
}

const indexOf = {
  createdAt: ['creation', 'creation', 'user', 'agent', 'run'],
  occurredAt: ['time', 'time', 'userTime'],
} as const;
const scopes = [{}, { userId: accountId }, { userId: 'cleo' }, { agentId: 'a' }, { runId: 'r' }];
const cases = Object.entries(indexOf).flatMap(([order, indexes]) =>
  indexes.map((index, at) => [order as keyof typeof indexOf, { accountId, ...scopes[at] }, index] as const),
);

it.each(cases)('a list by %s in the scope %j is read from the index %s, in its order', async (order, scope, index) => {
  const range = { [order.replace('At', '')]: { from: 1, to: 9 } };
  for (const direction of ['asc', 'desc'] as const) {
    for (const more of [{}, { after }, { scope: { ...scope, ...range } }]) {
      const plan = await planOf({ scope, order, direction, ...more });
      expect(plan).toMatch(new RegExp(`^SEARCH memories USING (COVERING )?INDEX memories_${index} \\(`));
      expect(plan).not.toMatch(/SCAN|B-TREE/);
      if (Object.keys(more).length > 0) expect(plan).toMatch(/(?:createdAt|occurredAt|\(\w+,id\))[<>]/);
    }
  }
});

it('a list of failed memories reads no others', async () => {
  const plan = await planOf({ scope: { accountId, userId: 'cleo' }, status: 'failed', after });
  expect(plan).toMatch(/^SEARCH memories USING INDEX memories_failed \(/);
  expect(plan).not.toMatch(/SCAN|B-TREE/);
});

it('the work of workers is found through indexes of its own', async () => {
  const limits = { limit: 10, characters: 1_000, now: 1, leaseMs: 1, quarantineAfter: 3 };
  const plans = await plansOf(async (reader) => {
    const tx = { ...reader, distinct: async () => ['acct_ana'] } as unknown as Transaction;
    const options = { ...limits, purpose: 'ingest', extractions: 1, quarantined: true } as const;
    const claim = { leasedBy: 'w/1', silent: [], rotation: firstRotation };
    await claimCommands.claimMemories(tx, { ...claim, options });
    const reembed = { ...limits, purpose: 'reembed', embedderId: 'e@2' } as const;
    await claimCommands.claimMemories(tx, { ...claim, options: reembed });
    await claimCommands.endLeases(tx, { leases: ['w/1'], reason: 'crashed' });
    await memoryQueries.backlog(reader);
    await memoryQueries.countStale(tx, 'e@2');
  });
  const used = plans.map(
    (plan) => /^(?:SEARCH|SCAN) memories USING (?:COVERING )?INDEX memories_(\w+)/.exec(plan)?.[1],
  );
  const ingest = ['due', 'extracting', 'extraction', 'crashed', 'leased', 'waiting', 'failed'];
  expect([...new Set(used)].toSorted()).toEqual([...ingest, 'embedder'].toSorted());
  expect(plans.join()).not.toMatch(/B-TREE/);
});
