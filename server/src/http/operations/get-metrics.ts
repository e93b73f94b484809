import { timingSafeEqual } from 'node:crypto';
import type { Handler } from '../../api/operation-types.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';

/** Open while only this machine can reach the server; beyond it, with the configured token only. */
export function getMetricsHandler({
  metrics,
  metricsToken,
  loopback,
}: Pick<HttpServices, 'metrics' | 'metricsToken' | 'loopback'>): Handler<'getMetrics'> {
  return async ({ header }) => {
    if (!loopback && !metricsToken) {
      throw new HttpProblem('not_found', 'Metrics are off: set MNEMA_METRICS_TOKEN to read them from another machine.');
    }
    if (metricsToken && !matches(header('authorization'), `Bearer ${metricsToken}`)) {
      throw new HttpProblem('unauthenticated', 'Send Authorization: Bearer with the value of MNEMA_METRICS_TOKEN.', {
        headers: { 'WWW-Authenticate': 'Bearer realm="mnema"' },
      });
    }
    return { status: 200, text: { type: metrics.contentType, content: await metrics.read() } };
  };
}

function matches(given: string | undefined, wanted: string): boolean {
  const left = Buffer.from(given ?? '');
  const right = Buffer.from(wanted);
  return left.length === right.length && timingSafeEqual(left, right);
}
