import { StoreUnavailableError } from '../../ports/store-error.ts';
import { callName } from '../call-name.ts';
import { timed } from './timed.ts';

export type StoreResult = 'ok' | 'unavailable' | 'failed';
export type OnStoreCall<Method> = (method: Method, result: StoreResult, seconds: number) => void;

/**
 * `store`, telling of each call how long the caller waited for it: a commit with its flush to disk, a scan with its
 * turn in the queue. Only what happens between call and answer is seen, not what the store does by itself.
 * @param store - an object whose own members are functions that return promises
 */
export function measureStore<Store extends object>(store: Store, ended: OnStoreCall<string>): Store {
  const measured = Object.entries(store).map(([method, call]: [string, (...given: unknown[]) => Promise<unknown>]) => [
    method,
    (...given: unknown[]) =>
      timed(
        () => call.apply(store, given),
        (failure, seconds) => ended(callName(method, given), resultOf(failure), seconds),
      ),
  ]);
  return Object.fromEntries(measured) as Store;
}

function resultOf(failure: unknown): StoreResult {
  if (failure === undefined) return 'ok';
  return failure instanceof StoreUnavailableError ? 'unavailable' : 'failed';
}
