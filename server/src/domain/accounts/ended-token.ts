import { DomainError } from '../../ports/errors.ts';

/** The rejection of an access token that does not exist, has expired or was ended. */
export function endedToken(): DomainError {
  const message = 'This access token is not valid, or no longer. Get a new one with POST /auth/login.';
  return new DomainError('unauthenticated', message);
}
