import ipaddr from 'ipaddr.js';

/** Some proxies append the port to the address. */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;
/** A customer gets a prefix of this length, and a single machine may use any address in it. */
const prefixBytes = 8;

/** Names a client in counts: an IPv4 address, or 64 bits of an IPv6 address. Made-up addresses share one name. */
export function clientAddress(ip: string | undefined): string {
  const [, bracketed, plain] = withPort.exec(ip ?? '') ?? [];
  const text = bracketed ?? plain ?? ip ?? '';
  if (!ipaddr.isValid(text)) return 'unknown';
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  const prefix = address.toByteArray().map((byte, at) => (at < prefixBytes ? byte : 0));
  return `${ipaddr.fromByteArray(prefix)}/64`;
}
