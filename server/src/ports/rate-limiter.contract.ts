import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RateLimiter, RateRule } from './rate-limiter.ts';

/** The contract that every {@link RateLimiter} fulfils. */
export function describeRateLimiter(
  name: string,
  create: () => Promise<{ limiter: RateLimiter; close(): Promise<void> }>,
): void {
  describe(`${name} as a rate limiter`, () => {
    let limiter: RateLimiter;
    let close: () => Promise<void>;
    let rule: RateRule;
    beforeEach(async () => {
      ({ limiter, close } = await create());
      // Counters outside this process may outlive a test.
      rule = { name: crypto.randomUUID(), points: 3, windowSeconds: 60 };
    });
    afterEach(() => close());

    const takes = async (count: number, subject = 'one', limit = rule) => {
      const verdicts = [];
      for (let taken = 0; taken < count; taken++) verdicts.push(await limiter.take(limit, subject));
      return verdicts;
    };

    it('admits as many as the rule has points, counting down to the end of the window, and not one more', async () => {
      const verdicts = await takes(5);
      expect(verdicts.map(({ admitted }) => admitted)).toEqual([true, true, true, false, false]);
      expect(verdicts.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
      for (const { resetMs } of verdicts) {
        expect(resetMs).toBeGreaterThan(55_000);
        expect(resetMs).toBeLessThanOrEqual(60_000);
      }
    });

    it('admits exactly as many when all come at once', async () => {
      const verdicts = await Promise.all(Array.from({ length: 50 }, () => limiter.take(rule, 'one')));
      expect(verdicts.filter(({ admitted }) => admitted)).toHaveLength(3);
    });

    it('admits again when the window has passed, however many came meanwhile, and gives nothing back to it', async () => {
      const short = { ...rule, windowSeconds: 1 };
      const startedAt = performance.now();
      await takes(3, 'two', short);
      await takes(4, 'one', short);
      await expect.poll(async () => (await limiter.take(short, 'one')).admitted, { timeout: 3_000 }).toBe(true);
      const elapsedMs = performance.now() - startedAt;
      expect(elapsedMs).toBeGreaterThan(950);
      expect(elapsedMs).toBeLessThan(2_000);
      await limiter.giveBack(short, 'two');
      expect((await takes(4, 'two', short)).map(({ admitted }) => admitted)).toEqual([true, true, true, false]);
    });

    it('counts each subject separately for each rule, and applies the points of a larger plan at once', async () => {
      await takes(4);
      expect((await limiter.take(rule, 'two')).admitted).toBe(true);
      expect((await limiter.take({ ...rule, name: `${rule.name} too` }, 'one')).admitted).toBe(true);
      expect((await limiter.take({ ...rule, points: 10 }, 'one')).admitted).toBe(true);
    });

    it('peek returns the verdict of take, and counts nothing', async () => {
      const atFirst = await limiter.peek(rule, 'one');
      expect(atFirst).toMatchObject({ admitted: true, remaining: 2 });
      expect(atFirst.resetMs).toBeGreaterThan(55_000);
      for (let peeked = 0; peeked < 9; peeked++) await limiter.peek(rule, 'one');
      expect((await takes(3)).map(({ admitted }) => admitted)).toEqual([true, true, true]);
      expect(await limiter.peek(rule, 'one')).toMatchObject({ admitted: false, remaining: 0 });
    });

    it('admits another request after one was given back, and never gives back more than was taken', async () => {
      await limiter.giveBack(rule, 'one');
      await takes(3);
      await limiter.giveBack(rule, 'one');
      expect((await takes(2)).map(({ admitted }) => admitted)).toEqual([true, false]);
      await Promise.all(Array.from({ length: 9 }, () => limiter.giveBack(rule, 'one')));
      expect((await takes(4)).map(({ admitted }) => admitted)).toEqual([true, true, true, false]);
    });

    it('accepts any text as a subject', async () => {
      for (const subject of ['', '::1/64', 'a:b', '__proto__', 'ünï😀', 'x'.repeat(1_000)]) {
        expect((await takes(4, subject)).map(({ admitted }) => admitted)).toEqual([true, true, true, false]);
      }
    });
  });
}
