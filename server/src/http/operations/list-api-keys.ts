import type { Handler } from '../../api/operation-types.ts';
import { presentKey } from '../../api/present-account.ts';
import type { HttpServices } from '../../api/services.ts';

export function listApiKeysHandler({ accounts }: Pick<HttpServices, 'accounts'>): Handler<'listApiKeys'> {
  return async (_request, { account }) => {
    const keys = await accounts.listApiKeys(account.id);
    return { status: 200, body: { results: keys.map(presentKey) } };
  };
}
