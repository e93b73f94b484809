import type { Handler } from '../operation-types.ts';
import { presentAccount } from '../present-account.ts';

export function getAccountHandler(): Handler<'getAccount'> {
  return async (_request, { account }) => ({ status: 200, body: presentAccount(account) });
}
