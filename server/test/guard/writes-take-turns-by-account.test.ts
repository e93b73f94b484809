import { expect, it } from 'vitest';
import { takeGroup } from '../../src/adapters/sqlite/threads/serve-writes.ts';
import type { ThreadRequest } from '../../src/lib/create-thread.ts';
import { createFairQueue } from '../../src/lib/fair-queue.ts';

let id = 0;
const commitOf = (accountId: string) => ({ id: ++id, accountId, operation: 'command', argument: null });

/** Runs groups until nothing waits. Each request takes the same time on a clock of the test. */
function runAll(writeMs: number, requests: readonly ThreadRequest[], ...arriving: ThreadRequest[]): ThreadRequest[][] {
  let now = 0;
  const groups = createFairQueue<ThreadRequest>();
  for (const request of requests) groups.add(request.accountId, request);
  const all: ThreadRequest[][] = [];
  while (groups.size > 0) {
    const group: ThreadRequest[] = [];
    for (const request of takeGroup(groups, () => now)) {
      group.push(request);
      now += writeMs;
    }
    for (const request of arriving.splice(0)) groups.add(request.accountId, request);
    all.push(group);
  }
  return all;
}

it('a write waits for one long write of another account, however many of these have arrived before it', () => {
  const ofAna = Array.from({ length: 5 }, () => commitOf('ana'));
  const ofBo = commitOf('bo');
  const [a1, a2, a3, a4, a5] = ofAna.map((request) => [request]);
  expect(runAll(35, ofAna, ofBo)).toEqual([a1, [ofBo], a2, a3, a4, a5]);
});

it('short writes of all accounts share a group', () => {
  const accountIds = Array.from({ length: 100 }, (_, index) => `account-${index % 10}`);
  expect(runAll(0.1, [...accountIds, ''].map(commitOf)).map(({ length }) => length)).toEqual([101]);
});

it('a group of several accounts leaves further long writes of an account to the next one', () => {
  const firstGroup = (...accountIds: string[]) => runAll(3, accountIds.map(commitOf))[0]?.map((one) => one.accountId);
  expect(firstGroup('ana', 'ana', 'ana', 'bo', 'cy')).toEqual(['ana', 'bo', 'cy']);
  // The server's own requests are not those of an account.
  expect(firstGroup('ana', 'ana', 'ana', '')).toEqual(['ana', '', 'ana', 'ana']);
});
