import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses of cloud platforms that look public but serve the machine's own metadata. */
const metadata = new Set(['168.63.129.16']);
/** IPv6 addresses of the internet are in this network. Others, such as `::7f00:1`, may carry a private IPv4 address. */
const internet = ipaddr.IPv6.parseCIDR('2000::/3');
/** Ends of names that no public name server has. */
const privateEnds = ['.internal', '.local', '.localdomain', '.home.arpa'];

/** The URL parser has converted each form of an IPv4 address, such as a decimal number, into dotted form. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !isLoopbackName(host) && !privateEnds.some((end) => host.endsWith(end));
}

/** Whether an address belongs to the internet. An IPv6 address that contains an IPv4 one must meet this for both. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const one = ipaddr.process(address);
  const isInternet = one instanceof ipaddr.IPv4 || one.match(internet);
  return isInternet && one.range() === 'unicast' && !metadata.has(one.toString());
}

/** Whether a name or address refers only to this machine. An address may have any form. */
export function isLoopbackName(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isIP(name) !== 0 && ipaddr.process(name).range() === 'loopback';
}
