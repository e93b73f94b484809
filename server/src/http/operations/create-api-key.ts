import { toMilliseconds } from '../../api/dates.ts';
import type { Handler } from '../../api/operation-types.ts';
import { presentKey } from '../../api/present-account.ts';
import type { HttpServices } from '../../api/services.ts';

export function createApiKeyHandler({ accounts }: Pick<HttpServices, 'accounts'>): Handler<'createApiKey'> {
  return async ({ body }, { account }) => {
    const { key, secret } = await accounts.createApiKey({
      accountId: account.id,
      label: body.label,
      scopes: body.scopes,
      expiresAt: body.expires_at === undefined ? undefined : toMilliseconds('/expires_at', body.expires_at),
    });
    const { last_used_at: _used, revoked_at: _revoked, ...created } = presentKey(key);
    return { status: 201, headers: { 'Cache-Control': 'no-store' }, body: { ...created, key: secret } };
  };
}
