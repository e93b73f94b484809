import { type FieldError, invalidRequest } from '../../ports/errors.ts';
import type { Identifier } from './account-records.ts';
import type { Account } from './kinds.ts';

export interface IdentifierInput {
  email?: string | undefined;
  phone?: string | undefined;
}

const emailCharacters = 254;
const localPartCharacters = 64;
/** `x@y`, without blanks or control characters. Only a mail server can check the rest. */
const emailForm = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@.\p{Cc}\p{Cs}]+(\.[^\s@.\p{Cc}\p{Cs}]+)*$/u;
/** E.164: at most 15 digits altogether, and no country code begins with 0. */
const phoneForm = /^\+[1-9]\d{6,14}$/;

/**
 * Takes exactly one of email and phone. It does not check the form: at a login, an impossible address gets the same
 * response as an unknown one.
 * @throws {DomainError} `invalid_request`
 */
export function oneIdentifier({ email, phone }: IdentifierInput): Identifier {
  if (email !== undefined && phone !== undefined) {
    throw invalidRequest({ path: '/phone', message: 'cannot be combined with email: send one of them' });
  }
  if (email !== undefined) return { email };
  if (phone !== undefined) return { phone };
  throw invalidRequest({ path: '', message: 'must have one of email and phone' });
}

/**
 * Invisible characters, or those without a common form: the blank Braille pattern, private and unassigned ones. With
 * them, two addresses that look the same could belong to two accounts.
 */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\p{Co}\p{Cn}]/u;

/** Checks the identifier of a new account. Undefined: it is valid. */
export function identifierProblem(identifier: Identifier): FieldError | undefined {
  if ('phone' in identifier) {
    if (phoneForm.test(identifier.phone)) return undefined;
    return { path: '/phone', message: 'must be in E.164 form: +, country code and number, like +46701234567' };
  }
  const message = emailProblem(identifier.email) ?? lookalikeProblem(identifier.email);
  return message ? { path: '/email', message } : undefined;
}

/** Checks whether an email address may look like another one. Returns undefined when it may not. */
function lookalikeProblem(email: string): string | undefined {
  const [hidden] = invisible.exec(email) ?? [];
  if (hidden !== undefined) {
    const code = (hidden.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
    return `has an invisible character (U+${code}): write the address without it`;
  }
  if (email === email.normalize('NFKC')) return undefined;
  return 'has characters that look like others, such as full-width letters or separate accents: write it in the form NFKC of Unicode';
}

export function emailProblem(email: string): string | undefined {
  if ([...email].length > emailCharacters) return `must have at most ${emailCharacters} characters`;
  if (!emailForm.test(email) || email.indexOf('@') > localPartCharacters)
    return 'must be an address like ada@example.com';
  return undefined;
}

/** Returns the identifier that an account signs in with. */
export function identifierOf({ id, email, phone }: Account): Identifier {
  if (email !== null) return { email };
  if (phone !== null) return { phone };
  throw new Error(`account ${id} has neither email nor phone`);
}
