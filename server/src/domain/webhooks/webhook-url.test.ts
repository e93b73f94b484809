import { expect, it } from 'vitest';
import { webhookUrlProblem } from './webhooks.ts';

const strict = { allowPrivate: false };

it('accepts an https URL of the internet', () => {
  for (const url of ['https://example.com/hook', 'https://example.com:8443/?a=b', 'https://[2606:4700::1]/']) {
    expect([url, webhookUrlProblem(url, strict)]).toEqual([url, undefined]);
  }
});

it('rejects private hosts, in any form of their addresses', () => {
  const hosts = [
    ...['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '10.0.0.8', '169.254.169.254', '0'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '[fd00:ec2::254]', '[64:ff9b::7f00:1]'],
    ...['localhost', 'a.localhost', 'LOCALHOST.', 'intranet', 'metadata.google.internal', 'printer.local'],
  ];
  for (const host of hosts) {
    expect([host, webhookUrlProblem(`https://${host}/`, strict)]).toEqual([host, expect.stringContaining('private')]);
    expect(webhookUrlProblem(`http://${host}/`, { allowPrivate: true })).toBeUndefined();
  }
});

it('rejects other protocols, credentials and fragments', () => {
  const urls = [
    'http://example.com/',
    'ftp://example.com/',
    'example.com',
    '',
    `https://example.com/${'a'.repeat(2_048)}`,
  ];
  for (const url of urls) expect(webhookUrlProblem(url, strict)).toContain('https');
  for (const url of ['https://ada@example.com/', 'https://example.com/#a']) {
    expect(webhookUrlProblem(url, { allowPrivate: true })).toContain('neither');
  }
});
