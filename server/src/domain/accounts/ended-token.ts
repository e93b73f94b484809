import { DomainError } from '../../ports/errors.ts';

/** The rejection of an access token that does not exist, has expired or was ended. */
export function endedToken(): DomainError {
  const message = 'This access token is invalid or has expired. Get a new one from POST /auth/login.';
  return new DomainError('unauthenticated', message);
}
