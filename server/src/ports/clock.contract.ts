import { describe, expect, it } from 'vitest';
import type { Clock } from './clock.ts';

/** The one contract of {@link Clock}; every adapter passes it. */
export function describeClock(name: string, create: () => Clock): void {
  describe(`${name} as a clock`, () => {
    it('tells milliseconds since 1970 as a whole number that a date can hold', () => {
      const now = create().now();
      expect(Number.isSafeInteger(now)).toBe(true);
      expect(new Date(now).getUTCFullYear()).toBeGreaterThan(2020);
    });

    it('goes on', async () => {
      const clock = create();
      const start = clock.now();
      await expect.poll(() => clock.now()).toBeGreaterThan(start);
    });
  });
}
