import { describe, expect, it } from 'vitest';
import type { Clock } from './clock.ts';

/** The contract that every {@link Clock} fulfils. */
export function describeClock(name: string, create: () => Clock): void {
  describe(`${name} as a clock`, () => {
    it('returns milliseconds since 1970 as an integer that a date can hold', () => {
      const now = create().now();
      expect(Number.isSafeInteger(now)).toBe(true);
      expect(new Date(now).getUTCFullYear()).toBeGreaterThan(2020);
    });

    it('advances', async () => {
      const clock = create();
      const start = clock.now();
      await expect.poll(() => clock.now()).toBeGreaterThan(start);
    });
  });
}
