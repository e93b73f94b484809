import { expect, it, onTestFinished } from 'vitest';
import type { SecurityEvent } from '../ports/security-events.ts';
import { createSecurityEvents } from './create-security-events.ts';

function openEvents(changes: Partial<Parameters<typeof createSecurityEvents>[0]> = {}) {
  const lines: object[] = [];
  const audited: SecurityEvent[] = [];
  const write = (fields: object) => void lines.push(fields);
  const log = { info: write, warn: write, error: write };
  const audit = async (event: SecurityEvent) => void audited.push(event);
  const events = createSecurityEvents({ log, count: () => {}, audit, ...changes });
  onTestFinished(() => events.stop());
  return { events, lines, audited };
}

const failed = { action: 'log_in', outcome: 'failed', actor: 'anonymous', address: '203.0.113.7' } as const;

it('guesses at other accounts hide no guess from the audit log of an account', async () => {
  const { events, lines, audited } = openEvents();
  for (let guess = 0; guess < 20; guess++) await events.record(failed);
  for (let guess = 0; guess < 20; guess++) await events.record({ ...failed, accountId: 'acct_1' });
  expect(lines).toHaveLength(10);
  expect(audited).toHaveLength(10);
});

it('failed log-ins hide no other failure from the audit log', async () => {
  const { events, audited } = openEvents();
  for (let guess = 0; guess < 20; guess++) await events.record({ ...failed, accountId: 'acct_1' });
  await events.record({ ...failed, action: 'password_changed', accountId: 'acct_1' });
  expect(audited.at(-1)?.action).toBe('password_changed');
});

it('a failure to write the audit log is logged, and rejects nothing', async () => {
  const { events, lines } = openEvents({ audit: () => Promise.reject(new Error('the disk is full')) });
  await events.record({ ...failed, outcome: 'ok', accountId: 'acct_1' });
  expect(lines.at(-1)).toEqual({ err: new Error('the disk is full'), action: 'log_in' });
});
