import type { HttpServices } from './services.ts';

/** The warning of a server that serves no metrics. */
export const metricsOff =
  'GET /metrics answers 404: others than this machine may reach it, and MNEMA_METRICS_TOKEN is not set';

export type MetricsSettings = Pick<HttpServices, 'metricsToken' | 'loopback' | 'publicUrl' | 'trustedProxies'>;

/**
 * Returns who may read the metrics. Without a token they are open only while no other machine can reach the server. A
 * public URL or a trusted proxy shows that a proxy on this machine lets others in.
 */
export function metricsAccess(settings: MetricsSettings): 'open' | 'token' | 'off' {
  const { metricsToken, loopback, publicUrl, trustedProxies } = settings;
  if (metricsToken) return 'token';
  return loopback && publicUrl === undefined && trustedProxies.length === 0 ? 'open' : 'off';
}
