import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses of cloud platforms that look public and serve the machine's own metadata. */
const metadata = new Set(['168.63.129.16']);
/** IPv6 addresses of the internet are in this network. Others, such as `::7f00:1`, may carry a private IPv4 address. */
const internet = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is one of the internet: not private, loopback, link-local, shared, reserved or multicast, also inside
 * an IPv6 address that carries an IPv4 one.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const one = ipaddr.process(address);
  const isInternet = one instanceof ipaddr.IPv4 || one.match(internet);
  return isInternet && one.range() === 'unicast' && !metadata.has(one.toString());
}
