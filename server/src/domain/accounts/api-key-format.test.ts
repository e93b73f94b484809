import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { accessTokens, apiKeys, hashSecret } from './api-key-format.ts';

const random = { secret: randomBytes };
const filledWith = (byte: number) => ({ secret: (bytes: number) => Buffer.alloc(bytes, byte) });

it.each([
  ['API keys', apiKeys, /^mnk_[0-9A-Za-z]{33}$/, accessTokens],
  ['access tokens', accessTokens, /^mnt_[0-9A-Za-z]{49}$/, apiKeys],
])('%s have the same length for any random number, and are recognised, not as the others', (_, kind, form, other) => {
  for (const source of [filledWith(0), filledWith(0xff), ...Array(100).fill(random)]) {
    const made = kind.make(source);
    expect(made).toMatch(form);
    expect([kind.isValid(made), other.isValid(made)]).toEqual([true, false]);
  }
});

it('API keys hold the random number and its checksum in base 62', () => {
  const source = { secret: (bytes: number) => Buffer.alloc(bytes).fill(62 + 1, bytes - 1) };
  const body = `mnk_${'0'.repeat(25)}11`;
  const key = apiKeys.make(source);
  expect(key.slice(0, 31)).toBe(body);
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const checksum = [...key.slice(31)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
  expect(checksum).toBe(crc32(body));
});

it('API keys are rejected with any one character changed, lost or added', () => {
  const key = apiKeys.make(filledWith(7));
  for (let position = 0; position < key.length; position++) {
    const other = key[position] === 'x' ? 'y' : 'x';
    expect(apiKeys.isValid(key.slice(0, position) + other + key.slice(position + 1))).toBe(false);
    expect(apiKeys.isValid(key.slice(0, position) + key.slice(position + 1))).toBe(false);
    expect(apiKeys.isValid(key.slice(0, position) + other + key.slice(position))).toBe(false);
  }
  for (const text of ['', 'mnk_', 'x', `mnk_${'é'.repeat(33)}`, '\0'.repeat(37)])
    expect(apiKeys.isValid(text)).toBe(false);
});

it('the hash of a secret is its SHA-256', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
