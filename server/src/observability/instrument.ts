import type { SpanAttributes, Tracer } from '../ports/tracer.ts';

/** The record of a call. */
export interface Observation {
  /** The span of the call in its caller's trace. */
  span?: { name: string; attributes: SpanAttributes };
  /** Receives the end of the call. @param failure undefined if the call succeeded */
  ended?(failure: unknown, seconds: number): void;
}

/** Returns, for each observed method, the record of a call with these arguments. */
export type Observers<Target> = {
  [Name in keyof Target]?: Target[Name] extends (...given: infer Given) => Promise<unknown>
    ? (...given: Given) => Observation
    : never;
};

/**
 * Returns the same object with methods that record each call: its duration, its end and a span. Background work of the
 * object is not recorded.
 * @param target an object literal, whose other members are copied
 */
export function instrument<Target extends object>(
  target: Target,
  tracer: Tracer,
  observers: Observers<Target>,
): Target {
  const observed = Object.entries(observers).map(([name, observe]) => {
    const call = target[name as keyof Target] as (...given: unknown[]) => Promise<unknown>;
    const recorded = (...given: unknown[]) => {
      const { span, ended } = (observe as (...given: unknown[]) => Observation)(...given);
      const work = () => (ended ? timed(() => call.apply(target, given), ended) : call.apply(target, given));
      return span ? tracer.within(span.name, span.attributes, work) : work();
    };
    return [name, recorded] as const;
  });
  return { ...target, ...Object.fromEntries(observed) };
}

/** Monitors all methods of a store in the same way. @param store an object whose own members all return promises */
export function observeAll<Store extends object>(
  store: Store,
  observationOf: (method: string, given: readonly unknown[]) => Observation,
): Observers<Store> {
  const observers = Object.keys(store).map((method) => {
    return [method, (...given: unknown[]) => observationOf(method, given)] as const;
  });
  return Object.fromEntries(observers) as Observers<Store>;
}

async function timed<Result>(
  work: () => Promise<Result>,
  ended: (failure: unknown, seconds: number) => void,
): Promise<Result> {
  const startedAt = performance.now();
  const secondsPassed = () => (performance.now() - startedAt) / 1_000;
  try {
    const result = await work();
    ended(undefined, secondsPassed());
    return result;
  } catch (error) {
    ended(error, secondsPassed());
    throw error;
  }
}
