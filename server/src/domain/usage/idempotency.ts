import { createHash } from 'node:crypto';
import { DomainError } from '../../ports/errors.ts';
import type { IdempotencyRecord, StoredResponse } from './kinds.ts';

/** The Idempotency-Key of a write, and a fingerprint that distinguishes the write from others with the same key. */
export interface Idempotency {
  /** The credential that sent the key (see `credentialOf`). Other credentials do not get the response. */
  credential: string;
  key: string;
  fingerprint: string;
}

/** Makes the response of a write, which is stored for retries if the write has an Idempotency-Key. */
export interface Responder<Value, Response> {
  idempotency: Idempotency | undefined;
  /** Returns plain data without secrets, which retries get again. */
  present(value: Value): Response;
  /** Returns the id of what the response shows the content of, and with which it ends. @default nothing */
  subjectOf?: ((value: Value, response: Response) => string | null) | undefined;
}

/** `value` is null in a retry, which gets the response of the first request. */
export type Responded<Value, Response> = { value: Value; response: Response } | { value: null; response: Response };

const keptMs = 24 * 60 * 60 * 1000;

/** Returns the key of the stored response. No Idempotency-Key contains a blank, so different pairs have different keys. */
export function responseKeyOf({ credential, key }: Idempotency): string {
  return `${credential} ${key}`;
}

/** Returns what the store keeps of a write: a value without secrets, and what it shows the content of, if anything. */
export function toIdempotencyRecord(
  idempotency: Idempotency,
  value: unknown,
  subjectId: string | null,
  now: number,
): IdempotencyRecord {
  const response = { fingerprint: idempotency.fingerprint, body: JSON.stringify(value), subjectId };
  return { key: responseKeyOf(idempotency), response, expiresAt: now + keptMs };
}

/**
 * Reads the value of the first request with the same key.
 * @param missing makes the error for a value that has ended with what it showed
 * @throws {DomainError} `idempotency_key_reused` when the stored response belongs to another request; that of `missing`
 */
export function readReplay<Value>(
  idempotency: Idempotency | undefined,
  { fingerprint, body }: StoredResponse,
  missing?: () => DomainError,
): Value {
  if (idempotency?.fingerprint !== fingerprint) {
    throw new DomainError(
      'idempotency_key_reused',
      'This Idempotency-Key was already used for a different request. Use a new key, or retry with the same method, path and body.',
    );
  }
  if (body === '' && missing) throw missing();
  return JSON.parse(body);
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
