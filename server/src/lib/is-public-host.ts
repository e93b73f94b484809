import { isIP } from 'node:net';
import { isLoopbackName } from './is-loopback-name.ts';
import { isPublicAddress } from './is-public-address.ts';

/** Ends of names that no public name server has. */
const privateEnds = ['.internal', '.local', '.localdomain', '.home.arpa'];

/**
 * Whether the host of a URL is a public address, or a name that may have one. The URL parser has converted each form of
 * an IPv4 address, such as a decimal number, into dotted form.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !isLoopbackName(host) && !privateEnds.some((end) => host.endsWith(end));
}
