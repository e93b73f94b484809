import { AsyncLocalStorage } from 'node:async_hooks';
import * as api from '@opentelemetry/api';
import { getNumberFromEnv, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import * as sdk from '@opentelemetry/sdk-trace';
import type { Config } from '../../config/config.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { Span, SpanAttributes, Tracer } from '../../ports/tracer.ts';

type TracingOptions = NonNullable<Config['tracing']> & {
  /** Reports a problem of exporting, such as a collector that does not respond, at most once a minute. */
  onProblem(message: string): void;
};

const kinds = { server: api.SpanKind.SERVER, consumer: api.SpanKind.CONSUMER };
const maxFlushMs = 1_000;
const reportEveryMs = 60_000;

/** Sends spans in batches. The exporter reads its address and settings from the standard variables itself. */
export function openTracer({ serviceName, sampler, onProblem }: TracingOptions): Tracer {
  api.diag.setLogger(createReporter(onProblem), { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true });
  const provider = new sdk.TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: createSampler(sampler),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...readBatching() })],
  });
  const tracer = provider.getTracer('mnema');
  const present = new AsyncLocalStorage<api.Span>();

  function begin(name: string, kind: api.SpanKind, parent: api.Context, attributes: SpanAttributes): Span {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    return toSpan(span, (work) => present.run(span, work));
  }

  return {
    start: (name, { kind, parent, attributes = {} }) => begin(name, kinds[kind], contextOf(parent), attributes),
    async within(name, attributes, work) {
      const parent = present.getStore();
      if (!parent || hasEnded(parent)) return work();
      const span = begin(name, api.SpanKind.CLIENT, api.trace.setSpan(api.ROOT_CONTEXT, parent), attributes);
      try {
        const result = await span.run(work);
        span.end();
        return result;
      } catch (error) {
        span.end(error instanceof Error ? error.name : typeof error);
        throw error;
      }
    },
    apart: (work) => present.exit(work),
    current() {
      const found = present.getStore()?.spanContext();
      if (!found) return null;
      const { traceId, spanId, traceFlags } = found;
      return { traceId, spanId, traceParent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` };
    },
    close: () =>
      withTimeout(
        maxFlushMs,
        () => provider.shutdown().catch((error: unknown) => onProblem(String(error))),
        () => onProblem('spans of the last seconds were not sent: the collector does not respond'),
      ),
  };
}

const rootSamplers = {
  always_on: () => new sdk.AlwaysOnSampler(),
  always_off: () => new sdk.AlwaysOffSampler(),
  traceidratio: (ratio: number) => new sdk.TraceIdRatioBasedSampler(ratio),
};

/** Creates the sampler of `OTEL_TRACES_SAMPLER`, because the SDK itself does not read the variable. */
function createSampler({ name, ratio }: TracingOptions['sampler']): sdk.Sampler {
  const [rootName, isParentBased] = name.startsWith('parentbased_') ? [name.slice(12), true] : [name, false];
  const root = rootSamplers[rootName as keyof typeof rootSamplers](ratio);
  return isParentBased ? new sdk.ParentBasedSampler({ root }) : root;
}

/** Reads the standard variables of batches. If a variable is unset or not a number, the default applies. */
function readBatching() {
  return {
    scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
    exportTimeoutMillis: getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
    maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
    maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
  } as Partial<sdk.BatchSpanProcessorOptions>;
}

function toSpan(span: api.Span, run: Span['run']): Span {
  return {
    run,
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    link(traceParent) {
      const context = parseTraceParent(traceParent);
      if (context) span.addLink({ context: { ...context, isRemote: true } });
    },
    end(failure) {
      if (failure !== undefined) {
        span.setAttribute('error.type', failure);
        span.setStatus({ code: api.SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

function contextOf(traceParent: string | null | undefined): api.Context {
  const parent = traceParent ? parseTraceParent(traceParent) : null;
  return parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, isRemote: true }) : api.ROOT_CONTEXT;
}

/** A span that is not sampled never records. */
function hasEnded(span: api.Span): boolean {
  return !span.isRecording() && (span.spanContext().traceFlags & api.TraceFlags.SAMPLED) !== 0;
}

/** Reports problems at most once a minute, because the SDK repeats them for each batch. */
function createReporter(onProblem: (message: string) => void) {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (message: string) => {
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    onProblem(message);
  };
  const nothing = () => {};
  return { error: report, warn: report, info: nothing, debug: nothing, verbose: nothing };
}
