import type { ProviderFacts } from '../../app/services/doctor.ts';
import { type Finding, ok, warning } from '../../lib/finding.ts';

export function checkTraces(facts: ProviderFacts): Finding {
  if (facts.kind === 'answered') return ok(`${facts.id} takes traces, in ${Math.round(facts.ms)} ms`);
  return warning(
    `the collector does not take traces: ${facts.reason.trim()}`,
    'check OTEL_EXPORTER_OTLP_ENDPOINT (or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) and OTEL_EXPORTER_OTLP_HEADERS, that the collector runs, and that this machine may reach its port for HTTP; until it takes them, traces are lost, and nothing else',
  );
}
