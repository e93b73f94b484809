import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { HttpProblem } from './problem.ts';

export interface HostCheckOptions {
  /** Where users reach the server, if the operator said so. */
  publicUrl: string | undefined;
  /** Further host names, without port. */
  allowedHosts: readonly string[];
}

/** A host name or IPv4 address, or an IPv6 address in brackets; then perhaps a port. */
const form = /^(?:\[([0-9a-f:.]+)\]|([^\s:/@[\]\\?#,]+))(?::\d{1,5})?$/i;

/**
 * For a server that only this machine can reach. A web page can make a name of its own point to 127.0.0.1 (DNS
 * rebinding) and would then be let in by the browser of whoever works here; but the name stands in `Host`.
 * @returns a check that throws {@link HttpProblem} 403
 */
export function createHostCheck({ publicUrl, allowedHosts }: HostCheckOptions): (host: string | undefined) => void {
  const isAllowed = allowedNames({ publicUrl, allowedHosts });
  /** Clients say the same few again and again. */
  const known = new Set<string>();
  return (host) => {
    if (host !== undefined && known.has(host)) return;
    const [, bracketed, plain] = form.exec(host ?? '') ?? [];
    const name = comparable(bracketed ?? plain ?? '');
    if (!isAllowed(name)) throw rejection(name);
    if (host !== undefined && known.size < 100) known.add(host);
  };
}

/** Names of this machine, of the public URL and what else the operator allows. */
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

/** Whether a name or address reaches this machine only, however it is written. */
export function isLoopbackName(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isIP(name) !== 0 && ipaddr.process(name).range() === 'loopback';
}

function rejection(name: string): HttpProblem {
  const detail =
    name === ''
      ? 'The request has no Host header that can be read, and this server answers to loopback names only. Send one, like Host: 127.0.0.1.'
      : `This server answers to loopback names only. Set MNEMA_ALLOWED_HOSTS to add ${name}, or MNEMA_PUBLIC_URL if that is where users reach it.`;
  return new HttpProblem('host_not_allowed', detail);
}
