import { type Client, createClient } from '../process/client.ts';

export interface Credentials {
  email: string;
  password: string;
}

export interface TestAccount {
  key: string;
  /** Has all events of memories sent to a URL. */
  createWebhook(url: string): Promise<void>;
}

const events = ['memory.ready', 'memory.failed', 'memory.updated', 'memory.deleted', 'memory.expired'];

/** Logs in, and creates an API key. */
export async function logIn(url: string, credentials: Credentials): Promise<TestAccount> {
  const nobody = createClient(url, null);
  const { access_token: token } = await made(nobody, '/auth/login', credentials, {}, 200);
  const session = { Authorization: `Bearer ${token}` };
  const { key } = await made(nobody, '/api-keys', { label: 'test' }, session);
  return {
    key,
    async createWebhook(receiver) {
      await made(nobody, '/webhooks', { url: receiver, events }, session);
    },
  };
}

/** @returns the body of a response with the expected status @throws {Error} for any other */
export async function made(client: Client, path: string, content: unknown, headers = {}, expected = 201) {
  const { status, body } = await client.send('POST', path, content, headers);
  if (status !== expected) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
