import { isLoopbackName } from '../lib/is-loopback-name.ts';
import { HttpProblem } from './problem.ts';

export interface HostCheckOptions {
  /** The URL at which users reach the server, if it is configured. */
  publicUrl: string | undefined;
  /** Further host names, without port. */
  allowedHosts: readonly string[];
}

/** A host name, an IPv4 address or an IPv6 address in brackets, with an optional port. */
const form = /^(?:\[([0-9a-f:.]+)\]|([^\s:/@[\]\\?#,]+))(?::\d{1,5})?$/i;

/**
 * Creates the check of the host names that a server responds to. The name of a web page may resolve to 127.0.0.1 (DNS
 * rebinding). The browser then allows the page, but `Host` contains that name.
 * @returns throws {@link HttpProblem} 403
 */
export function createHostCheck({ publicUrl, allowedHosts }: HostCheckOptions): (host: string | undefined) => void {
  const isAllowed = allowedNames({ publicUrl, allowedHosts });
  const isNamed = publicUrl !== undefined || allowedHosts.length > 0;
  /** Hosts that were allowed, since clients send the same few again and again. */
  const known = new Set<string>();
  return (host) => {
    if (host !== undefined && known.has(host)) return;
    const [, bracketed, plain] = form.exec(host ?? '') ?? [];
    const name = comparable(bracketed ?? plain ?? '');
    if (!isAllowed(name)) throw rejection(name, isNamed ? 'its own names' : 'loopback names');
    if (host !== undefined && known.size < 100) known.add(host);
  };
}

/** Allows the names of this machine, that of the public URL and the configured ones. */
export function allowedNames({ publicUrl, allowedHosts }: HostCheckOptions): (name: string) => boolean {
  const allowed = new Set(allowedHosts.map(comparable));
  if (publicUrl !== undefined) allowed.add(comparable(withoutBrackets(new URL(publicUrl).hostname)));
  return (name) => isLoopbackName(name) || allowed.has(name);
}

export function withoutBrackets(name: string): string {
  return name.replaceAll(/[[\]]/g, '');
}

export function comparable(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

function rejection(name: string, allowed: string): HttpProblem {
  const detail =
    name === ''
      ? `The Host header is missing or unreadable, and this server accepts only ${allowed}. Send one, like Host: 127.0.0.1.`
      : `This server accepts only ${allowed}. To accept ${name}, add it to MNEMA_ALLOWED_HOSTS, or set MNEMA_PUBLIC_URL to the URL that users open.`;
  return new HttpProblem('host_not_allowed', detail);
}
