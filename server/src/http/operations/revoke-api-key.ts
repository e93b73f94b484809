import type { Handler } from '../operation-types.ts';
import { toDateTime } from '../present-memory.ts';
import type { HttpServices } from '../services.ts';

export function revokeApiKeyHandler({ accounts }: HttpServices): Handler<'revokeApiKey'> {
  return async ({ path }, { account }) => {
    const revokedAt = await accounts.revokeApiKey({ accountId: account.id, keyId: path.key_id });
    return { status: 200, body: { id: path.key_id, revoked_at: toDateTime(revokedAt) } };
  };
}
