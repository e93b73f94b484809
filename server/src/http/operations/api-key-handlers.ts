import { toMilliseconds } from '../../api/dates.ts';
import type { Handlers } from '../../api/operation-types.ts';
import { presentKey, presentNewKey } from '../../api/present-account.ts';
import { toDateTime } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import type { KeyRestriction } from '../../domain/accounts/kinds.ts';
import type { components } from '../../generated/contract.d.ts';
import { tokenOf } from './account-handlers.ts';
import { idempotencyOf, replayHeaders } from './idempotency.ts';

export function apiKeyHandlers({ accounts }: Pick<HttpServices, 'accounts'>) {
  return {
    async createApiKey(request, principal) {
      const { label, scopes, restrict, expires_at: expiresAt } = request.body;
      const created = await accounts.createApiKey({
        accountId: principal.account.id,
        tokenHash: tokenOf(principal),
        label,
        scopes,
        restriction: restrict && toRestriction(restrict),
        expiresAt: expiresAt === undefined ? undefined : toMilliseconds('/expires_at', expiresAt),
        idempotency: idempotencyOf(request, principal),
      });
      const { key, secret } = created;
      request.concerns({ keyId: key.id, keyPrefix: key.keyPrefix });
      return { status: 201, headers: replayHeaders(created), body: presentNewKey(key, secret) };
    },

    async listApiKeys({ query }, { account }) {
      const page = { accountId: account.id, limit: query.limit ?? 1_000, cursor: query.cursor };
      const { keys, nextCursor } = await accounts.listApiKeys(page);
      return { status: 200, body: { results: keys.map(presentKey), next_cursor: nextCursor } };
    },

    async rotateApiKey(request, principal) {
      const { key_id: keyId } = request.path;
      request.concerns({ keyId });
      const rotated = await accounts.rotateApiKey({
        ...{ accountId: principal.account.id, keyId, overlapSeconds: request.body.overlap_seconds },
        ...{ tokenHash: tokenOf(principal), idempotency: idempotencyOf(request, principal) },
      });
      const { key, secret, replaced } = rotated;
      request.concerns({ keyId: key.id, keyPrefix: key.keyPrefix });
      const replaces = replaced && { id: replaced.id, ends_at: toDateTime(replaced.endsAt) };
      return { status: 201, headers: replayHeaders(rotated), body: { ...presentNewKey(key, secret), replaces } };
    },

    async revokeApiKey(request, principal) {
      const { key_id: keyId } = request.path;
      request.concerns({ keyId });
      const idempotency = idempotencyOf(request, principal);
      const revoked = await accounts.revokeApiKey({ accountId: principal.account.id, keyId, idempotency });
      const body = { id: keyId, revoked_at: toDateTime(revoked.value) };
      return { status: 200, headers: replayHeaders(revoked), body };
    },
  } satisfies Partial<Handlers>;
}

function toRestriction(restrict: components['schemas']['KeyRestriction']): KeyRestriction {
  const { user_id: userId = null, agent_id: agentId = null, project = null } = restrict;
  return { userId, agentId, project };
}
