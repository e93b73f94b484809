import { toMilliseconds } from '../../api/dates.ts';
import type { Handler, Handlers } from '../../api/operation-types.ts';
import { presentKey, presentNewKey } from '../../api/present-account.ts';
import { toDateTime } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Rotation } from '../../domain/accounts/rotate-api-key.ts';
import type { components } from '../../generated/contract.d.ts';
import type { ApiKey, KeyRestriction } from '../../ports/account-store.ts';
import { tokenOf } from './account-handlers.ts';
import { repeatableBy, replayHeaders } from './idempotency.ts';

type AccountServices = Pick<HttpServices, 'accounts'>;

/** Creates the handlers of API keys. */
export function apiKeyHandlers(
  services: AccountServices,
): Pick<Handlers, 'createApiKey' | 'listApiKeys' | 'revokeApiKey' | 'rotateApiKey'> {
  const { accounts } = services;
  return {
    createApiKey: createApiKeyHandler(services),

    async listApiKeys({ query }, { account }) {
      const { keys, nextCursor } = await accounts.listApiKeys({
        accountId: account.id,
        limit: query.limit ?? 1_000,
        cursor: query.cursor,
      });
      return { status: 200, body: { results: keys.map(presentKey), next_cursor: nextCursor } };
    },

    rotateApiKey: rotateApiKeyHandler(services),

    async revokeApiKey(request, principal) {
      const id = request.path.key_id;
      request.concerns({ keyId: id });
      const render = (at: number) => ({ id, revoked_at: toDateTime(at) });
      const repeatable = repeatableBy(request, principal, 200, render);
      const outcome = await accounts.revokeApiKeyOnce({ accountId: principal.account.id, keyId: id, repeatable });
      const headers = replayHeaders(outcome);
      if (outcome.kind === 'replayed') return { status: 200, headers, json: outcome.response.body };
      return { status: 200, body: render(outcome.at) };
    },
  };
}

function toRestriction(restrict: components['schemas']['KeyRestriction']): KeyRestriction {
  const { user_id: userId = null, agent_id: agentId = null, project = null } = restrict;
  return { userId, agentId, project };
}

function createApiKeyHandler({ accounts }: AccountServices): Handler<'createApiKey'> {
  return async (request, principal) => {
    const { label, scopes, restrict, expires_at: expiresAt } = request.body;
    const outcome = await accounts.createApiKeyOnce({
      accountId: principal.account.id,
      tokenHash: tokenOf(principal),
      label,
      scopes,
      restriction: restrict && toRestriction(restrict),
      expiresAt: expiresAt === undefined ? undefined : toMilliseconds('/expires_at', expiresAt),
      repeatable: repeatableBy(request, principal, 201, (key: ApiKey) => presentNewKey(key, null)),
    });
    const headers = replayHeaders(outcome);
    if (outcome.kind === 'replayed') return { status: 201, headers, json: outcome.response.body };
    request.concerns({ keyId: outcome.key.id, keyPrefix: outcome.key.keyPrefix });
    return { status: 201, headers, body: presentNewKey(outcome.key, outcome.secret) };
  };
}

function rotateApiKeyHandler({ accounts }: AccountServices): Handler<'rotateApiKey'> {
  return async (request, principal) => {
    request.concerns({ keyId: request.path.key_id });
    const outcome = await accounts.rotateApiKey({
      accountId: principal.account.id,
      keyId: request.path.key_id,
      overlapSeconds: request.body.overlap_seconds,
      tokenHash: tokenOf(principal),
      repeatable: repeatableBy(request, principal, 201, (rotation: Rotation) => presentRotation(rotation, null)),
    });
    const headers = replayHeaders(outcome);
    if (outcome.kind === 'replayed') return { status: 201, headers, json: outcome.response.body };
    request.concerns({ keyId: outcome.key.id, keyPrefix: outcome.key.keyPrefix });
    return { status: 201, headers, body: presentRotation(outcome, outcome.secret) };
  };
}

function presentRotation({ key, replaced }: Rotation, secret: string | null) {
  return { ...presentNewKey(key, secret), replaces: { id: replaced.id, ends_at: toDateTime(replaced.endsAt) } };
}
