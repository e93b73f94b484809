import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { makeAccount } from '../../../../test/make-account.ts';
import { temporaryDirectory } from '../../../../test/process/spawn-server.ts';
import { sqliteDomain } from '../../../app/store-commands.ts';
import { prepareStoreFile } from '../connection/store-file.ts';
import type { WriterOperations } from './serve-writes.ts';
import { createStoreThread } from './store-thread.ts';

function openWriter() {
  const file = prepareStoreFile(temporaryDirectory(), sqliteDomain.kinds);
  const writer = createStoreThread<WriterOperations>('writer-thread', sqliteDomain.workers.writer, { file }, () => {});
  const db = new DatabaseSync(file, { readOnly: true });
  onTestFinished(async () => {
    db.close();
    await writer.close();
  });
  const sql = 'SELECT account_name.id, passwordHash FROM accounts JOIN account_name ON number = accounts.id ORDER BY 1';
  return { writer, accounts: () => db.prepare(sql).all() };
}

const call = (name: string, input: unknown) => ({ accountId: '', name, input, now: 0 }) as const;
const newAccount = (id: string) => call('createAccount', { account: makeAccount(id), passwordHash: 'first' });

it('a command that fails halfway leaves nothing behind, and the others of its group are done', async () => {
  const { writer, accounts } = openWriter();
  // SQLite takes no bytes as a text, which it finds while it writes.
  const change = { accountId: 'acct_ana', passwordHash: new Uint8Array(1), replaces: undefined, keepTokenHash: null };
  // Calls of the same tick arrive together.
  const ends = await Promise.allSettled([
    writer.run('', 'command', newAccount('acct_ana')),
    writer.run('', 'command', call('changePassword', change)),
    writer.run('', 'command', newAccount('acct_bob')),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(accounts()).toMatchObject([
    { id: 'acct_ana', passwordHash: 'first' },
    { id: 'acct_bob', passwordHash: 'first' },
  ]);
});
