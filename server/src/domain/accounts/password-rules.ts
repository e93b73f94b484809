import type { FieldError } from '../../ports/errors.ts';

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
