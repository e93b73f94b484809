import { expect, it } from 'vitest';
import { networkCode, networkDetail } from './network-error.ts';

const rejected = (address: string) =>
  Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });

it.each([
  ['of the socket', rejected('10.0.0.7:6379'), 'connect ECONNREFUSED 10.0.0.7:6379'],
  [
    'behind that of fetch',
    new TypeError('fetch failed', { cause: rejected('10.0.0.7:80') }),
    'fetch failed: connect ECONNREFUSED 10.0.0.7:80',
  ],
  [
    'of several addresses that were tried',
    Object.assign(new AggregateError([rejected('::1:80'), rejected('127.0.0.1:80')]), { code: 'ECONNREFUSED' }),
    'AggregateError: connect ECONNREFUSED ::1:80: connect ECONNREFUSED 127.0.0.1:80',
  ],
])('finds kind and address of an error %s', (_, error, detail) => {
  expect(networkCode(error)).toBe('ECONNREFUSED');
  expect(networkDetail(error)).toBe(detail);
});

it('finds neither in nothing', () => {
  expect(networkCode(undefined)).toBeUndefined();
  expect(networkDetail(undefined)).toBe('');
});
