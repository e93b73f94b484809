import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
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
 * Creates the check of a server that only this machine can reach. The name of a web page may resolve to 127.0.0.1 (DNS
 * rebinding), so that the browser lets the page in, but `Host` contains that name.
 * @returns throws {@link HttpProblem} 403
 */
export function createHostCheck({ publicUrl, allowedHosts }: HostCheckOptions): (host: string | undefined) => void {
  const isAllowed = allowedNames({ publicUrl, allowedHosts });
  /** Hosts that were allowed, since clients send the same few again and again. */
  const known = new Set<string>();
  return (host) => {
    if (host !== undefined && known.has(host)) return;
    const [, bracketed, plain] = form.exec(host ?? '') ?? [];
    const name = comparable(bracketed ?? plain ?? '');
    if (!isAllowed(name)) throw rejection(name);
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

/** Whether a name or address reaches only this machine. An address may have any form. */
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
