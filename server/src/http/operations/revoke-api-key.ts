import type { Handler } from '../../api/operation-types.ts';
import { toDateTime } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';

export function revokeApiKeyHandler({ accounts }: Pick<HttpServices, 'accounts'>): Handler<'revokeApiKey'> {
  return async ({ path }, { account }) => {
    const revokedAt = await accounts.revokeApiKey({ accountId: account.id, keyId: path.key_id });
    return { status: 200, body: { id: path.key_id, revoked_at: toDateTime(revokedAt) } };
  };
}
