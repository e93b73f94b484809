import type { Handler } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import { tokenOf } from './token-of.ts';

export function changePasswordHandler({ accounts }: Pick<HttpServices, 'accounts'>): Handler<'changePassword'> {
  return async ({ body, address }, principal) => {
    await accounts.changePassword({
      account: principal.account,
      currentPassword: body.current_password,
      newPassword: body.new_password,
      tokenHash: tokenOf(principal),
      address: address(),
    });
    return { status: 204 };
  };
}
