import ipaddr from 'ipaddr.js';

/** Some proxies write the port behind the address they pass on. */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;
/** The bytes of the prefix that one customer gets: a single machine may use any address of it. */
const prefixBytes = 8;

/**
 * The name that attempts of a client are counted under: an IPv4 address, or the first 64 bits of an IPv6 address.
 * Everything that is no address shares one name, so that nobody gets a fresh count by making some up.
 */
export function clientAddress(ip: string | undefined): string {
  const [, bracketed, plain] = withPort.exec(ip ?? '') ?? [];
  const text = bracketed ?? plain ?? ip ?? '';
  if (!ipaddr.isValid(text)) return 'unknown';
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  const prefix = address.toByteArray().map((byte, at) => (at < prefixBytes ? byte : 0));
  return `${ipaddr.fromByteArray(prefix)}/64`;
}
