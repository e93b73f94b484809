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
const bearer = (token: string) => app.client({ Authorization: `Bearer ${token}` });

it('201: opens an account on the free plan that can sign in', async () => {
  const response = await anyone.post('/auth/register', { email: 'Ada@Example.com', password });
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    id: expect.stringMatching(/^acct_[0-9A-Z]{26}$/),
    email: 'Ada@Example.com',
    phone: null,
    plan: 'free',
    created_at: expect.any(String),
  });
  const login = await anyone.post('/auth/login', { email: 'ada@EXAMPLE.com', password });
  expect((await bearer(login.body.access_token).get('/auth/me')).body).toEqual(response.body);
});

it.each(['ada@example.com', 'ADA@EXAMPLE.COM'])('409: an email that is taken, in whatever case: %s', async (email) => {
  const response = await anyone.post('/auth/register', { email, password });
  expect([response.status, response.body.code]).toEqual([409, 'conflict']);
});

it('201: takes a phone number instead, once', async () => {
  const response = await anyone.post('/auth/register', { phone: '+46701234567', password });
  expect(response.body).toMatchObject({ email: null, phone: '+46701234567' });
  expect((await anyone.post('/auth/login', { phone: '+46701234567', password })).status).toBe(200);
  expect((await anyone.post('/auth/register', { phone: '+46701234567', password })).status).toBe(409);
});

it('409: all but one of the simultaneous registrations of one email', async () => {
  const register = () => anyone.post('/auth/register', { email: 'rush@example.com', password });
  const statuses = (await Promise.all(Array.from({ length: 4 }, register))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 409, 409, 409]);
});

it.each([
  ['8 digits', '12345678'],
  ['blanks around', ' leading and trailing '],
  ['8 astral characters', '😀'.repeat(8)],
  ['256 astral characters', '😀'.repeat(256)],
])('201: takes a password of %s exactly as given', async (_title, given) => {
  const email = `${crypto.randomUUID()}@example.com`;
  expect((await anyone.post('/auth/register', { email, password: given })).status).toBe(201);
  expect((await anyone.post('/auth/login', { email, password: given })).status).toBe(200);
  expect((await anyone.post('/auth/login', { email, password: [...given].with(-1, '.').join('') })).status).toBe(401);
});

it('403: a server with registration closed, where those who are registered still log in', async ({ apps }) => {
  const closed = await apps.closed();
  const { body, status } = await closed.client({}).post('/auth/register', { email: 'new@example.com', password });
  expect([status, body.code, body.detail]).toEqual([403, 'registration_closed', expect.stringContaining('operator')]);
  expect(await closed.logIn(closed.first)).toEqual(expect.any(String));
});
