import type { Handler } from '../../api/operation-types.ts';
import { presentAccount } from '../../api/present-account.ts';
import type { HttpServices } from '../../api/services.ts';

export function registerAccountHandler({ accounts }: Pick<HttpServices, 'accounts'>): Handler<'registerAccount'> {
  return async ({ body, address }) => ({
    status: 201,
    body: presentAccount(await accounts.registerAccount({ ...body, address: address() })),
  });
}
