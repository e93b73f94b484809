import type { Handler } from '../operation-types.ts';
import { presentAccount } from '../present-account.ts';
import type { HttpServices } from '../services.ts';

export function registerAccountHandler({ accounts }: HttpServices): Handler<'registerAccount'> {
  return async ({ body, address }) => ({
    status: 201,
    body: presentAccount(await accounts.registerAccount({ ...body, address: address() })),
  });
}
