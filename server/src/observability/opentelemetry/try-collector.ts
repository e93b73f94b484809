import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

/** The exporter retries temporary failures within this time. */
const responseLimitMs = 3_000;

/**
 * Sends a batch without spans in the same way as a server.
 * @throws {Error} with the response of the collector, or the reason why it cannot be reached
 */
export async function tryCollector(): Promise<void> {
  const exporter = new OTLPTraceExporter({ timeoutMillis: responseLimitMs });
  try {
    const { error } = await new Promise<{ error?: Error & { code?: unknown } }>((resolve) =>
      exporter.export([], resolve),
    );
    if (!error) return;
    // The message of an HTTP status is only its phrase.
    throw new Error(
      typeof error.code === 'number' ? `it responded with ${error.code} ${error.message}` : error.message,
    );
  } finally {
    await exporter.shutdown();
  }
}
