import { expect, it } from 'vitest';
import { attemptRules } from '../../src/domain/accounts/attempt-throttle.ts';
import type { RateLimiter } from '../../src/ports/rate-limiter.ts';
import { useTestApp } from '../http/shared-apps.ts';

const away = () => Promise.reject(new Error('connection refused'));
const limiter: RateLimiter = { take: away, peek: away, giveBack: away };

const app = useTestApp({ MNEMA_RATE_LIMITS: 'plan' }, { limiter, attemptRules });

async function statuses(count: number, send: () => Promise<{ status: number }>): Promise<number[]> {
  const received = [];
  for (let sent = 0; sent < count; sent++) received.push((await send()).status);
  return received;
}

it('wrong passwords are limited by each process while the shared counters are away', async () => {
  const guess = () => app.client({}).post('/auth/login', { email: 'ada@example.com', password: 'a wrong guess' });
  expect(await statuses(12, guess)).toEqual([...Array(10).fill(401), 429, 429]);
});

it('rates of plans are not limited meanwhile, since a limit must not take the service down', async () => {
  const account = await app.register();
  expect(await statuses(30, () => account.api.get('/usage'))).toEqual(Array(30).fill(200));
});
