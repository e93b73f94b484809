import { DomainError } from '../../ports/errors.ts';

/** One answer for an id that never was, is gone, is malformed or is someone else's: nobody can tell which. */
export function missingMemory(): DomainError {
  return new DomainError('not_found', 'There is no memory with this id, or it is not yours.');
}
