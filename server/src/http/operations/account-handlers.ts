import { toMilliseconds } from '../../api/dates.ts';
import { idempotencyOf, replayHeaders, toReply } from '../../api/idempotency.ts';
import type { Handlers, OperationId, OperationRequest } from '../../api/operation-types.ts';
import {
  presentAccount,
  presentAuditEvent,
  presentKey,
  presentNewKey,
  presentSession,
} from '../../api/present-account.ts';
import { presentFields, toDateTime } from '../../api/present-fields.ts';
import type { HttpServices } from '../../api/services.ts';
import { listAuditEvents } from '../../domain/accounts/audit-log.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';
import { sessionCookie } from '../server/session-cookie.ts';

type Services = Pick<HttpServices, 'accounts' | 'records' | 'clock'>;

export function accountHandlers(services: Services) {
  return { ...ownAccountHandlers(services), ...keyHandlers(services), ...sessionHandlers(services) };
}

function ownAccountHandlers({ accounts, records }: Services) {
  return {
    async registerAccount({ body, address, concerns }) {
      const account = await accounts.registerAccount({ ...body, address: address() });
      concerns({ accountId: account.id });
      return { status: 201, body: presentAccount(account) };
    },

    async changePassword({ body, address, concerns }, principal) {
      const { current_password: currentPassword, new_password: newPassword, revoke_api_keys: revokeApiKeys } = body;
      if (revokeApiKeys) concerns({ detail: { changed: ['api_keys'] } });
      const caller = { account: principal.account, tokenHash: tokenOf(principal), address: address() };
      await accounts.changePassword({ ...caller, currentPassword, newPassword, revokeApiKeys: revokeApiKeys ?? false });
      return { status: 204 };
    },

    async deleteAccount({ body, address, concerns }, principal) {
      const caller = { account: principal.account, tokenHash: tokenOf(principal), address: address() };
      const { deletionId, counts } = await accounts.deleteAccount({ ...caller, password: body.password });
      concerns({ detail: { deletion_id: deletionId } });
      const shown = presentFields(counts, 'memories', 'apiKeys', 'sessions', 'requests');
      return { status: 202, body: { deletion_id: deletionId, counts: shown } };
    },

    async listAuditEvents({ query }, { account }) {
      const page = { accountId: account.id, limit: 100, ...query };
      const { found, nextCursor } = await listAuditEvents(records, page);
      return { status: 200, body: { results: found.map(presentAuditEvent), next_cursor: nextCursor } };
    },

    getAccount: async (_request, { account }) => ({ status: 200, body: presentAccount(account) }),
  } satisfies Partial<Handlers>;
}

function keyHandlers({ accounts, records }: Services) {
  return {
    async createApiKey(request, principal) {
      const { label, scopes, restrict, expires_at: expiresAt } = request.body;
      const { user_id: userId = null, agent_id: agentId = null, project = null } = restrict ?? {};
      const created = await accounts.createApiKey({
        ...{ ...callerOf(request, principal), label, scopes, restriction: restrict && { userId, agentId, project } },
        expiresAt: expiresAt === undefined ? undefined : toMilliseconds('/expires_at', expiresAt),
      });
      const { key, secret } = created;
      request.concerns({ detail: { key_id: key.id, key_prefix: key.keyPrefix } });
      return { status: 201, headers: replayHeaders(created), body: presentNewKey(key, secret) };
    },

    async listApiKeys({ query }, { account }) {
      const { found, nextCursor } = await accounts.listApiKeys({ accountId: account.id, limit: 1_000, ...query });
      return { status: 200, body: { results: found.map(presentKey), next_cursor: nextCursor } };
    },

    async rotateApiKey(request, principal) {
      const { key_id: keyId } = request.path;
      request.concerns({ detail: { key_id: keyId } });
      const overlapSeconds = request.body.overlap_seconds;
      const rotated = await accounts.rotateApiKey({ ...callerOf(request, principal), keyId, overlapSeconds });
      const { key, secret, replaced } = rotated;
      request.concerns({ detail: { key_id: key.id, key_prefix: key.keyPrefix } });
      const replaces = replaced && { id: replaced.id, ends_at: toDateTime(replaced.endsAt) };
      return { status: 201, headers: replayHeaders(rotated), body: { ...presentNewKey(key, secret), replaces } };
    },

    async revokeApiKey(request, principal) {
      const { key_id: keyId } = request.path;
      request.concerns({ detail: { key_id: keyId } });
      const { accountId, idempotency } = callerOf(request, principal);
      const revoked = await records.run(accountId, 'revokeKey', { accountId, keyId, idempotency });
      return toReply(200, revoked, (revokedAt) => ({ id: keyId, revoked_at: toDateTime(revokedAt) }));
    },
  } satisfies Partial<Handlers>;
}

