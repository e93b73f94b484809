import { randomUUID } from 'node:crypto';
import type { RunningServer } from './server.ts';

/** The credentials that a case may name. */
export interface Credentials {
  api_key: string;
  access_token: string;
  read_key: string;
  write_key: string;
  restricted_key: string;
  free_key: string;
  revoked_key: string;
}

type Post = <Body>(path: string, body: unknown, token?: string, method?: string) => Promise<Body>;

const postTo =
  (url: string): Post =>
  async (path, body, token, method = 'POST') => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} for the credentials of the cases: ${await response.text()}`);
    return (await response.json()) as never;
  };

/** Creates the credentials with plain requests, so that no SDK takes part in its own check. */
export async function makeCredentials({ url, apiKey, email, password }: RunningServer): Promise<Credentials> {
  const post = postTo(url);
  const signIn = async (name: string) =>
    (await post<{ access_token: string }>('/auth/login', { email: name, password })).access_token;
  const makeKey = (token: string, label: string, limits: object = {}) =>
    post<{ id: string; key: string }>('/api-keys', { label, ...limits }, token);

  const token = await signIn(email);
  const revoked = await makeKey(token, 'revoked');
  await post(`/api-keys/${revoked.id}`, undefined, token, 'DELETE');
  const freeEmail = `free-${randomUUID()}@example.com`;
  await post('/auth/register', { email: freeEmail, password });
  return {
    api_key: apiKey,
    access_token: token,
    read_key: (await makeKey(token, 'reading', { scopes: ['read'] })).key,
    write_key: (await makeKey(token, 'writing', { scopes: ['write'] })).key,
    restricted_key: (await makeKey(token, 'restricted', { restrict: { user_id: 'alice' } })).key,
    free_key: (await makeKey(await signIn(freeEmail), 'free')).key,
    revoked_key: revoked.key,
  };
}
