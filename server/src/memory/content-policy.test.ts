import { describe, expect, it } from 'vitest';
import { DomainError } from '../domain-error.ts';
import type { Metadata } from '../ports/memory-store.ts';
import { applyContentPolicy } from './content-policy.ts';

const token = ['gh', 'p_', 'k3J9xQ2mZ7'.repeat(3), 'Tb4W8c'].join('');

function refusalOf(content: Parameters<typeof applyContentPolicy>[1]): DomainError {
  try {
    applyContentPolicy('reject', content);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

const redactMetadata = (metadata: Metadata) => applyContentPolicy('redact', { metadata });

describe('rejecting', () => {
  it('names field and kind of every secret and repeats none of it', () => {
    const refusal = refusalOf({
      messages: [
        { role: 'user', content: 'hello' },
        { role: 'user', content: 'my password is hunter2!', name: token },
      ],
      metadata: { deep: [{ 'a/b': token }], [token]: { password: 'swordfish' } },
    });
    expect(refusal.code).toBe('sensitive_content');
    expect(refusal.errors?.map(({ path }) => path)).toEqual([
      '/messages/1/content',
      '/messages/1/name',
      '/metadata/deep/0/a~1b',
      '/metadata',
      '/metadata/[redacted: github_token]/password',
    ]);
    expect(refusal.errors?.[0]?.message).toBe(
      'holds a password (password): remove it; secrets belong in a secret manager',
    );
    expect(JSON.stringify([refusal.message, refusal.errors])).not.toMatch(/hunter2|swordfish|k3J9/);
  });

  it('gives back harmless content as it is', () => {
    const content = { text: 'I forgot my password', metadata: { password_policy: 'rotate every 90 days', n: 3 } };
    expect(applyContentPolicy('reject', content)).toEqual({ content, redacted: [] });
  });
});

describe('redacting', () => {
  it('puts a placeholder where the secret stood and says what it did', () => {
    expect(applyContentPolicy('redact', { text: `use ${token}, or log in as bob with password: hunter2` })).toEqual({
      content: { text: 'use [redacted: github_token], or log in as bob with password: [redacted: password]' },
      redacted: [
        { path: '/text', kind: 'github_token' },
        { path: '/text', kind: 'password' },
      ],
    });
  });

  it('leaves nothing to redact', () => {
    const text = `DB_PASSWORD=hunter2\npassword is hunter2!\nhttps://bob:s3cret99@host\n${token}\nPIN: 4821`;
    const metadata = { password: 'hunter2', [token]: 1, pin: 4821 };
    const once = applyContentPolicy('redact', { text, metadata });
    expect(once.redacted.length).toBeGreaterThan(5);
    expect(applyContentPolicy('reject', once.content).redacted).toEqual([]);
  });

  it('judges a value by the key it stands under, through lists and objects', () => {
    const { content, redacted } = redactMetadata({
      password: 'hunter2!',
      db: { pass: 's3cr3t!', port: 5432 },
      passwords: ['Winter2023!'],
      secret: { value: 'Zx91kQp4LmT7vB2n' },
      env: [{ name: 'DB_PASSWORD', value: 'swordfish' }],
      card: 4111111111111111,
      pin: 4821,
      token_count: 12345,
      order: 4539148803436467,
    });
    expect(content.metadata).toEqual({
      password: '[redacted: password]',
      db: { pass: '[redacted: password]', port: 5432 },
      passwords: ['[redacted: password]'],
      secret: { value: '[redacted: secret]' },
      env: [{ name: 'DB_PASSWORD', value: expect.stringMatching(/^\[redacted: \w+\]$/) }],
      card: '[redacted: card_number]',
      pin: '[redacted: pin]',
      token_count: 12345,
      order: 4539148803436467,
    });
    expect(redacted).toHaveLength(7);
  });

  it('renames keys that are secrets, numbers the second, and overwrites none', () => {
    const other = token.replace('Tb4W8c', 'Nf5R2d');
    const { content } = redactMetadata({ [token]: 1, [other]: 2, '[redacted: github_token] 2': 3 });
    expect(content.metadata).toEqual({
      '[redacted: github_token]': 1,
      '[redacted: github_token] 3': 2,
      '[redacted: github_token] 2': 3,
    });
  });

  it('takes __proto__ and constructor as plain names', () => {
    const metadata = JSON.parse('{"__proto__":{"password":"hunter2"},"constructor":"x"}');
    const { content } = redactMetadata(metadata);
    expect(JSON.stringify(content.metadata)).toBe(
      '{"__proto__":{"password":"[redacted: password]"},"constructor":"x"}',
    );
    expect(Object.getPrototypeOf(content.metadata)).toBe(Object.prototype);
  });
});
