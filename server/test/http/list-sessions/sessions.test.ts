import { expect } from 'vitest';
import { it } from '../shared-apps.ts';
import type { TestAccount, TestApp } from '../start-test-app.ts';

let app: TestApp;
let account: TestAccount;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  account = await app.register();
});

it('200: the sessions of the account with their programs and last uses, newest first', async () => {
  const { email, password } = account;
  const agent = `Mozilla/5.0 ${'x'.repeat(300)}`;
  const { body: second } = await app.client({ 'User-Agent': agent }).post('/auth/login', { email, password });
  const { status, body, text } = await account.session.get('/auth/sessions');
  expect(status).toBe(200);
  expect(body.results).toEqual([
    {
      ...{ id: expect.stringMatching(/^ses_[0-9a-f]{26}$/), current: false, user_agent: agent.slice(0, 256) },
      ...{ created_at: expect.any(String), expires_at: second.expires_at, last_used_at: null, address: '127.0.0.1' },
    },
    expect.objectContaining({ current: true, last_used_at: expect.any(String) }),
  ]);
  expect(text).not.toContain(second.access_token);
});
