import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { ListQuery } from '../../../ports/memory-store.ts';
import { applyMigrations } from '../migrations/migrations.ts';
import { toListSql } from './list-memories.ts';

const accountId = 'acct_ana';
const after = { at: 5, id: 'mem_5' };

function planOf(query: Omit<ListQuery, 'limit'>): string {
  const db = new DatabaseSync(':memory:');
  applyMigrations(db, { from: 0 });
  const { sql, values } = toListSql(1, { ...query, limit: 10, readAt: 0 });
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
  db.close();
  return steps.map(({ detail }) => detail).join('; ');
}

const scopes = {
  creation: { accountId },
  'creation of the account itself': { accountId, userId: accountId },
  user: { accountId, userId: 'cleo' },
};
const indexOf = {
  createdAt: ['memory_by_creation', 'memory_by_creation', 'memory_by_user'],
  occurredAt: ['memory_by_time', 'memory_by_time', 'memory_by_user_and_time'],
} as const;
const cases = Object.entries(indexOf).flatMap(([order, indexes]) =>
  Object.values(scopes).map((scope, at) => [order as keyof typeof indexOf, scope, indexes[at]] as const),
);

it.each(cases)('a list by %s in the scope %j is read from the index %s, in its order', (order, scope, index) => {
  for (const direction of ['asc', 'desc'] as const) {
    for (const more of [{}, { after }, { scope: { ...scope, [order.replace('At', '')]: { from: 1, to: 9 } } }]) {
      const plan = planOf({ scope, order, direction, ...more });
      expect(plan).toMatch(new RegExp(`^SEARCH memory USING INDEX ${index} \\(`));
      expect(plan).not.toMatch(/SCAN|B-TREE/);
      if (Object.keys(more).length > 0)
        expect(plan).toMatch(/(?:created_at|occurred_at|\(created_at,id\)|\(occurred_at,id\))[<>]/);
    }
  }
});

it.each([
  ['memory_by_agent', { agentId: 'a' }],
  ['memory_by_run', { runId: 'r' }],
])('a list by the time of writing in another scope is read from the index %s, in its order', (index, ids) => {
  const plan = planOf({ scope: { accountId, ...ids }, after });
  expect(plan).toMatch(new RegExp(`^SEARCH memory USING INDEX ${index} `));
  expect(plan).not.toMatch(/SCAN|B-TREE/);
});
