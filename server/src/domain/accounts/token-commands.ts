import type { IdempotencyRecord, StoredResponse } from '../../ports/memory-rows.ts';
import type { Transaction } from '../../ports/record-store.ts';
import { once } from '../usage/stored-responses.ts';
import { accessTokens, lockAccount, type StoredToken } from './kinds.ts';

/** The maximum of tokens that one command reads. An account has fewer. */
export const maxTokens = 1_000;

/** Hashes are in hexadecimal. */
export const tokenCommands = {
  /** Creates a token, and ends the expired and oldest ones so that at most `maxLive` remain. */
  async createToken(tx: Transaction, { token, maxLive }: { token: StoredToken; maxLive: number }): Promise<void> {
    const { accountId, createdAt } = token;
    await lockAccount(tx, accountId);
    let kept = 0;
    await endTokens(tx, accountId, ({ expiresAt }) => expiresAt <= createdAt || ++kept >= maxLive);
    tx.insert(accessTokens, token);
  },

  /** Deletes one token, or a limited number of those of an account or that have expired. @returns how many */
  async deleteTokens(
    tx: Transaction,
    which: { hash: string } | { accountId: string } | { expiredAt: number },
  ): Promise<number> {
    if ('accountId' in which) return endTokens(tx, which.accountId, () => true);
    const found =
      'hash' in which
        ? await tx.scan(accessTokens, 'hash', { of: [which.hash], limit: 1 })
        : await tx.scan(accessTokens, 'expiry', {
            ...{ of: [], where: { expiresAt: { to: which.expiredAt + 1 } }, limit: maxTokens },
          });
    for (const token of found) tx.delete(accessTokens, token);
    return found.length;
  },

  /** Deletes one token of an account, or all but one. @returns how many there were; none without the one token */
  async endTokens(
    tx: Transaction,
    {
      accountId,
      which,
      idempotencyRecord,
    }: {
      accountId: string;
      which: { hash: string | null } | { keepHash: string };
      idempotencyRecord?: IdempotencyRecord | undefined;
    },
  ): Promise<number | { replayed: StoredResponse }> {
    await lockAccount(tx, accountId);
    return once(tx, accountId, idempotencyRecord, async () => {
      const isEnded = ({ hash }: StoredToken) => ('hash' in which ? hash === which.hash : hash !== which.keepHash);
      const result = await endTokens(tx, accountId, isEnded);
      return { result, written: 'keepHash' in which || result > 0 };
    });
  },

  /** Records the last uses of tokens, and never moves a time backwards. */
  async touchTokens(tx: Transaction, uses: readonly { hash: string; at: number }[]): Promise<void> {
    const lastUses = new Map(uses.map(({ hash, at }) => [hash, at]));
    const where = { hash: { any: [...lastUses.keys()] } };
    for (const token of await tx.scan(accessTokens, 'hash', { of: [], where, limit: lastUses.size })) {
      const at = lastUses.get(token.hash) as number;
      if (at > (token.lastUsedAt ?? 0)) tx.patch(accessTokens, token, { lastUsedAt: at });
    }
  },
};

/** Ends tokens of an account, which are tested from the newest to the oldest one. @returns how many */
export async function endTokens(
  tx: Transaction,
  accountId: string,
  isEnded: (token: StoredToken) => boolean,
): Promise<number> {
  const tokens = await tx.scan(accessTokens, 'created', { of: [accountId], descending: true, limit: maxTokens });
  const ended = tokens.filter(isEnded);
  for (const token of ended) tx.delete(accessTokens, token);
  return ended.length;
}
