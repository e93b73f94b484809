import { type EnvironmentValues, problemsOf, samplerNames } from './environment-schema.ts';

const protocol = 'http/protobuf';
const exporters = ['otlp', 'none'];

/** Without tracing there are no problems, because other programs use the same variables. */
export function tracingProblems(values: EnvironmentValues): string[] {
  if (!isTraced(values)) return [];
  const endpointName = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
    ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
    : 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const isWebUrl = /^https?:$/.test(URL.parse(values[endpointName] ?? '')?.protocol ?? '');
  const requested = values.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? values.OTEL_EXPORTER_OTLP_PROTOCOL ?? protocol;
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio = 1 } = values;
  const isSampler = samplerNames.some((name) => name === sampler);
  const isRatio = Number(ratio) >= 0 && Number(ratio) <= 1;
  return problemsOf(
    !isWebUrl && `${endpointName} must be an http or https URL, like http://127.0.0.1:4318.`,
    requested !== protocol &&
      `OTEL_EXPORTER_OTLP_PROTOCOL must be ${protocol}: set OTEL_EXPORTER_OTLP_TRACES_PROTOCOL to that, and the endpoint to the collector's port for HTTP, usually 4318.`,
    !exporters.includes(values.OTEL_TRACES_EXPORTER ?? 'otlp') &&
      `OTEL_TRACES_EXPORTER must be one of ${exporters.join(', ')}.`,
    !isSampler && `OTEL_TRACES_SAMPLER must be one of ${samplerNames.join(', ')}.`,
    sampler.endsWith('traceidratio') &&
      !isRatio &&
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, the share of traces to record.',
  );
}

/** Returns null if nothing is traced. The exporter reads its address and its other settings itself. */
export function toTracingConfig(values: EnvironmentValues) {
  if (!isTraced(values)) return null;
  return {
    serviceName: values.OTEL_SERVICE_NAME,
    sampler: {
      name: values.OTEL_TRACES_SAMPLER as (typeof samplerNames)[number],
      /** The share of traces that samplers with a ratio record. */
      ratio: Number(values.OTEL_TRACES_SAMPLER_ARG ?? 1),
    },
  };
}

function isTraced(values: EnvironmentValues): boolean {
  return (
    (values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
    values.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
    values.OTEL_TRACES_EXPORTER !== 'none'
  );
}
