import type { Server } from 'node:http';
import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createCounts } from '../../lib/create-counts.ts';
import { clientAddress } from './client-address.ts';

interface ConnectionLimits {
  perAddress: number;
  trustedProxies: readonly string[];
}

/** The names that `MNEMA_TRUSTED_PROXIES` accepts, as Express reads them. */
const namedNetworks: Partial<Record<string, string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Closes connections without an address, and those of an address that has too many. This machine and trusted proxies
 * are not limited, because they connect for others.
 */
export function limitConnections(server: Server, { perAddress, trustedProxies }: ConnectionLimits): void {
  const isExempt = networkCheck(['loopback', ...trustedProxies]);
  const connections = createCounts();
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    // If a client resets the connection before it is accepted, there is no address to count or log.
    if (remoteAddress === undefined) {
      socket.destroy();
      return;
    }
    if (isExempt(remoteAddress)) return;
    const address = clientAddress(remoteAddress);
    if (connections.of(address) >= perAddress) {
      socket.destroy();
      return;
    }
    connections.add(address, 1);
    socket.once('close', () => connections.add(address, -1));
  });
}

/** Returns whether an address is in one of the networks: names, addresses, and networks in CIDR form. */
function networkCheck(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks.flatMap((name) => namedNetworks[name] ?? [name])) {
    const [address = '', bits] = network.split('/');
    const kind = ipaddr.parse(address).kind();
    if (bits === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(bits), kind);
  }
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const plain = ipaddr.process(address);
    return list.check(plain.toString(), plain.kind());
  };
}
