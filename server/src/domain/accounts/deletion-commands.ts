import type { AnyKind, Reader, Transaction } from '../../ports/record-store.ts';
import { deleteFound } from '../../ports/scan-pages.ts';
import { webhooks } from '../events/kinds.ts';
import { memories } from '../memories/kinds.ts';
import { requests } from '../usage/kinds.ts';
import { accessTokens, accounts, apiKeys, type DeletionCounts } from './kinds.ts';

/** The maximum of memories that one command removes, each of which has entries in many indexes. */
const maxMemories = 100;
const maxRecords = 1_000;

interface Deletion {
  accountId: string;
  id: string;
}

type StoredCounts = Pick<DeletionCounts, 'memories' | 'requests'>;

/** @param kinds all kinds of records; those whose key begins with the account belong to it */
export function createDeletionCommands(kinds: readonly AnyKind[]) {
  const others = kinds.filter((kind) => kind.key[0] === 'accountId' && kind !== memories);
  /** Memories come first, so that no worker continues with them. */
  const kindsOfAccounts: readonly AnyKind[] = [memories, ...others];

  return {
    /**
     * Ends all credentials and webhooks of an account, which nothing finds from then on.
     * @param input.stored the counts of records that may be too many to be counted here
     * @returns undefined if there is no such account
     */
    async beginDeletion(
      tx: Transaction,
      { accountId, id, at, stored }: Deletion & { at: number; stored: StoredCounts },
    ): Promise<DeletionCounts | undefined> {
      const account = await tx.lock(accounts, { id: accountId });
      if (account?.deletionId !== null) return undefined;
      const deleteAll = (kind: AnyKind) => deleteFound(tx, kind, 'key', { of: [accountId], limit: maxRecords });
      const counts = { ...stored, apiKeys: await deleteAll(apiKeys), sessions: await deleteAll(accessTokens) };
      await deleteAll(webhooks);
      const nobody = { email: null, emailFolded: null, phone: null, passwordHash: '' };
      const deletion = { deletionId: id, deletionBegunAt: at, deletionCounts: counts };
      tx.patch(accounts, { id: accountId }, { ...nobody, ...deletion });
      return counts;
    },

    /** Removes records of one kind. @param input.id undefined: only a part of a copy is there @returns how many */
    async removeOfAccount(tx: Transaction, { accountId, id }: { accountId: string; id: string | undefined }) {
      if ((await tx.get(accounts, { id: accountId }))?.deletionId !== id) return 0;
      for (const kind of kindsOfAccounts) {
        const limit = kind === memories ? maxMemories : maxRecords;
        const deleted = await deleteFound(tx, kind, 'key', { of: [accountId], limit, expired: 'also' });
        if (deleted > 0) return deleted;
      }
      return 0;
    },

    /** Removes the record of the account, unless others are left, or requests from before may still write. */
    async finishDeletion(tx: Transaction, { accountId, id, graceMs }: Deletion & { graceMs: number }) {
      const account = await tx.get(accounts, { id: accountId });
      if (account?.deletionId !== id || tx.now - (account.deletionBegunAt ?? 0) < graceMs) return false;
      for (const kind of kindsOfAccounts) {
        if ((await tx.count(kind, 'key', { of: [accountId], max: 1, expired: 'also' })) > 0) return false;
      }
      tx.delete(accounts, account);
      return true;
    },
  };
}

export type DeletionCommands = ReturnType<typeof createDeletionCommands>;

export const deletionQueries = {
  async countStored(reader: Reader, { accountId }: { accountId: string }): Promise<StoredCounts> {
    const of = [accountId];
    const stored = await reader.count(memories, 'key', { of, expired: 'also' });
    return { memories: stored, requests: await reader.count(requests, 'key', { of }) };
  },
};
