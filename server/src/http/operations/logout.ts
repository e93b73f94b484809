import type { Handler } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import { tokenOf } from './token-of.ts';

export function logoutHandler({ accounts }: Pick<HttpServices, 'accounts'>): Handler<'logout'> {
  return async (_request, principal) => {
    await accounts.logOut(tokenOf(principal));
    return { status: 204 };
  };
}
