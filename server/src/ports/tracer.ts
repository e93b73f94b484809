export type SpanKind = 'server' | 'client' | 'consumer';

/** Names, counts and kinds: never an id or a text of anybody. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** A piece of work with a beginning and an end. */
export interface Span {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** What `work` starts, and waits for, belongs to the span. */
  run<Result>(work: () => Result): Result;
  /** @param failure what kind of error it was, if any; never its message, which may repeat a text */
  end(failure?: string): void;
}

/** Where in a trace the present work is. */
export interface TraceContext {
  traceId: string;
  spanId: string;
  /** Both, for another process, in the form of W3C Trace Context. */
  traceParent: string;
}

/** Follows work from the request through the queue to whatever ends it. Never throws, and nobody waits for it. */
export interface Tracer {
  /** @param parent a `traceparent` from elsewhere; what is missing or no such thing begins a trace of its own */
  start(
    name: string,
    options: { kind: SpanKind; parent: string | null | undefined; attributes?: SpanAttributes },
  ): Span;
  /** Runs `work` as a part of the span that runs; with none, or when that has ended, as no span at all. */
  within<Result>(
    name: string,
    attributes: SpanAttributes,
    work: (span: Pick<Span, 'set'>) => Promise<Result>,
  ): Promise<Result>;
  /** Runs what several share, and so belongs to no span. */
  apart<Result>(work: () => Result): Result;
  /** null: nothing is traced here. */
  current(): TraceContext | null;
  /** Sends what has not been sent, as far as that can be done in a second. */
  close(): Promise<void>;
}
