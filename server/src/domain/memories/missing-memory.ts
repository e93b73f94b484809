import { DomainError } from '../../ports/errors.ts';

/** One error for ids that never existed, are gone, malformed or of another account, so that no one can tell which. */
export function missingMemory(): DomainError {
  return new DomainError('not_found', 'There is no memory with this id, or it is not yours.');
}
