import { toMilliseconds } from '../../api/dates.ts';
import type { Handler, Handlers } from '../../api/operation-types.ts';
import { presentKey, presentNewKey } from '../../api/present-account.ts';
import { toDateTime } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Rotation } from '../../domain/accounts/rotate-api-key.ts';
import type { components } from '../../generated/contract.d.ts';
import type { KeyRestriction } from '../../ports/account-store.ts';
import { tokenOf, uncached } from './account-handlers.ts';
import { idempotencyOf, replayHeaders } from './idempotency.ts';

type AccountServices = Pick<HttpServices, 'accounts'>;

/** Creates the handlers of API keys. */
export function apiKeyHandlers(
  services: AccountServices,
): Pick<Handlers, 'createApiKey' | 'listApiKeys' | 'revokeApiKey' | 'rotateApiKey'> {
  const { accounts } = services;
  return {
    async createApiKey({ body, concerns }, principal) {
      const { key, secret } = await accounts.createApiKey({
        accountId: principal.account.id,
        tokenHash: tokenOf(principal),
        label: body.label,
        scopes: body.scopes,
        restriction: body.restrict && toRestriction(body.restrict),
        expiresAt: body.expires_at === undefined ? undefined : toMilliseconds('/expires_at', body.expires_at),
      });
      concerns({ keyId: key.id, keyPrefix: key.keyPrefix });
      return { status: 201, headers: uncached, body: presentNewKey(key, secret) };
    },

    async listApiKeys({ query }, { account }) {
      const { keys, nextCursor } = await accounts.listApiKeys({
        accountId: account.id,
        limit: query.limit ?? 1_000,
        cursor: query.cursor,
      });
      return { status: 200, body: { results: keys.map(presentKey), next_cursor: nextCursor } };
    },

    rotateApiKey: rotateApiKeyHandler(services),

    async revokeApiKey({ path, concerns }, { account }) {
      concerns({ keyId: path.key_id });
      const revokedAt = await accounts.revokeApiKey({ accountId: account.id, keyId: path.key_id });
      return { status: 200, body: { id: path.key_id, revoked_at: toDateTime(revokedAt) } };
    },
  };
}

function toRestriction(restrict: components['schemas']['KeyRestriction']): KeyRestriction {
  const { user_id: userId = null, agent_id: agentId = null, project = null } = restrict;
  return { userId, agentId, project };
}

function rotateApiKeyHandler({ accounts }: AccountServices): Handler<'rotateApiKey'> {
  return async (request, principal) => {
    request.concerns({ keyId: request.path.key_id });
    const idempotency = idempotencyOf(request, principal);
    const outcome = await accounts.rotateApiKey({
      accountId: principal.account.id,
      keyId: request.path.key_id,
      overlapSeconds: request.body.overlap_seconds,
      tokenHash: tokenOf(principal),
      repeatable: idempotency && { idempotency, render: toStoredResponse },
    });
    const headers = { ...uncached, ...replayHeaders(outcome) };
    if (outcome.kind === 'replayed') return { status: 201, headers, json: outcome.response.body };
    request.concerns({ keyId: outcome.key.id, keyPrefix: outcome.key.keyPrefix });
    return { status: 201, headers, body: presentRotation(outcome, outcome.secret) };
  };
}

/** Renders the response that is stored, which has no secret. */
function toStoredResponse(rotation: Rotation) {
  const body = JSON.stringify(presentRotation(rotation, null));
  return { status: 201, location: null, etag: null, body, memoryId: null };
}

function presentRotation({ key, replaced }: Rotation, secret: string | null) {
  return { ...presentNewKey(key, secret), replaces: { id: replaced.id, ends_at: toDateTime(replaced.endsAt) } };
}
