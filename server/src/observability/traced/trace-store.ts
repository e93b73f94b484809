import type { MemoryStore } from '../../ports/memory-store.ts';
import type { Tracer } from '../../ports/tracer.ts';
import { callName } from '../call-name.ts';

/**
 * `store`, its calls in the trace of whoever makes them.
 * @param name - of the store, before the names of its methods
 * @param store - an object whose own members are functions that return promises
 */
export function traceStore<Store extends object>(store: Store, name: string, tracer: Tracer): Store {
  const traced = Object.entries(store).map(([method, call]: [string, (...given: unknown[]) => Promise<unknown>]) => {
    const inTrace = (...given: unknown[]) => {
      const called = callName(method, given);
      return tracer.within(`${name}.${called}`, { 'db.operation.name': called }, () => call.apply(store, given));
    };
    return [method, inTrace] as const;
  });
  return Object.fromEntries(traced) as Store;
}

/** The same of memories; what is written keeps its trace for the worker that ingests it. */
export function traceMemoryStore(store: MemoryStore, tracer: Tracer): MemoryStore {
  const traced = traceStore(store, 'memories', tracer);
  return {
    ...traced,
    commit(commits) {
      const traceParent = tracer.current()?.traceParent;
      return traced.commit(commits.map((one) => ({ traceParent, ...one })));
    },
  };
}
