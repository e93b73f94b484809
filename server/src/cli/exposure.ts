import type { Config } from '../config/config.ts';
import { type Finding, warning } from '../lib/finding.ts';

/** Returns the points that the operator of a reachable server should check. Other servers have none. */
export function exposureOf(config: Config): Finding[] {
  if (!config.isReachable || !config.roles.api) return [];
  const { isLoopback, publicUrl, allowedHosts, registration, trustedProxies } = config;
  const isNamed = publicUrl !== undefined || allowedHosts.length > 0;
  const points: [applies: boolean | undefined, finding: string, fix: string][] = [
    [
      registration === 'open',
      'anyone who can reach the server can create an account',
      'set MNEMA_REGISTRATION=closed unless that is intended',
    ],
    [
      !isLoopback && !isNamed,
      'the server accepts every host name',
      'set MNEMA_PUBLIC_URL or MNEMA_ALLOWED_HOSTS so that it accepts only its own',
    ],
    [
      publicUrl?.startsWith('https:') && trustedProxies.length === 0,
      'all clients behind the proxy of MNEMA_PUBLIC_URL count as one',
      'set MNEMA_TRUSTED_PROXIES to the address of the proxy, such as loopback',
    ],
  ];
  return points.flatMap(([applies, finding, fix]) => (applies ? warning(finding, fix) : []));
}
