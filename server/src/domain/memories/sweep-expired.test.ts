import { expect, it, vi } from 'vitest';
import type { Commit, CommitResult } from './changes.ts';
import type { MemoryStore } from './memory-store.ts';
import { sweepExpired } from './sweep-expired.ts';

const servicesOf = (store: ReturnType<typeof createStore>) => {
  let made = 0;
  return { store, clock: { now: () => 5 }, identifiers: { deletion: () => `del_${++made}` } };
};
const { signal } = new AbortController();

/** Keeps expired memories until a commit removes them, unless `resultOf` has another result. */
type Expired = Awaited<ReturnType<MemoryStore['expired']>>;
function createStore(left: Expired, resultOf = (_: Commit): CommitResult => ({ kind: 'written' })) {
  const commit = vi.fn(async (commits: readonly Commit[]) =>
    commits.map((one) => {
      const result = resultOf(one);
      const ids = new Set(one.changes.map((change) => ('id' in change ? change.id : '')));
      if (result.kind === 'written') left = left.filter(({ id }) => !ids.has(id));
      return result;
    }),
  );
  return { commit, expired: async (limit: number) => left.slice(0, limit), left: () => left.length };
}

const someOf = (accountId: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ accountId, id: `mem_${accountId}_${at}` }));

it('a sweep removes everything that has expired in bounded steps, with a receipt for each account', async () => {
  const store = createStore([...someOf('ana', 70), ...someOf('bo', 60)]);
  expect([await sweepExpired(servicesOf(store), signal), store.left()]).toEqual([130, 0]);
  const steps = store.commit.mock.calls.map(([some]) =>
    some.map(({ accountId, changes, deletion: { id, kind, startedAt } = {} as never }) => {
      return `${changes.length} of ${accountId}, ${id} ${kind} ${startedAt}`;
    }),
  );
  expect(steps).toEqual([
    ['50 of ana, del_1 expiry 5'],
    ['20 of ana, del_1 expiry 5', '30 of bo, del_2 expiry 5'],
    ['30 of bo, del_2 expiry 5'],
  ]);
});

it('a sweep ends when nothing can be removed, since another process removes the same memories', async () => {
  const store = createStore([...someOf('ana', 2), ...someOf('bo', 2)], ({ accountId }) => ({
    kind: accountId === 'ana' ? 'missing' : 'written',
  }));
  expect([await sweepExpired(servicesOf(store), signal), store.left()]).toEqual([2, 2]);
});

it('a sweep begins no further step when the server stops', async () => {
  const stopping = new AbortController();
  const store = createStore(someOf('ana', 170), () => {
    stopping.abort();
    return { kind: 'written' };
  });
  expect([await sweepExpired(servicesOf(store), stopping.signal), store.left()]).toEqual([50, 120]);
});
