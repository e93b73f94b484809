import { expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

it.each([
  ['an IPv4 address', '203.0.113.9', '203.0.113.9'],
  ['IPv4 written as IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
  ['IPv4 written as IPv6 in hexadecimal', '::ffff:cb00:7109', '203.0.113.9'],
  ['IPv4 with a port', '203.0.113.9:5678', '203.0.113.9'],
  ['an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['another of the same network', '2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['one of the next network', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['IPv6 with a port', '[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['IPv6 with a zone', 'fe80::1%eth0', 'fe80::/64'],
  ['loopback', '::1', '::/64'],
  ['no address at all', undefined, 'unknown'],
  ['what a client made up', 'fresh-name-1', 'unknown'],
  ['an empty text', '', 'unknown'],
])('counts %s', (_what, ip, name) => expect(clientAddress(ip)).toBe(name));
