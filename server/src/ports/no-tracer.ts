import type { Span, Tracer } from './tracer.ts';

const noSpan: Span = {
  rename() {},
  set() {},
  run: (work) => work(),
  end() {},
};

/** Traces nothing. */
export const noTracer: Tracer = {
  start: () => noSpan,
  within: (_name, _attributes, work) => work(noSpan),
  apart: (work) => work(),
  current: () => null,
  close: async () => {},
};
