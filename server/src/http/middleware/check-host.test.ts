import { expect, it } from 'vitest';
import { createHostCheck } from './check-host.ts';

const check = createHostCheck({ publicUrl: 'https://Memory.example.com/base', allowedHosts: ['Box.lan', '10.0.0.7'] });
const strict = createHostCheck({ publicUrl: undefined, allowedHosts: [] });

it.each([
  ...['localhost', 'LOCALHOST:8787', 'localhost.', 'app.localhost:3000', '127.0.0.1', '127.0.0.1:8787'],
  ...['127.255.0.3:1', '[::1]', '[::1]:8787', '[0:0:0:0:0:0:0:1]:80', '[::ffff:127.0.0.1]'],
])('the host check allows the loopback name %s', (host) => {
  expect(() => strict(host)).not.toThrow();
  expect(() => strict(host), 'again').not.toThrow();
});

it.each(['memory.example.com', 'MEMORY.example.com:443', 'box.lan:8787', 'BOX.LAN.', '10.0.0.7:8787'])(
  'the host check allows the name the operator gave, %s',
  (host) => expect(() => check(host)).not.toThrow(),
);

it('the host check allows the address of an IPv6 public URL', () => {
  const six = createHostCheck({ publicUrl: 'http://[2001:db8::1]:8787', allowedHosts: [] });
  expect(() => six('[2001:db8::1]:8787')).not.toThrow();
});

it.each([
  ...['evil.example', 'localhost.evil.example', 'notlocalhost', '127.0.0.1.nip.io', '127.0.0.1.evil.example:8787'],
  ...['7f000001.rbndr.us', '0.0.0.0', '[::]', '192.168.1.5', '[fe80::1]', 'localhost@evil.example'],
  ...['localhost,evil.example', 'evil.example:127.0.0.1', 'localhost:8787:1', 'localhost:port'],
  ...['sub.memory.example.com', 'memory.example.com.evil.example', '[localhost]', '127.0.0.1/evil.example'],
  ...[' localhost', '', undefined],
])('the host check rejects %s', (host) => {
  const rejected = expect(() => check(host));
  rejected.toThrow(expect.objectContaining({ code: 'host_not_allowed' }));
});

it('the host check rejects a name, with the way out', () => {
  expect(() => strict('Memory.Example.com:80')).toThrow('add it to MNEMA_ALLOWED_HOSTS, or set MNEMA_PUBLIC_URL');
  expect(() => strict('')).toThrow('Host: 127.0.0.1');
});
