import type { ApiKey } from '../../ports/account-store.ts';
import { type Repeatable, type Replay, recordOf, toReplay } from '../usage/idempotency.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { hashSecret } from './api-key-format.ts';
import { type CreatedApiKey, maxLiveKeys, missingKey, newApiKey, notCreated } from './api-keys.ts';

export interface RotateApiKeyInput {
  accountId: string;
  keyId: string;
  /** The time for which both keys work. */
  overlapSeconds: number;
  /** The session of the request. */
  tokenHash: Buffer;
  repeatable?: Repeatable<Rotation> | undefined;
}

/** The keys of a rotation, without the secret. */
export interface Rotation {
  key: ApiKey;
  replaced: { id: string; endsAt: number };
}

export type RotatedApiKey = { kind: 'rotated' } & CreatedApiKey & Rotation;

/**
 * Replaces a key by a new one with its label, scopes, restriction and expiry.
 * @throws {DomainError} `not_found`; `conflict` when the key has ended or was replaced, or the account has too many keys
 */
export async function rotateApiKey(
  { store, clock, identifiers }: Pick<AccountDependencies, 'store' | 'clock' | 'identifiers'>,
  { accountId, keyId, overlapSeconds, tokenHash, repeatable }: RotateApiKeyInput,
): Promise<RotatedApiKey | Replay> {
  const old = await store.findKeyById(accountId, keyId);
  if (!old) throw missingKey();
  const now = clock.now();
  const { label, scopes, restriction, expiresAt } = old;
  const { key, secret } = newApiKey(identifiers, now, { accountId, label, scopes, restriction, expiresAt });
  const endsAt = now + overlapSeconds * 1_000;
  const replaced = { id: keyId, endsAt: Math.min(expiresAt ?? endsAt, endsAt) };
  const outcome = await store.createKey(key, hashSecret(secret), {
    maxLive: maxLiveKeys,
    tokenHash,
    replaces: { keyId, endsAt },
    ...recordOf(repeatable, { key, replaced }, now),
  });
  if (outcome === 'created') return { kind: 'rotated', key, secret, replaced };
  if (typeof outcome === 'object' && repeatable) return toReplay(repeatable.idempotency, outcome.replayed);
  throw notCreated(outcome);
}
