import type { Collector } from '../../lib/collector.ts';
import type { Clock } from '../../ports/clock.ts';
import { type FieldError, invalidRequest } from '../../ports/errors.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { Reader, RecordStore } from '../../ports/record-store.ts';
import { scanAll } from '../../ports/scan-pages.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import type { auditCommands } from './audit-log.ts';
import type { accountCommands } from './commands.ts';
import type { DeletionCommands, deletionQueries } from './deletion-commands.ts';
import { type Account, accounts, findPresentAccount, foldEmail, type Identifier, missingAccount } from './kinds.ts';

export type AccountCommands = typeof accountCommands & typeof auditCommands & DeletionCommands;

/** The records of accounts. Every method may throw {@link StoreUnavailableError}. */
export type AccountRecords = Pick<
  RecordStore<AccountCommands, typeof deletionQueries>,
  'run' | 'query' | 'get' | 'scan'
>;

export interface PasswordHasher {
  /** Resolves to a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
  hash(password: string): Promise<string>;
  /** Uses the parameters in the string, so that older hashes stay valid when the parameters change. */
  verify(password: string, passwordHash: string): Promise<boolean>;
  /** No password matches this hash, and a verification costs as much as that of a real one. */
  readonly dummyHash: string;
}

/** The dependencies of operations that the command line has, too. */
export interface AccountDependencies {
  records: AccountRecords;
  clock: Clock;
  identifiers: Identifiers;
}

export type Registration = 'open' | 'closed';
/** The id of an API key or the hash of an access token, and the time of a use. */
export type LastUse = readonly [credential: string, at: number];

/** The dependencies of the operations of a server. */
export interface AccountServices extends AccountDependencies {
  passwords: PasswordHasher;
  sessionDays: number;
  registration: Registration;
  /** @default free */
  defaultPlan?: Account['plan'];
  throttle: AttemptThrottle;
  /** The last uses that may not be stored yet. */
  uses: Collector<LastUse>;
  onDeletion?: () => void;
}

const pageSize = 500;

/** Finds the account with an id, email or phone, unless it is being deleted. */
export async function findAccount(reader: Pick<Reader, 'get' | 'scan'>, by: { id: string } | Identifier) {
  if ('id' in by) return findPresentAccount(reader, by.id);
  const [index, name] = 'phone' in by ? (['phone', by.phone] as const) : (['email', foldEmail(by.email)] as const);
  // The email and phone of an account end with the beginning of its deletion.
  const [found] = await reader.scan(accounts, index, { of: [name], limit: 1 });
  return found;
}

/** @throws {DomainError} `not_found` */
export async function getAccount(reader: Pick<Reader, 'get'>, id: string) {
  const found = await findPresentAccount(reader, id);
  if (!found) throw missingAccount(id);
  return found;
}

/** Lists all accounts, oldest first. */
export async function listAccounts(reader: Pick<Reader, 'scan'>) {
  return scanAll(reader, accounts, 'created', { of: [], where: { deletionId: null }, limit: pageSize });
}

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

/** Takes exactly one. It checks no form: at a login, an impossible address is like an unknown one. */
export function oneIdentifier({ email, phone }: IdentifierInput): Identifier {
  if (email !== undefined && phone !== undefined) {
    throw invalidRequest({ path: '/phone', message: 'cannot be combined with email: send one of them' });
  }
  if (email !== undefined) return { email };
  if (phone !== undefined) return { phone };
  throw invalidRequest({ path: '', message: 'must have one of email and phone' });
}

/** Invisible characters, and those without a common form. With them, addresses of two accounts could look the same. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\p{Co}\p{Cn}]/u;

export function identifierProblem(identifier: Identifier): FieldError | undefined {
  if ('phone' in identifier) {
    if (phoneForm.test(identifier.phone)) return undefined;
    return { path: '/phone', message: 'must be in E.164 form: +, country code and number, like +46701234567' };
  }
  const message = emailProblem(identifier.email) ?? lookalikeProblem(identifier.email);
  return message ? { path: '/email', message } : undefined;
}

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
  const isValid = emailForm.test(email) && email.indexOf('@') <= localPartCharacters;
  return isValid ? undefined : 'must be an address like ada@example.com';
}

export function identifierOf({ id, email, phone }: Account): Identifier {
  if (email !== null) return { email };
  if (phone !== null) return { phone };
  throw new Error(`account ${id} has neither email nor phone`);
}