/** The token of a session is in the body of a response, or in a cookie. */
function sessionHandlers({ accounts, records, clock }: Services) {
  const cookie = (request: OperationRequest<OperationId>, token: string, maxAgeSeconds: number) => ({
    'Set-Cookie': sessionCookie(token, maxAgeSeconds, request.isSecure()),
  });
  return {
    async login(request) {
      const { accessToken, expiresAt } = await logIn(accounts, request);
      const token = { access_token: accessToken, token_type: 'Bearer', expires_at: toDateTime(expiresAt) };
      return { status: 200, body: token };
    },

    async logout(_request, principal) {
      await records.run('', 'deleteTokens', { hash: tokenOf(principal) });
      return { status: 204 };
    },

    async createSession(request) {
      const { accessToken, expiresAt } = await logIn(accounts, request);
      const seconds = Math.round((expiresAt - clock.now()) / 1_000);
      return { status: 204, headers: cookie(request, accessToken, seconds) };
    },

    async deleteSession(request, principal) {
      await records.run('', 'deleteTokens', { hash: tokenOf(principal) });
      return { status: 204, headers: cookie(request, '', 0) };
    },

    async listSessions(_request, principal) {
      const tokenHash = tokenOf(principal);
      const sessions = await accounts.listSessions({ accountId: principal.account.id, tokenHash });
      return { status: 200, body: { results: sessions.map(presentSession) } };
    },

    async endSession(request, principal) {
      const sessionId = request.path.session_id;
      request.concerns({ detail: { session_id: sessionId } });
      const { accountId, idempotency } = callerOf(request, principal);
      const ended = await records.run(accountId, 'endSession', { accountId, sessionId, idempotency });
      return { status: 204, headers: replayHeaders(ended) };
    },

    async endOtherSessions(request, principal) {
      const ended = await records.run(principal.account.id, 'endOtherSessions', callerOf(request, principal));
      request.concerns({ detail: { sessions: ended.value } });
      return toReply(200, ended, (sessions) => ({ ended: sessions }));
    },
  } satisfies Partial<Handlers>;
}

function callerOf(request: OperationRequest<OperationId>, principal: Principal) {
  const idempotency = idempotencyOf(request, principal);
  return { accountId: principal.account.id, tokenHash: tokenOf(principal), idempotency };
}

/** In the contract, the operations that need an access token accept no other credential. */
function tokenOf({ tokenHash }: Principal): string {
  if (!tokenHash) throw new Error('this operation takes access tokens only: the contract must say so');
  return tokenHash;
}

async function logIn(
  accounts: HttpServices['accounts'],
  { body, address, concerns, header }: OperationRequest<'login' | 'createSession'>,
) {
  const onAccount = (accountId: string) => concerns({ accountId });
  const given = { address: address(), userAgent: header('user-agent'), onAccount };
  const { code, password = '', ...identifier }: OperationRequest<'createSession'>['body'] = body;
  const session =
    code === undefined
      ? await accounts.logIn({ ...identifier, password, ...given })
      : await accounts.logInByCode({ code, ...given });
  concerns({ detail: { session_id: session.id } });
  return session;
}
