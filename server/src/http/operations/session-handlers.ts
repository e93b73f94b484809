import type { Handlers, OperationId, OperationRequest } from '../../api/operation-types.ts';
import { presentSession } from '../../api/present-account.ts';
import { toDateTime } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { sessionCookie } from '../server/session-cookie.ts';
import { tokenOf } from './account-handlers.ts';
import { repeatableBy, replayHeaders } from './idempotency.ts';

type SessionOperation =
  | 'createSession'
  | 'deleteSession'
  | 'endOtherSessions'
  | 'endSession'
  | 'listSessions'
  | 'login'
  | 'logout';

/** Creates the handlers of sessions, whose token is in the body of a response or in a cookie. */
export function sessionHandlers({
  accounts,
  clock,
}: Pick<HttpServices, 'accounts' | 'clock'>): Pick<Handlers, SessionOperation> {
  async function logIn({ body, address, concerns, header }: OperationRequest<'login' | 'createSession'>) {
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
  const cookie = (request: OperationRequest<OperationId>, token: string, maxAgeSeconds: number) => ({
    'Set-Cookie': sessionCookie(token, maxAgeSeconds, { isSecure: request.isSecure() }),
  });
  return {
    async login(request) {
      const { accessToken, expiresAt } = await logIn(request);
      const token = { access_token: accessToken, token_type: 'Bearer', expires_at: toDateTime(expiresAt) };
      return { status: 200, body: token };
    },

    async logout(_request, principal) {
      await accounts.logOut(tokenOf(principal));
      return { status: 204 };
    },

    async createSession(request) {
      const { accessToken, expiresAt } = await logIn(request);
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
      const repeatable = repeatableBy(request, principal, 204, () => undefined);
      const outcome = await accounts.endSession({ accountId: principal.account.id, sessionId, repeatable });
      return { status: 204, headers: replayHeaders(outcome) };
    },

    async endOtherSessions(request, principal) {
      const render = (ended: number) => ({ ended });
      const repeatable = repeatableBy(request, principal, 200, render);
      const tokenHash = tokenOf(principal);
      const outcome = await accounts.endOtherSessions({ accountId: principal.account.id, tokenHash, repeatable });
      const headers = replayHeaders(outcome);
      if (outcome.kind === 'replayed') return { status: 200, headers, json: outcome.response.body };
      request.concerns({ detail: { sessions: outcome.count } });
      return { status: 200, body: render(outcome.count) };
    },
  };
}
