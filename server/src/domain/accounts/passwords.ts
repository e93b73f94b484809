import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { type FieldError, invalidRequest } from '../../ports/errors.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import { type AccountServices, findAccount, identifierOf, type PasswordHasher } from './account-records.ts';
import { toBase62 } from './api-key-format.ts';
import type { Account, Identifier, StoredAccount } from './kinds.ts';

/** Finds the account of an identifier if the password is correct. Without an account, a wrong one takes as long. */
export async function findByPassword(
  { records, passwords }: Pick<AccountServices, 'records' | 'passwords'>,
  identifier: Identifier,
  password: string,
): Promise<StoredAccount | undefined> {
  const account = await findAccount(records, identifier);
  const matches = await passwords.verify(password, account?.passwordHash ?? passwords.dummyHash);
  return matches ? account : undefined;
}

export interface ChangePasswordInput {
  account: Account;
  currentPassword: string;
  newPassword: string;
  /** The session of the request. Every other session ends. Wrong passwords count for it. */
  tokenHash: string;
  address: string;
  revokeApiKeys: boolean;
}

/** @throws {DomainError} `rate_limited`; `invalid_request` when the current password is wrong or the new one invalid */
export async function changePassword(
  services: AccountServices,
  { account, currentPassword, newPassword, tokenHash, address, revokeApiKeys }: ChangePasswordInput,
): Promise<void> {
  const problem = passwordFieldProblem('new_password', newPassword);
  if (problem) throw invalidRequest(problem);
  const { records, passwords, throttle } = services;
  const { id: accountId } = account;
  const identifier = identifierOf(account);
  const outcome = await throttle.ownPassword({ identifier, address, session: tokenHash }, async () => {
    const credentials = await findByPassword(services, identifier, currentPassword);
    if (!credentials) return undefined;
    return records.run(accountId, 'changePassword', {
      accountId,
      passwordHash: await passwords.hash(newPassword),
      replaces: credentials.passwordHash,
      keepTokenHash: tokenHash,
      revokesKeys: revokeApiKeys,
    });
  });
  // The outcome is stale: another request changed the password after the verification.
  if (outcome !== 'changed') {
    throw invalidRequest({ path: '/current_password', message: 'is not the current password' });
  }
}

/** Sets a password for the operator, and returns it. Ends every session. @throws {DomainError} `invalid_request` */
export async function resetPassword(
  { records, identifiers, passwords }: Pick<AccountServices, 'records' | 'identifiers' | 'passwords'>,
  {
    accountId,
    password = makePassword(identifiers),
    revokeApiKeys = false,
  }: { accountId: string; password?: string | undefined; revokeApiKeys?: boolean },
): Promise<string> {
  const problem = passwordFieldProblem('password', password);
  if (problem) throw invalidRequest(problem);
  const passwordHash = await passwords.hash(password);
  await records.run(accountId, 'changePassword', { accountId, passwordHash, revokesKeys: revokeApiKeys });
  return password;
}

const minPasswordLength = 8;
const maxPasswordLength = 256;

export function passwordProblem(password: string): string | undefined {
  const length = [...password].length;
  if (length < minPasswordLength || length > maxPasswordLength) {
    return `must have ${minPasswordLength} to ${maxPasswordLength} characters; it has ${length}`;
  }
  // Without this check, all lone surrogates would have the same hash.
  if (!password.isWellFormed()) return 'must be valid Unicode; it contains half of a surrogate pair';
  return undefined;
}

export function passwordFieldProblem(field: string, password: string): FieldError | undefined {
  const message = passwordProblem(password);
  return message ? { path: `/${field}`, message } : undefined;
}

/** Makes a password of 120 random bits. People copy it instead of memorising it. */
export function makePassword(identifiers: Pick<Identifiers, 'secret'>): string {
  return toBase62(identifiers.secret(15));
}

/** OWASP's first choice for argon2id, memory in KiB: about 30 ms. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
type Cost = typeof cost;
const saltBytes = 16;
const hashBytes = 32;
/** Each hash takes 19 MiB and one of the few threads that file operations need too. */
const simultaneousHashes = 2;

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const derive = promisify(argon2);

export function createPasswordHasher({ identifiers }: { identifiers: Pick<Identifiers, 'secret'> }): PasswordHasher {
  const limited = pLimit(simultaneousHashes);

  const derived = (password: string, salt: Buffer, tagLength: number, { memory, passes, parallelism }: Cost) => {
    const parameters: Argon2Parameters = { message: password, nonce: salt, tagLength, memory, passes, parallelism };
    return limited(() => derive('argon2id', parameters));
  };

  return {
    dummyHash: encode(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes)),

    async hash(password) {
      const salt = identifiers.secret(saltBytes);
      return encode(cost, salt, await derived(password, salt, hashBytes, cost));
    },

    async verify(password, passwordHash) {
      const { salt, hash, ...parameters } = decode(passwordHash);
      return timingSafeEqual(await derived(password, salt, hash.length, parameters), hash);
    },
  };
}

function encode({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

function decode(passwordHash: string): Cost & { salt: Buffer; hash: Buffer } {
  const [, memory, passes, parallelism, salt, hash] = phc.exec(passwordHash) ?? [];
  if (!salt || !hash) throw new Error('a stored password hash has an unknown format');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
