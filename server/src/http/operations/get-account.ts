import type { Handler } from '../../api/operation-types.ts';
import { presentAccount } from '../../api/present-account.ts';

export function getAccountHandler(): Handler<'getAccount'> {
  return async (_request, { account }) => ({ status: 200, body: presentAccount(account) });
}
