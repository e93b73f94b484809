import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses of cloud platforms that look public but serve the machine's own metadata. */
const metadata = new Set(['168.63.129.16']);
/** IPv6 addresses of the internet are in this network. Others, such as `::7f00:1`, may carry a private IPv4 address. */
const internet = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the internet. It is then not private, loopback, link-local, shared, reserved or
 * multicast. An IPv6 address that contains an IPv4 one must meet this for both.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const one = ipaddr.process(address);
  const isInternet = one instanceof ipaddr.IPv4 || one.match(internet);
  return isInternet && one.range() === 'unicast' && !metadata.has(one.toString());
}
