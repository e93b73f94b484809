import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { accessTokens, apiKeys, hashSecret, keyPrefixOf } from './api-key-format.ts';

const random = { secret: randomBytes };
const filledWith = (byte: number) => ({ secret: (bytes: number) => Buffer.alloc(bytes, byte) });

describe('API keys', () => {
  it('have the same length for any random number', () => {
    for (const source of [filledWith(0), filledWith(0xff), random]) {
      expect(apiKeys.make(source)).toMatch(/^mnk_[0-9A-Za-z]{33}$/);
    }
  });

  it('hold the random number and its checksum in base 62', () => {
    const source = { secret: (bytes: number) => Buffer.alloc(bytes).fill(62 + 1, bytes - 1) };
    const body = `mnk_${'0'.repeat(25)}11`;
    const key = apiKeys.make(source);
    expect(key.slice(0, 31)).toBe(body);
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const checksum = [...key.slice(31)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(checksum).toBe(crc32(body));
  });

  it('are recognised', () => {
    for (let n = 0; n < 200; n++) expect(apiKeys.isValid(apiKeys.make(random))).toBe(true);
  });

  it('are rejected with any one character changed, lost or added', () => {
    const key = apiKeys.make(filledWith(7));
    for (let position = 0; position < key.length; position++) {
      const other = key[position] === 'x' ? 'y' : 'x';
      expect(apiKeys.isValid(key.slice(0, position) + other + key.slice(position + 1))).toBe(false);
      expect(apiKeys.isValid(key.slice(0, position) + key.slice(position + 1))).toBe(false);
      expect(apiKeys.isValid(key.slice(0, position) + other + key.slice(position))).toBe(false);
    }
  });

  it.each(['', 'mnk_', 'x', `mnk_${'é'.repeat(33)}`, '\0'.repeat(37)])('%j is rejected', (text) => {
    expect(apiKeys.isValid(text)).toBe(false);
  });

  it('are not mistaken for access tokens, nor access tokens for keys', () => {
    expect(accessTokens.isValid(apiKeys.make(random))).toBe(false);
    expect(apiKeys.isValid(accessTokens.make(random))).toBe(false);
  });

  it('are listed by their first 12 characters', () => {
    const key = apiKeys.make(random);
    expect(keyPrefixOf(key)).toBe(key.slice(0, 12));
    expect(keyPrefixOf(key)).toHaveLength(12);
  });
});

describe('access tokens', () => {
  it('are recognised and have the same length', () => {
    for (const source of [filledWith(0), filledWith(0xff), random]) {
      const token = accessTokens.make(source);
      expect(token).toMatch(/^mnt_[0-9A-Za-z]{49}$/);
      expect(accessTokens.isValid(token)).toBe(true);
    }
  });
});

it('the hash of a secret is its SHA-256', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
