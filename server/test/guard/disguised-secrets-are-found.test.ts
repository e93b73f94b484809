import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/domain/accounts/api-keys.ts';
import { applyContentPolicy, type Content } from '../../src/domain/memories/content-policy.ts';
import { DomainError } from '../../src/ports/errors.ts';

/** Put together here, so that no file holds anything that looks like a token. */
const token = ['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('');

/** Returns the paths and kinds that a write is rejected for. */
async function rejected(content: Content): Promise<string[]> {
  const { redacted } = await applyContentPolicy('acct_ana', 'redact', content);
  return redacted.map(({ path, kind }) => `${path} ${kind}`);
}

const user = (content: string) => ({ role: 'user' as const, content });
const assistant = (content: string) => ({ role: 'assistant' as const, content });

describe('messages are read together', () => {
  it.each([
    ['in the next message', [user('the password is'), user('swordfish')], ['/messages/1/content password']],
    [
      "in the speaker's next message",
      [user('my password is'), assistant('Yes?'), user('swordfish')],
      ['/messages/2/content password'],
    ],
    ['in a reply', [assistant("What's your password?"), user('hunter2!')], ['/messages/1/content password']],
    [
      'in two halves',
      [user(`take ${token.slice(0, 20)}`), user(`${token.slice(20)} and go`)],
      ['/messages/0/content github_token', '/messages/1/content github_token'],
    ],
    ['nowhere', [user('I forgot my password'), assistant('Reset it on the login page.')], []],
  ])('a secret is found %s', async (_where, messages, expected) => {
    expect(await rejected({ messages })).toEqual(expected);
  });

  it('and keep everything but the secret', async () => {
    const messages = [user('my password is'), user('hunter2! and my cat is Miso')];
    const { content } = await applyContentPolicy('acct_ana', 'redact', { messages });
    expect(content.messages).toEqual([user('my password is'), user('[redacted: password] and my cat is Miso')]);
  });
});

it('the label of an API key is rejected with a secret in it, which is not repeated', async () => {
  for (const label of [`ci ${token}`, 'password: hunter2!']) {
    // It is rejected before any service is needed.
    const error = await createApiKey({ clock: { now: () => 0 } } as never, { accountId: 'a', label }).catch(
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(DomainError);
    expect([error.code, error.errors[0].path]).toEqual(['invalid_request', '/label']);
    expect(JSON.stringify([error.message, error.errors])).not.toMatch(/q8Zt3LmV|hunter2/);
  }
});
