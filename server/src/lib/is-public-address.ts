import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses of cloud platforms that look public and serve the machine's own metadata. */
const metadata = new Set(['168.63.129.16']);

/**
 * Whether an address is one of the internet: not private, loopback, link-local, shared, reserved or multicast, also inside
 * an IPv6 address that carries an IPv4 one.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const one = ipaddr.process(address);
  return one.range() === 'unicast' && !metadata.has(one.toString());
}
