import type { Operation } from '../../api/contract.ts';
import type { HttpServices } from '../../api/services.ts';
import { clientAddress } from '../server/client-address.ts';
import type { Middleware } from '../server/request-context.ts';

/** Maps the operations that need no credential, and invite guessing or flooding, to the attempt that they count as. */
const attempts: Partial<Record<string, 'signIn' | 'registration'>> = {
  login: 'signIn',
  registerAccount: 'registration',
};

/** Rejects a client address that has made too many attempts, before its body is read. */
export function throttleAttempts({ accounts }: Pick<HttpServices, 'accounts'>, { id }: Operation): Middleware {
  const attempt = attempts[id];
  return async (request, _response, next) => {
    if (attempt) await accounts.checkAddress(attempt, clientAddress(request.ip));
    next();
  };
}
