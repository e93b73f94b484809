import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether a name or address refers only to this machine. An address may have any form. */
export function isLoopbackName(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isIP(name) !== 0 && ipaddr.process(name).range() === 'loopback';
}
