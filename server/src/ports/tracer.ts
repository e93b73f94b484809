/** Names, counts and kinds, but never an id or a user's text. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface Span {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Links a span of another trace. @param traceParent a `traceparent`; an invalid one is ignored */
  link(traceParent: string): void;
  run<Result>(work: () => Result): Result;
  /** @param failure - the kind of an error, never its message, which may repeat a text */
  end(failure?: string): void;
}

export interface TraceContext {
  traceId: string;
  spanId: string;
  /** Both ids for another process, in the form of W3C Trace Context. */
  traceParent: string;
}

/** Traces work from a request through the queue to its end. It never throws and never delays the work. */
export interface Tracer {
  /** @param options.parent a `traceparent` of Mnema; without a valid one, a new trace begins */
  start(
    name: string,
    options: { kind: 'server' | 'consumer'; parent: string | null | undefined; attributes?: SpanAttributes },
  ): Span;
  /** Runs `work` as a span within the current one. Without a current one, or after its end, there is no new span. */
  within<Result>(name: string, attributes: SpanAttributes, work: () => Promise<Result>): Promise<Result>;
  /** Runs work that several requests share, outside their spans. */
  apart<Result>(work: () => Result): Result;
  /** null if the current work is not traced. */
  current(): TraceContext | null;
  /** Sends the remaining spans, for at most a second. */
  close(): Promise<void>;
}

const nothing = () => {};
const noSpan: Span = { rename: nothing, set: nothing, link: nothing, run: (work) => work(), end: nothing };

export const noTracer: Tracer = {
  start: () => noSpan,
  within: (_name, _attributes, work) => work(),
  apart: (work) => work(),
  current: () => null,
  close: async () => {},
};
