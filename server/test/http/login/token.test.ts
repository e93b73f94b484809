import { expect } from 'vitest';
import { it } from '../shared-apps.ts';
import type { Client, TestApp } from '../start-test-app.ts';

let app: TestApp;
let anyone: Client;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  anyone = app.client({});
});

const password = 'correct horse battery staple';

it('200: an opaque token that lives for 30 days and is not to be cached', async () => {
  const response = await anyone.post('/auth/login', { email: app.first.email, password: app.first.password });
  expect(response.body).toMatchObject({
    access_token: expect.stringMatching(/^mnt_[0-9A-Za-z]+$/),
    token_type: 'Bearer',
  });
  const days = (Date.parse(response.body.expires_at) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
  expect(response.headers['cache-control']).toBe('no-store');
});

it('401: an impossible address like one that nobody has', async () => {
  for (const email of ['not an address', "' OR 1=1 --", 'nobody@example.com']) {
    const response = await anyone.post('/auth/login', { email, password });
    expect([response.status, response.body.detail]).toEqual([
      401,
      expect.stringContaining('Incorrect email or password'),
    ]);
  }
});
