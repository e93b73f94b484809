import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { prepareStoreFile } from '../connection/store-file.ts';
import { createWriter } from './writer.ts';

function openWriter() {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-writer-'));
  const file = prepareStoreFile(directory);
  const writer = createWriter({ file }, () => {});
  const db = new DatabaseSync(file, { readOnly: true });
  onTestFinished(async () => {
    db.close();
    await writer.close();
    rmSync(directory, { recursive: true });
  });
  return { writer, accounts: () => db.prepare('SELECT id, password_hash FROM account ORDER BY id').all() };
}

function newAccount(name: string) {
  const contact = { email: `${name}@example.com`, phone: null };
  const limits = { memoryWrites: null, memorySearches: null, endUsers: null };
  const account = { id: `acct_${name}`, ...contact, plan: 'free' as const, createdAt: 0, suspendedAt: null, limits };
  return { account, passwordHash: 'first' };
}

it('an operation that fails halfway leaves nothing behind, and the others of its group are done', async () => {
  const { writer, accounts } = openWriter();
  // SQLite takes no object as a hash, which it finds after the password has been changed.
  const change = { accountId: 'acct_ana', passwordHash: 'new', replaces: null, keepTokenHash: {}, revokeKeysAt: null };
  // Calls of the same tick arrive together.
  const ends = await Promise.allSettled([
    writer.run('createAccount', newAccount('ana')),
    writer.run('changePassword', change as never),
    writer.run('createAccount', newAccount('bob')),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(accounts()).toMatchObject([
    { id: 'acct_ana', password_hash: 'first' },
    { id: 'acct_bob', password_hash: 'first' },
  ]);
});
