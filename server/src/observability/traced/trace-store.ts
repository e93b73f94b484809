import type { MemoryStore } from '../../ports/memory-store.ts';
import type { Tracer } from '../../ports/tracer.ts';

/**
 * `store`, its calls in the trace of whoever makes them.
 * @param name - of the store, before the names of its methods
 * @param store - an object whose own members are functions that return promises
 */
export function traceStore<Store extends object>(store: Store, name: string, tracer: Tracer): Store {
  const traced = Object.entries(store).map(([method, call]: [string, (...given: unknown[]) => Promise<unknown>]) => {
    const inTrace = (...given: unknown[]) =>
      tracer.within(`${name}.${method}`, { 'db.operation.name': method }, () => call.apply(store, given));
    return [method, inTrace] as const;
  });
  return Object.fromEntries(traced) as Store;
}

/** The same of memories; what is written takes its trace along, to be found by whoever ingests it. */
export function traceMemoryStore(store: MemoryStore, tracer: Tracer): MemoryStore {
  const traced = traceStore(store, 'memories', tracer);
  const traceParent = () => tracer.current()?.traceParent;
  return {
    ...traced,
    insert: (memory, index, allowance, once) => traced.insert(memory, index, allowance, once, traceParent()),
    change: (change, allowance, once) => traced.change(change, allowance, once, traceParent()),
    requeue: (ownerId, id, at, once) => traced.requeue(ownerId, id, at, once, traceParent()),
  };
}
