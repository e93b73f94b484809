import type { Transaction } from '../../ports/record-store.ts';
import { revokeKeys } from './key-commands.ts';
import {
  type Account,
  type ApiKey,
  accounts,
  apiKeys,
  type CustomLimits,
  findPresentAccount,
  foldEmail,
  lockAccount,
  missingAccount,
  type Plan,
} from './kinds.ts';
import { endTokens } from './token-commands.ts';

const notDeleting = { deletionId: null, deletionBegunAt: null, deletionCounts: null };

export const accountCommands = {
  /**
   * Creates an account. With a first key, it creates both only in a store without any account.
   * @returns `taken` if the email or phone belongs to another account
   */
  async createAccount(
    tx: Transaction,
    { account, passwordHash, first }: NewAccount,
  ): Promise<'created' | 'taken' | 'not_empty'> {
    if (first && (await tx.count(accounts, 'created', { of: [], max: 1 })) > 0) return 'not_empty';
    const { email, phone } = account;
    const emailFolded = email === null ? null : foldEmail(email);
    const byEmail = emailFolded !== null && (await tx.count(accounts, 'email', { of: [emailFolded], max: 1 })) > 0;
    const byPhone = phone !== null && (await tx.count(accounts, 'phone', { of: [phone], max: 1 })) > 0;
    if (byEmail || byPhone) return 'taken';
    tx.insert(accounts, { ...account, ...notDeleting, emailFolded, passwordHash, isFirst: first ? true : null });
    if (first) tx.insert(apiKeys, first);
    return 'created';
  },

  /**
   * Sets the given values, including single limits. The others stay unchanged. Limits also stay on other plans than the
   * enterprise plan, and apply again on that.
   * @returns the changed account
   * @throws {DomainError} `not_found`
   */
  async updateAccount(
    tx: Transaction,
    { accountId, changes }: { accountId: string; changes: AccountChanges },
  ): Promise<Account> {
    const account = await findPresentAccount(tx, accountId);
    if (!account) throw missingAccount(accountId);
    const set = { ...changes, limits: { ...account.limits, ...changes.limits } };
    tx.patch(accounts, { id: accountId }, set);
    return { ...account, ...set };
  },

  /** Sets the hash, ends all tokens but one, and revokes the keys on request. */
  async changePassword(tx: Transaction, change: PasswordChange): Promise<'changed' | 'stale'> {
    const { accountId, passwordHash, replaces, keepTokenHash, revokeKeysAt } = change;
    const account = await lockAccount(tx, accountId);
    if (replaces !== undefined && account.passwordHash !== replaces) return 'stale';
    tx.patch(accounts, { id: accountId }, { passwordHash });
    await endTokens(tx, accountId, ({ hash }) => hash !== keepTokenHash);
    if (revokeKeysAt !== undefined) await revokeKeys(tx, accountId, revokeKeysAt);
    return 'changed';
  },
};

interface NewAccount {
  account: Account;
  passwordHash: string;
  first?: ApiKey;
}

export interface AccountChanges {
  plan?: Plan;
  limits?: Partial<CustomLimits>;
  suspendedAt?: number | null;
}

interface PasswordChange {
  accountId: string;
  passwordHash: string;
  replaces?: string;
  keepTokenHash?: string;
  revokeKeysAt?: number | undefined;
}
