import type { Handlers } from '../../api/operation-types.ts';
import { presentAccount, presentAuditEvent, presentCounts } from '../../api/present-account.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';

export function accountHandlers({ accounts }: Pick<HttpServices, 'accounts'>) {
  return {
    async registerAccount({ body, address, concerns }) {
      const account = await accounts.registerAccount({ ...body, address: address() });
      concerns({ accountId: account.id });
      return { status: 201, body: presentAccount(account) };
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

    async deleteAccount({ body, address, concerns }, principal) {
      const { account } = principal;
      const { deletionId, counts } = await accounts.deleteAccount({
        ...{ account, password: body.password, tokenHash: tokenOf(principal), address: address() },
      });
      concerns({ detail: { deletion_id: deletionId } });
      return { status: 202, body: { deletion_id: deletionId, counts: presentCounts(counts) } };
    },

    async listAuditEvents({ query }, { account }) {
      const page = { accountId: account.id, limit: query.limit ?? 100, cursor: query.cursor };
      const { events, nextCursor } = await accounts.listAuditEvents(page);
      return { status: 200, body: { results: events.map(presentAuditEvent), next_cursor: nextCursor } };
    },

    getAccount: async (_request, { account }) => ({ status: 200, body: presentAccount(account) }),
  } satisfies Partial<Handlers>;
}

/** In the contract, the operations that need an access token accept no other credential. */
export function tokenOf({ tokenHash }: Principal): string {
  if (!tokenHash) throw new Error('this operation takes access tokens only: the contract must say so');
  return tokenHash;
}
