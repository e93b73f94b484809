import type { Principal } from '../../domain/accounts/authenticate.ts';

/** The access token of a principal that the contract lets in with nothing else. */
export function tokenOf({ tokenHash }: Principal): Buffer {
  if (!tokenHash) throw new Error('this operation takes access tokens only: the contract must say so');
  return tokenHash;
}
