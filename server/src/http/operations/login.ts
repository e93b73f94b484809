import type { Handler } from '../../api/operation-types.ts';
import { toDateTime } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';

export function loginHandler({ accounts }: Pick<HttpServices, 'accounts'>): Handler<'login'> {
  return async ({ body, address }) => {
    const { accessToken, expiresAt } = await accounts.logIn({ ...body, address: address() });
    return {
      status: 200,
      headers: { 'Cache-Control': 'no-store' },
      body: { access_token: accessToken, token_type: 'Bearer', expires_at: toDateTime(expiresAt) },
    };
  };
}
