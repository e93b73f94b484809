import { StoreUnavailableError } from '../../ports/store-error.ts';

export type StoreResult = 'ok' | 'unavailable' | 'failed';
export type OnStoreCall<Method> = (method: Method, result: StoreResult, seconds: number) => void;

/**
 * `store`, telling of each call how long the caller waited for it: a commit with its flush to disk, a scan with its
 * turn in the queue. Only what happens between call and answer is seen, not what the store does by itself.
 * @param store - an object whose own members are functions that return promises
 */
export function measureStore<Store extends object>(store: Store, ended: OnStoreCall<string>): Store {
  const measured = Object.entries(store).map(([method, call]: [string, (...given: unknown[]) => Promise<unknown>]) => {
    const timed = async (...given: unknown[]): Promise<unknown> => {
      const startedAt = performance.now();
      const end = (result: StoreResult) => ended(method, result, (performance.now() - startedAt) / 1_000);
      try {
        const answer = await call.apply(store, given);
        end('ok');
        return answer;
      } catch (error) {
        end(error instanceof StoreUnavailableError ? 'unavailable' : 'failed');
        throw error;
      }
    };
    return [method, timed] as const;
  });
  return Object.fromEntries(measured) as Store;
}
