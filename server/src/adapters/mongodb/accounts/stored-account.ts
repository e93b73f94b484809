import type { AccessToken, Account, ApiKey } from '../../../ports/account-store.ts';
import { foldEmail } from '../../../ports/fold-email.ts';
import type { AccountDocument, KeyDocument, TokenDocument } from '../schema/documents.ts';

export function nameOf(hash: Buffer): string {
  return hash.toString('hex');
}

/**
 * Also selects addresses by type, because the indexes contain only addresses and serve only queries that exclude null.
 */
export function isOneOf(addresses: readonly string[]) {
  return { $in: [...addresses], $type: 'string' } as const;
}

export function toDocument(account: Account, passwordHash: string): AccountDocument {
  const { id, email, phone, plan, limits, createdAt, suspendedAt } = account;
  const emailFolded = email === null ? null : foldEmail(email);
  return { _id: id, email, emailFolded, phone, passwordHash, plan, limits, createdAt, suspendedAt };
}

export function toAccount(document: AccountDocument): Account {
  const { _id, email, phone, plan, limits, createdAt, suspendedAt = null } = document;
  return { id: _id, email, phone, plan, limits, createdAt, suspendedAt };
}

/** Tokens of earlier versions have no last use, program or address. */
export function toToken({
  _id,
  lastUsedAt = null,
  userAgent = null,
  address = null,
  ...token
}: TokenDocument): AccessToken {
  return { hash: Buffer.from(_id, 'hex'), ...token, lastUsedAt, userAgent, address };
}

export function toKeyDocument({ id, ...key }: ApiKey, hash: Buffer): KeyDocument {
  return { _id: id, hash: nameOf(hash), ...key };
}

export function toKey({ _id, hash: _, replacedBy = null, restriction = null, ...key }: KeyDocument): ApiKey {
  return { id: _id, ...key, replacedBy, restriction };
}
