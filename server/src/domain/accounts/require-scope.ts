import type { Scope } from '../../ports/account-store.ts';
import { DomainError } from '../../ports/errors.ts';
import type { Principal } from './authenticate.ts';

/** @throws {DomainError} `insufficient_scope` */
export function requireScope(scope: Scope, { scopes }: Pick<Principal, 'scopes'>): void {
  if (scopes.includes(scope)) return;
  throw new DomainError(
    'insufficient_scope',
    `This API key may not ${scope}; it has the scopes ${scopes.join(', ')}. Use a key with the scope ${scope}.`,
  );
}
