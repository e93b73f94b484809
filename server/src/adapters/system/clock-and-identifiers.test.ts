import { expect, it } from 'vitest';

import { createIdentifiers, systemClock } from './clock-and-identifiers.ts';

const { account, deletion, event, key, memory, request, secret } = createIdentifiers(systemClock);

it('the clock has milliseconds since 1970, as an integer that a date can hold', () => {
  const now = systemClock.now();
  expect(Number.isSafeInteger(now)).toBe(true);
  expect(new Date(now).getUTCFullYear()).toBeGreaterThan(2020);
});

it('each kind of id has a prefix of its own', () => {
  for (const [prefix, make] of Object.entries({
    mem: memory,
    acct: account,
    key,
    evt: event,
    del: deletion,
    req: request,
  })) {
    expect(make()).toMatch(new RegExp(`^${prefix}_[0-9A-Z]{26}$`));
  }
});

it('memory ids sort in the order they were made, also within a millisecond', () => {
  const ids = Array.from({ length: 5_000 }, () => memory());
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

it('secrets have the given length and never repeat', () => {
  const secrets = Array.from({ length: 100 }, () => secret(20));
  expect(secrets.every(({ length }) => length === 20)).toBe(true);
  expect(new Set(secrets.map((one) => one.toString('hex'))).size).toBe(100);
});

it('memory ids after a restart sort after the last one before it, even when the clock has gone back', () => {
  const last = createIdentifiers({ now: () => 2_000_000_000_000 }).memory();
  const restarted = createIdentifiers({ now: () => 1_000_000_000_000 }, last);
  expect(restarted.memory() > last).toBe(true);
});
