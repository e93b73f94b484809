import { wrapMethods } from '../lib/wrap-methods.ts';
import type { AnyKind, RecordStore } from '../ports/record-store.ts';
import { StoreUnavailableError } from '../ports/store-error.ts';
import type { SpanAttributes, Tracer } from '../ports/tracer.ts';

export interface Observation {
  /** The span of the call in its caller's trace. @default none */
  span?: { name: string; attributes: SpanAttributes };
  /** Receives the end of the call. @param failure undefined if the call succeeded */
  ended(failure: unknown, seconds: number): void;
}

type Observer = (...given: never[]) => Observation;

/** Returns a copy of an object literal whose methods record each call: its duration, its end and a span. */
export function instrument<Target extends object>(
  target: Target,
  tracer: Tracer,
  observers: { [Name in keyof Target]?: Observer },
): Target {
  const observed = Object.keys(observers).map((name) => {
    const method = target[name as keyof Target] as () => unknown;
    return [name, method.bind(target)];
  });
  const around = (call: () => unknown, name: keyof Target, given: never[]) =>
    observe(tracer, call, (observers[name] as Observer)(...given));
  return { ...target, ...wrapMethods(Object.fromEntries(observed) as Target, around) };
}

function observe(tracer: Tracer, call: () => unknown, { span, ended }: Observation): Promise<unknown> {
  const work = async () => {
    const startedAt = performance.now();
    const end = (failure?: unknown) => ended(failure, (performance.now() - startedAt) / 1_000);
    try {
      const result = await call();
      end();
      return result;
    } catch (error) {
      end(error);
      throw error;
    }
  };
  return span ? tracer.within(span.name, span.attributes, work) : work();
}

/** Records all calls of records or of a search index, by command, query or method, and reads also by kind. */
export function instrumentStore<Store extends object>(
  store: Store,
  tracer: Tracer,
  ended: (name: string, result: 'ok' | 'failed' | 'unavailable', seconds: number) => void,
): Store {
  return wrapMethods(store, (call, method, given) => {
    const name = callName(method as string, given);
    const span = { name, attributes: { 'db.operation.name': name } };
    return observe(tracer, call, {
      span,
      ended(failure, seconds) {
        const failed = failure instanceof StoreUnavailableError ? 'unavailable' : 'failed';
        ended(name, failure === undefined ? 'ok' : failed, seconds);
      },
    });
  });
}

const runs = new Set(['run', 'query', 'openPages'] satisfies (keyof RecordStore)[] as string[]);

function callName(method: string, [first, name, input]: readonly unknown[]): string {
  if (!runs.has(method)) {
    const { name: kind, fields } = first as Partial<AnyKind>;
    return fields ? `${kind}.${method}` : method;
  }
  // The duration of a commit depends on the kind of its first change.
  const [commit] = (name === 'commitMemories' ? input : []) as { changes: { kind: string }[] }[];
  return commit?.changes[0]?.kind ?? String(name);
}
