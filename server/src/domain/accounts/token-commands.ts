import { DomainError } from '../../ports/errors.ts';
import type { Transaction } from '../../ports/record-store.ts';
import type { Idempotency } from '../usage/idempotency.ts';
import { type Once, once } from '../usage/stored-responses.ts';
import { type AccessToken, accessTokens, apiKeys, lockAccount } from './kinds.ts';

/** The maximum of tokens that one command reads. An account has fewer. */
export const maxTokens = 1_000;

interface EndedSessions {
  accountId: string;
  /** The present time, from which expired tokens count as ended. */
  now: number;
  idempotency?: Idempotency | undefined;
}

export const tokenCommands = {
  /** Creates a token, and ends the expired and oldest ones so that at most `maxLive` remain. */
  async createToken(tx: Transaction, { token, maxLive }: { token: AccessToken; maxLive: number }): Promise<void> {
    const { accountId, createdAt } = token;
    await lockAccount(tx, accountId);
    let kept = 0;
    await endTokens(tx, accountId, ({ expiresAt }) => expiresAt <= createdAt || ++kept >= maxLive);
    tx.insert(accessTokens, token);
  },

  /** Deletes one token, those of an account, or a limited number of expired ones. @returns how many */
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

  /** Ends a session of the account. @throws {DomainError} `not_found`, also for the session of another account */
  async endSession(
    tx: Transaction,
    { accountId, sessionId, now, idempotency }: EndedSessions & { sessionId: string },
  ): Promise<Once<null>> {
    await lockAccount(tx, accountId);
    return once(tx, accountId, idempotency, async () => {
      const isEnded = ({ hash, expiresAt }: AccessToken) => expiresAt > now && sessionIdOf(hash) === sessionId;
      if ((await endTokens(tx, accountId, isEnded)) > 0) return null;
      const message = 'Unknown session. GET /auth/sessions lists the sessions of this account.';
      throw new DomainError('not_found', message);
    });
  },

  /** Ends every session of the account except one. @returns how many there were */
  async endOtherSessions(
    tx: Transaction,
    { accountId, tokenHash, idempotency }: Omit<EndedSessions, 'now'> & { tokenHash: string },
  ): Promise<Once<number>> {
    await lockAccount(tx, accountId);
    return once(tx, accountId, idempotency, () => endTokens(tx, accountId, ({ hash }) => hash !== tokenHash));
  },

  /**
   * Records the last uses of credentials, and never moves a time backwards.
   * @param uses the ids of API keys and the hashes of access tokens, with the time of their use
   */
  async recordUses(tx: Transaction, uses: ReadonlyMap<string, number>): Promise<void> {
    const any = [...uses.keys()];
    const keys = await tx.scan(apiKeys, 'id', { of: [], where: { id: { any } }, limit: any.length });
    const tokens = await tx.scan(accessTokens, 'hash', { of: [], where: { hash: { any } }, limit: any.length });
    const isLater = (id: string, { lastUsedAt }: { lastUsedAt: number | null }) =>
      (uses.get(id) as number) > (lastUsedAt ?? 0);
    for (const key of keys) {
      if (isLater(key.id, key)) tx.patch(apiKeys, key, { lastUsedAt: uses.get(key.id) as number });
    }
    for (const token of tokens) {
      if (isLater(token.hash, token)) tx.patch(accessTokens, token, { lastUsedAt: uses.get(token.hash) as number });
    }
  },
};

/** The rejection of an access token that does not exist, has expired or was ended. */
export function endedToken(): DomainError {
  const message = 'This access token is invalid or has expired. Get a new one from POST /auth/login.';
  return new DomainError('unauthenticated', message);
}

/** Identifies a session by the beginning of its token's hash, which is too short to find a token with. */
export function sessionIdOf(tokenHash: string): string {
  return `ses_${tokenHash.slice(0, 26)}`;
}

/** Ends tokens of an account, which are tested from the newest to the oldest one. @returns how many */
export async function endTokens(
  tx: Transaction,
  accountId: string,
  isEnded: (token: AccessToken) => boolean,
): Promise<number> {
  const tokens = await tx.scan(accessTokens, 'created', { of: [accountId], descending: true, limit: maxTokens });
  const ended = tokens.filter(isEnded);
  for (const token of ended) tx.delete(accessTokens, token);
  return ended.length;
}
