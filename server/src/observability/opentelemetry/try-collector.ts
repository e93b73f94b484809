import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

/** The exporter repeats what may pass, within this time. */
const responseLimitMs = 3_000;

/**
 * Sends a batch without spans where, and as, the spans of a server go.
 * @throws {Error} that says what the collector answered, or why it can not be reached
 */
export async function tryCollector(): Promise<void> {
  const exporter = new OTLPTraceExporter({ timeoutMillis: responseLimitMs });
  try {
    const { error } = await new Promise<{ error?: Error & { code?: unknown } }>((resolve) =>
      exporter.export([], resolve),
    );
    if (!error) return;
    // The code of an HTTP status comes with its bare phrase.
    throw new Error(typeof error.code === 'number' ? `it answered ${error.code} ${error.message}` : error.message);
  } finally {
    await exporter.shutdown();
  }
}
