import { expect, it } from 'vitest';
import { attemptRules } from '../../src/domain/accounts/attempt-throttle.ts';
import type { RateLimiter } from '../../src/ports/rate-limiter.ts';
import { useTestApp } from '../http/shared-apps.ts';

const away = () => Promise.reject(new Error('connection refused'));
const limiter: RateLimiter = { take: away, peek: away, giveBack: away };

const app = useTestApp({ MNEMA_RATE_LIMITS: 'plan' }, { limiter, attemptRules });

it('wrong passwords are limited by each process while the shared counters are away', async () => {
  const guess = { email: 'ada@example.com', password: 'a wrong guess' };
  const statuses = [];
  while (statuses.length < 12) statuses.push((await app.client({}).post('/auth/login', guess)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});
