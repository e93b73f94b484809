import type { BrowserContext } from 'playwright-core';

export interface TestAccount {
  email: string;
  password: string;
  /** Calls an operation with the access token of the account. @throws unless it succeeds */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Gives a browser the session, as the sign-in would. */
  signIn(context: BrowserContext): Promise<void>;
}

let count = 0;

async function send(url: string, method: string, body: unknown, headers: Record<string, string>): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Registers an account of its own for a test. */
export async function makeAccount(url: string): Promise<TestAccount> {
  count += 1;
  const email = `person-${count}@example.com`;
  const password = ['correct', 'horse', 'battery'].join('-');
  await send(`${url}/auth/register`, 'POST', { email, password }, {});
  const { access_token } = (await send(`${url}/auth/login`, 'POST', { email, password }, {})) as {
    access_token: string;
  };
  return {
    email,
    password,
    call: (method, path, body) => send(`${url}${path}`, method, body, { authorization: `Bearer ${access_token}` }),
    signIn: (context) =>
      context.addCookies([
        { name: 'mnema_session', value: access_token, url, httpOnly: true, sameSite: 'Strict', secure: false },
      ]),
  };
}
