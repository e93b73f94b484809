import type { AccessToken, Account, AccountStore, ApiKey, Identifier } from '../src/ports/account-store.ts';

/** The account store as a few maps: for tests of what stands above it. Held to the same contract as the real ones. */
export function createInMemoryAccountStore(): AccountStore {
  const accounts = new Map<string, { account: Account; passwordHash: string }>();
  const tokens = new Map<string, AccessToken>();
  const keys: { key: ApiKey; hash: string }[] = [];

  const fold = (email: string | null) => email?.normalize('NFC').toLowerCase() ?? null;
  const credentialsOf = (identifier: Identifier) =>
    [...accounts.values()].find(({ account }) =>
      'email' in identifier
        ? account.email !== null && fold(account.email) === fold(identifier.email)
        : account.phone === identifier.phone,
    );
  const existing = (id: string) => {
    const found = accounts.get(id);
    if (!found) throw new Error(`there is no account ${id}`);
    return found;
  };

  const store: AccountStore = {
    async createAccount(account, passwordHash) {
      const { email, phone } = account;
      if (email !== null && credentialsOf({ email })) return 'taken';
      if (phone !== null && credentialsOf({ phone })) return 'taken';
      accounts.set(account.id, { account: { ...account }, passwordHash });
      return 'created';
    },
    async createFirstAccount(account, passwordHash, key, keyHash) {
      if (accounts.size > 0) return 'not_empty';
      accounts.set(account.id, { account: { ...account }, passwordHash });
      await store.createKey(key, keyHash);
      return 'created';
    },
    async findAccount(id) {
      return accounts.get(id)?.account;
    },
    async findCredentials(identifier) {
      const found = credentialsOf(identifier);
      return found && { ...found };
    },
    async listAccounts() {
      return [...accounts.values()].map(({ account }) => account).sort((a, b) => a.createdAt - b.createdAt);
    },
    async changePassword(accountId, passwordHash, keepTokenHash) {
      existing(accountId).passwordHash = passwordHash;
      for (const [hash, token] of tokens) {
        if (token.accountId === accountId && hash !== keepTokenHash?.toString('hex')) tokens.delete(hash);
      }
    },
    async createToken(token) {
      existing(token.accountId);
      tokens.set(token.hash.toString('hex'), { ...token });
    },
    async findToken(hash) {
      const token = tokens.get(hash.toString('hex'));
      return token && { token, account: existing(token.accountId).account };
    },
    async deleteToken(hash) {
      tokens.delete(hash.toString('hex'));
    },
    async purgeTokens(now) {
      const expired = [...tokens].filter(([, { expiresAt }]) => expiresAt <= now);
      for (const [hash] of expired) tokens.delete(hash);
      return expired.length;
    },
    async createKey(key, hash) {
      existing(key.accountId);
      keys.unshift({ key: { ...key }, hash: hash.toString('hex') });
    },
    async findKey(hash) {
      const found = keys.find((kept) => kept.hash === hash.toString('hex'));
      return found && { key: { ...found.key }, account: existing(found.key.accountId).account };
    },
    async listKeys(accountId) {
      const mine = keys.filter(({ key }) => key.accountId === accountId).map(({ key }) => ({ ...key }));
      return mine.sort((a, b) => b.createdAt - a.createdAt);
    },
    async revokeKey(accountId, keyId, at) {
      const found = keys.find(({ key }) => key.id === keyId && key.accountId === accountId);
      if (!found) return undefined;
      found.key.revokedAt ??= at;
      return found.key.revokedAt;
    },
    async touchKeys(uses) {
      for (const { keyId, at } of uses) {
        const found = keys.find(({ key }) => key.id === keyId);
        if (found) found.key.lastUsedAt = Math.max(found.key.lastUsedAt ?? at, at);
      }
    },
  };
  return store;
}
