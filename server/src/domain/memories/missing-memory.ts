import { DomainError } from '../../ports/errors.ts';

/**
 * One error for an id that never existed, is gone, is malformed or belongs to another account: they can't be told
 * apart.
 */
export function missingMemory(): DomainError {
  return new DomainError('not_found', 'There is no memory with this id, or it is not yours.');
}
