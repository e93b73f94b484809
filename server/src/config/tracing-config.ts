export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** null: nothing is traced. The exporter reads where it sends to, and how, by itself. */
export type TracingConfig = {
  serviceName: string;
  /** `ratio`: the share of traces that is kept, for the samplers that ask for one. */
  sampler: { name: (typeof samplerNames)[number]; ratio: number };
} | null;

/** The variables of this page, as the schema of the configuration reads them. All processes of a machine may share them. */
export interface TracingVariables {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_PROTOCOL?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL?: string | undefined;
  OTEL_TRACES_EXPORTER?: string | undefined;
  OTEL_SDK_DISABLED?: string | undefined;
  OTEL_SERVICE_NAME: string;
  OTEL_TRACES_SAMPLER: string;
  OTEL_TRACES_SAMPLER_ARG?: string | undefined;
}

const protocol = 'http/protobuf';
const exporters = ['otlp', 'none'];

/** One problem a line, each with its way out. Where nothing is traced, others may mean whatever they like by them. */
export function tracingProblems(values: TracingVariables): string[] {
  if (!isTraced(values)) return [];
  const problems: string[] = [];
  const endpointName = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
    ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
    : 'OTEL_EXPORTER_OTLP_ENDPOINT';
  if (!/^https?:$/.test(URL.parse(values[endpointName] ?? '')?.protocol ?? '')) {
    problems.push(`${endpointName} must be an http or https URL, like http://127.0.0.1:4318.`);
  }
  const requested = values.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? values.OTEL_EXPORTER_OTLP_PROTOCOL ?? protocol;
  if (requested !== protocol) {
    problems.push(
      `OTEL_EXPORTER_OTLP_PROTOCOL must be ${protocol}: set OTEL_EXPORTER_OTLP_TRACES_PROTOCOL to that, and the endpoint to the collector's port for HTTP, usually 4318.`,
    );
  }
  const exporter = values.OTEL_TRACES_EXPORTER ?? 'otlp';
  if (!exporters.includes(exporter)) problems.push(`OTEL_TRACES_EXPORTER must be one of ${exporters.join(', ')}.`);
  const sampler = values.OTEL_TRACES_SAMPLER;
  if (!samplerNames.some((name) => name === sampler)) {
    problems.push(`OTEL_TRACES_SAMPLER must be one of ${samplerNames.join(', ')}.`);
  }
  const ratio = values.OTEL_TRACES_SAMPLER_ARG;
  if (sampler.endsWith('traceidratio') && ratio !== undefined && !(Number(ratio) >= 0 && Number(ratio) <= 1)) {
    problems.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, the share of traces that is kept.');
  }
  return problems;
}

/** @param values without {@link tracingProblems} */
export function toTracingConfig(values: TracingVariables): TracingConfig {
  if (!isTraced(values)) return null;
  const name = values.OTEL_TRACES_SAMPLER as (typeof samplerNames)[number];
  return {
    serviceName: values.OTEL_SERVICE_NAME,
    sampler: { name, ratio: Number(values.OTEL_TRACES_SAMPLER_ARG ?? 1) },
  };
}

function isTraced(values: TracingVariables): boolean {
  return (
    (values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
    values.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
    values.OTEL_TRACES_EXPORTER !== 'none'
  );
}
