import { toMilliseconds } from '../../api/dates.ts';
import type { Handlers } from '../../api/operation-types.ts';
import { presentAccount, presentKey } from '../../api/present-account.ts';
import { toDateTime } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';

type AccountOperation =
  | 'changePassword'
  | 'createApiKey'
  | 'getAccount'
  | 'listApiKeys'
  | 'login'
  | 'logout'
  | 'registerAccount'
  | 'revokeApiKey';

/** No cache may keep a response that carries a secret. */
const uncached = { 'Cache-Control': 'no-store' };

/** Creates the handlers of accounts, sessions and API keys. */
export function accountHandlers({ accounts }: Pick<HttpServices, 'accounts'>): Pick<Handlers, AccountOperation> {
  return {
    async registerAccount({ body, address, concerns }) {
      const account = await accounts.registerAccount({ ...body, address: address() });
      concerns({ accountId: account.id });
      return { status: 201, body: presentAccount(account) };
    },

    async login({ body, address, concerns }) {
      const { accessToken, expiresAt } = await accounts.logIn({
        ...body,
        address: address(),
        onAccount: (accountId) => concerns({ accountId }),
      });
      const token = { access_token: accessToken, token_type: 'Bearer', expires_at: toDateTime(expiresAt) };
      return { status: 200, headers: uncached, body: token };
    },

    async logout(_request, principal) {
      await accounts.logOut(tokenOf(principal));
      return { status: 204 };
    },

    async changePassword({ body, address, concerns }, principal) {
      const revokeApiKeys = body.revoke_api_keys ?? false;
      if (revokeApiKeys) concerns({ changed: ['api_keys'] });
      await accounts.changePassword({
        account: principal.account,
        currentPassword: body.current_password,
        newPassword: body.new_password,
        tokenHash: tokenOf(principal),
        address: address(),
        revokeApiKeys,
      });
      return { status: 204 };
    },

    getAccount: async (_request, { account }) => ({ status: 200, body: presentAccount(account) }),

    async createApiKey({ body, concerns }, principal) {
      const { key, secret } = await accounts.createApiKey({
        accountId: principal.account.id,
        tokenHash: tokenOf(principal),
        label: body.label,
        scopes: body.scopes,
        expiresAt: body.expires_at === undefined ? undefined : toMilliseconds('/expires_at', body.expires_at),
      });
      concerns({ keyId: key.id, keyPrefix: key.keyPrefix });
      const { last_used_at: _used, revoked_at: _revoked, ...created } = presentKey(key);
      return { status: 201, headers: uncached, body: { ...created, key: secret } };
    },

    async listApiKeys({ query }, { account }) {
      const { keys, nextCursor } = await accounts.listApiKeys({
        accountId: account.id,
        limit: query.limit ?? 1_000,
        cursor: query.cursor,
      });
      return { status: 200, body: { results: keys.map(presentKey), next_cursor: nextCursor } };
    },

    async revokeApiKey({ path, concerns }, { account }) {
      concerns({ keyId: path.key_id });
      const revokedAt = await accounts.revokeApiKey({ accountId: account.id, keyId: path.key_id });
      return { status: 200, body: { id: path.key_id, revoked_at: toDateTime(revokedAt) } };
    },
  };
}

/** Returns the access token of a principal. The contract lets nothing else in to the operations that need one. */
function tokenOf({ tokenHash }: Principal): Buffer {
  if (!tokenHash) throw new Error('this operation takes access tokens only: the contract must say so');
  return tokenHash;
}
