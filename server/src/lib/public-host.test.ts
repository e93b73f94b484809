import { expect, it } from 'vitest';
import { isPublicAddress } from './public-host.ts';

it('knows the addresses of the internet', () => {
  for (const address of ['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111']) {
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  }
});

it('rejects every other address in any form', () => {
  const others = [
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.100.100.200', '0.0.0.0'],
    ...['192.0.0.192', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
    ...['::', '::1', '::ffff:10.0.0.1', '::ffff:7f00:1', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1'],
    ...['64:ff9b::a00:1', '2002:a00:1::', '2001::1', '::127.0.0.1', '::7f00:1', '4000::1', 'fe80::1%eth0'],
    ...['localhost', ''],
  ];
  for (const address of others) expect([address, isPublicAddress(address)]).toEqual([address, false]);
});
