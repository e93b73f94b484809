import { createHash } from 'node:crypto';
import { DomainError } from '../../ports/errors.ts';
import type { IdempotencyRecord, StoredResponse } from '../../ports/memory-store.ts';

const keptMs = 24 * 60 * 60 * 1000;

/** The Idempotency-Key of a write, and a fingerprint that distinguishes the write from others with the same key. */
export interface Idempotency {
  key: string;
  fingerprint: string;
}

/** Hashes method, path and body; the order of keys in the body does not matter. */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest('hex');
}

export function toIdempotencyRecord(
  { key, fingerprint }: Idempotency,
  response: Omit<StoredResponse, 'fingerprint'>,
  now: number,
): IdempotencyRecord {
  return { key, response: { fingerprint, ...response }, createdAt: now, expiresAt: now + keptMs };
}

/** @throws {DomainError} `idempotency_key_reused` when the stored response belongs to another request */
export function checkFingerprint({ fingerprint }: Idempotency, response: StoredResponse): void {
  if (fingerprint === response.fingerprint) return;
  throw new DomainError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request. Use a new key for a new write; repeat a write with the same method, path and body.',
  );
}

function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}
