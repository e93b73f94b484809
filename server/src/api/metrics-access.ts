import type { HttpServices } from './services.ts';

/** The warning of a server that serves no metrics. */
export const metricsOff =
  'GET /metrics returns 404, because other machines may reach the server and MNEMA_METRICS_TOKEN is not set';

export type MetricsSettings = Pick<HttpServices, 'metricsToken' | 'reachable'>;

/**
 * Returns who may read the metrics. Without a token, they are open only while no other machine can reach the server.
 */
export function metricsAccess({ metricsToken, reachable }: MetricsSettings): 'open' | 'token' | 'off' {
  if (metricsToken) return 'token';
  return reachable ? 'off' : 'open';
}
