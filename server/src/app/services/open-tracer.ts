import type { Config } from '../../config/config.ts';
import { noTracer } from '../../ports/no-tracer.ts';
import type { Tracer } from '../../ports/tracer.ts';

/** Neither SDK nor exporter is loaded unless traces are to be sent. */
export async function openTracer({ tracing }: Config, onProblem: (problem: string) => void): Promise<Tracer> {
  if (!tracing) return noTracer;
  const { openTracer: open } = await import('../../observability/opentelemetry/open-tracer.ts');
  return open({ ...tracing, onProblem });
}
