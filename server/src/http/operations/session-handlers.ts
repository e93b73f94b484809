import type { Handlers, OperationId, OperationRequest } from '../../api/operation-types.ts';
import { presentSession } from '../../api/present-account.ts';
import { toDateTime } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { sessionCookie } from '../server/session-cookie.ts';
import { tokenOf } from './account-handlers.ts';
import { idempotencyOf, replayHeaders } from './idempotency.ts';

/** Creates the handlers of sessions, whose token is in the body of a response or in a cookie. */
export function sessionHandlers({ accounts, clock }: Pick<HttpServices, 'accounts' | 'clock'>) {
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
      await accounts.logOut(tokenOf(principal));
      return { status: 204 };
    },

    async createSession(request) {
      const { accessToken, expiresAt } = await logIn(accounts, request);
      const seconds = Math.round((expiresAt - clock.now()) / 1_000);
      return { status: 204, headers: cookie(request, accessToken, seconds) };
    },

    async deleteSession(request, principal) {
      await accounts.logOut(tokenOf(principal));
      return { status: 204, headers: cookie(request, '', 0) };
    },

    async listSessions(_request, principal) {
      const tokenHash = tokenOf(principal);
      const sessions = await accounts.listSessions({ accountId: principal.account.id, tokenHash });
      return { status: 200, body: { results: sessions.map(presentSession) } };
    },

    async endSession(request, principal) {
      const sessionId = request.path.session_id;
      request.concerns({ sessionId });
      const idempotency = idempotencyOf(request, principal);
      const ended = await accounts.endSession({ accountId: principal.account.id, sessionId, idempotency });
      return { status: 204, headers: replayHeaders(ended) };
    },

    async endOtherSessions(request, principal) {
      const input = { accountId: principal.account.id, tokenHash: tokenOf(principal) };
      const ended = await accounts.endOtherSessions({ ...input, idempotency: idempotencyOf(request, principal) });
      request.concerns({ detail: { sessions: ended.value } });
      return { status: 200, headers: replayHeaders(ended), body: { ended: ended.value } };
    },
  } satisfies Partial<Handlers>;
}

async function logIn(
  accounts: HttpServices['accounts'],
  { body, address, concerns, header }: OperationRequest<'login' | 'createSession'>,
) {
  let account = {};
  const given = {
    address: address(),
    userAgent: header('user-agent'),
    onAccount(accountId: string) {
      account = { accountId };
      concerns(account);
    },
  };
  const { code, password = '', ...identifier }: OperationRequest<'createSession'>['body'] = body;
  const session =
    code === undefined
      ? await accounts.logIn({ ...identifier, password, ...given })
      : await accounts.logInByCode({ code, ...given });
  concerns({ ...account, sessionId: session.id });
  return session;
}
