import { expect, it } from 'vitest';
import { takeGroup } from '../../src/adapters/sqlite/threads/serve-writes.ts';
import type { ThreadRequest } from '../../src/lib/create-thread.ts';
import { createFairQueue } from '../../src/lib/fair-queue.ts';

const writeMs = 35;
let id = 0;

function commitOf(accountId: string) {
  return { id: ++id, accountId, operation: 'command', argument: null };
}

/** Runs groups until nothing waits. Each request takes the same time on a clock of the test. */
function runAll(requests: readonly ReturnType<typeof commitOf>[], arriving: ReturnType<typeof commitOf>): number[][] {
  let now = 0;
  const groups = createFairQueue<ThreadRequest>();
  for (const request of requests) groups.add(request.accountId, request);
  const all: number[][] = [];
  while (groups.size > 0) {
    const group: number[] = [];
    for (const request of takeGroup(groups, () => now)) {
      group.push(request.id);
      now += writeMs;
    }
    if (all.length === 0) groups.add(arriving.accountId, arriving);
    all.push(group);
  }
  return all;
}

it('a write waits for one long write of another account, however many of these have arrived before it', () => {
  const ofAna = Array.from({ length: 5 }, () => commitOf('ana'));
  const ofBo = commitOf('bo');
  const [a1, a2, a3, a4, a5] = ofAna.map((request) => [request.id]);
  expect(runAll(ofAna, ofBo)).toEqual([a1, [ofBo.id], a2, a3, a4, a5]);
});

/** Returns the accounts of the first group, of requests that all take the same time. */
function firstGroup(accountIds: readonly string[], commandMs: number): string[] {
  let now = 0;
  const groups = createFairQueue<ThreadRequest>();
  for (const accountId of accountIds) groups.add(accountId, commitOf(accountId));
  const group: string[] = [];
  for (const request of takeGroup(groups, () => now)) {
    group.push(request.accountId);
    now += commandMs;
  }
  return group;
}

it('short writes of all accounts share a group', () => {
  const accountIds = Array.from({ length: 100 }, (_, index) => `account-${index % 10}`);
  expect(firstGroup([...accountIds, ''], 0.1)).toHaveLength(101);
});

it('a group of several accounts leaves further long writes of an account to the next one', () => {
  expect(firstGroup(['ana', 'ana', 'ana', 'bo', 'cy'], 3)).toEqual(['ana', 'bo', 'cy']);
  // The server's own requests are not those of an account.
  expect(firstGroup(['ana', 'ana', 'ana', ''], 3)).toEqual(['ana', '', 'ana', 'ana']);
});
