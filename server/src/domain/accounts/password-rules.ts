import type { FieldError } from '../../ports/errors.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import { toBase62 } from './base62.ts';

const minPasswordLength = 8;
const maxPasswordLength = 256;

/** Checks a new password. Returns undefined when it is valid. */
export function passwordProblem(password: string): string | undefined {
  const length = [...password].length;
  if (length < minPasswordLength || length > maxPasswordLength) {
    return `must have ${minPasswordLength} to ${maxPasswordLength} characters; it has ${length}`;
  }
  // All halves of surrogate pairs would have the same hash.
  if (!password.isWellFormed()) return 'must be valid Unicode; it holds half of a surrogate pair';
  return undefined;
}

export function passwordFieldProblem(field: string, password: string): FieldError | undefined {
  const message = passwordProblem(password);
  return message ? { path: `/${field}`, message } : undefined;
}

/** Makes a password of 120 random bits, for copying and not for remembering. */
export function makePassword(identifiers: Pick<Identifiers, 'secret'>): string {
  return toBase62(identifiers.secret(15));
}
