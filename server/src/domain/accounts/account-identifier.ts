import type { Account, Identifier } from '../../ports/account-store.ts';
import { type FieldError, invalidRequest } from '../../ports/errors.ts';

export interface IdentifierInput {
  email?: string | undefined;
  phone?: string | undefined;
}

const emailCharacters = 254;
const localPartCharacters = 64;
/** `x@y`, without blanks or control characters; a mail server knows the rest. */
const emailForm = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@.\p{Cc}\p{Cs}]+(\.[^\s@.\p{Cc}\p{Cs}]+)*$/u;
/** E.164: a country code never begins with 0, at most 15 digits altogether. */
const phoneForm = /^\+[1-9]\d{6,14}$/;

/**
 * Exactly one of e-mail and phone. Nothing is said about its form: at a login, an impossible address is answered like
 * one that nobody has.
 * @throws {DomainError} `invalid_request`
 */
export function oneIdentifier({ email, phone }: IdentifierInput): Identifier {
  if (email !== undefined && phone !== undefined) {
    throw invalidRequest({ path: '/phone', message: 'is given beside email: send one of them' });
  }
  if (email !== undefined) return { email };
  if (phone !== undefined) return { phone };
  throw invalidRequest({ path: '', message: 'names no account: give email or phone' });
}

/** What is wrong with an identifier for a new account; undefined when nothing is. */
export function identifierProblem(identifier: Identifier): FieldError | undefined {
  if ('phone' in identifier) {
    if (phoneForm.test(identifier.phone)) return undefined;
    return { path: '/phone', message: 'must be in E.164 form: +, country code and number, like +46701234567' };
  }
  const message = emailProblem(identifier.email);
  return message ? { path: '/email', message } : undefined;
}

/** What is wrong with an e-mail address; undefined when nothing is. */
export function emailProblem(email: string): string | undefined {
  if ([...email].length > emailCharacters) return `must have at most ${emailCharacters} characters`;
  if (!emailForm.test(email) || email.indexOf('@') > localPartCharacters)
    return 'must be an address like ada@example.com';
  return undefined;
}

/** How the account signs in. */
export function identifierOf({ id, email, phone }: Account): Identifier {
  if (email !== null) return { email };
  if (phone !== null) return { phone };
  throw new Error(`account ${id} has neither e-mail nor phone`);
}
