import { expect, it } from 'vitest';
import { createSecurityHeaders } from './begin-request.ts';

const names = [
  'Cache-Control',
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Origin-Agent-Cluster',
  'Referrer-Policy',
  'X-Content-Type-Options',
  'X-Frame-Options',
];

it('forbids browsers to show or frame a response, and to load anything', () => {
  const headers = createSecurityHeaders({ https: false });
  expect(Object.keys(headers).toSorted()).toEqual(names);
  expect(headers['Content-Security-Policy']).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers['X-Content-Type-Options']).toBe('nosniff');
  expect(headers['X-Frame-Options']).toBe('DENY');
});

it('makes browsers insist on HTTPS only where there is HTTPS', () => {
  const headers = createSecurityHeaders({ https: true });
  expect(headers['Strict-Transport-Security']).toMatch(/^max-age=31536000/);
  expect(Object.keys(headers)).toHaveLength(names.length + 1);
});
