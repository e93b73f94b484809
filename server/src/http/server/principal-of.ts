import type { Principal } from '../../domain/accounts/authenticate.ts';
import type { ContextResponse } from './request-context.ts';

/** The caller of an operation whose contract asks for a credential. */
export function principalOf({ locals: { context } }: ContextResponse): Principal {
  if (!context.principal) throw new Error(`${context.operation?.id} has not authenticated its caller`);
  return context.principal;
}
