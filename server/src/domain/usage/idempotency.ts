import { createHash } from 'node:crypto';
import { DomainError } from '../../ports/errors.ts';
import { endedStatus } from '../../ports/memory-rows.ts';
import type { IdempotencyRecord, StoredResponse } from '../../ports/memory-store.ts';

/** The Idempotency-Key of a write, and a fingerprint that distinguishes the write from others with the same key. */
export interface Idempotency {
  /** The credential that sent the key (see `credentialOf`). Other credentials do not get the response. */
  credential: string;
  key: string;
  fingerprint: string;
}

/** `replayed`: the write was committed earlier, with this response. */
export interface Replay {
  kind: 'replayed';
  response: StoredResponse;
}

/** The time for which a response is kept. */
export const keptMs = 24 * 60 * 60 * 1000;

/** Returns the key of the stored response. No Idempotency-Key contains a blank, so different pairs have different keys. */
export function responseKeyOf({ credential, key }: Idempotency): string {
  return `${credential} ${key}`;
}

export function toIdempotencyRecord(
  idempotency: Idempotency,
  response: Omit<StoredResponse, 'fingerprint'>,
  now: number,
): IdempotencyRecord {
  const { fingerprint } = idempotency;
  return {
    key: responseKeyOf(idempotency),
    response: { fingerprint, ...response },
    createdAt: now,
    expiresAt: now + keptMs,
  };
}

/**
 * @param missing makes the error for a response that has ended with what it showed
 * @throws {DomainError} `idempotency_key_reused` when the stored response belongs to another request; that of `missing`
 */
export function toReplay({ fingerprint }: Idempotency, response: StoredResponse, missing?: () => DomainError): Replay {
  if (fingerprint !== response.fingerprint) {
    throw new DomainError(
      'idempotency_key_reused',
      'This Idempotency-Key was already used for a different request. Use a new key, or retry with the same method, path and body.',
    );
  }
  if (missing && response.status === endedStatus) throw missing();
  return { kind: 'replayed', response };
}

/** Hashes method, path and body; the order of keys in the body does not matter. */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest('hex');
}

/** Renders a value as JSON text that does not depend on the order of keys. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}
