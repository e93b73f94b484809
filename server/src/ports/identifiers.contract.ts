import { describe, expect, it } from 'vitest';
import type { Identifiers } from './identifiers.ts';

/** The contract that every {@link Identifiers} fulfils. */
export function describeIdentifiers(name: string, create: () => Identifiers): void {
  describe(`${name} as identifiers`, () => {
    it('gives each kind of id a prefix of its own', () => {
      const identifiers = create();
      expect(identifiers.memory()).toMatch(/^mem_[0-9A-Z]{26}$/);
      expect(identifiers.account()).toMatch(/^acct_[0-9A-Z]{26}$/);
      expect(identifiers.key()).toMatch(/^key_[0-9A-Z]{26}$/);
      expect(identifiers.event()).toMatch(/^evt_[0-9A-Z]{26}$/);
      expect(identifiers.deletion()).toMatch(/^del_[0-9A-Z]{26}$/);
      expect(identifiers.request()).toMatch(/^req_[0-9A-Z]{26}$/);
    });

    it('makes memory ids that sort in the order they were made, also within a millisecond', () => {
      const identifiers = create();
      const ids = Array.from({ length: 5_000 }, () => identifiers.memory());
      expect(ids.toSorted()).toEqual(ids);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('makes secrets of the given length that never repeat', () => {
      const identifiers = create();
      const secrets = Array.from({ length: 100 }, () => identifiers.secret(20));
      expect(secrets.every(({ length }) => length === 20)).toBe(true);
      expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(100);
    });
  });
}
