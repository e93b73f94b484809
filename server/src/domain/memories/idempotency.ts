import { createHash } from 'node:crypto';
import { DomainError } from '../../ports/errors.ts';
import type { Once, StoredAnswer } from '../../ports/memory-store.ts';

const keptMs = 24 * 60 * 60 * 1000;

/** A write that may be repeated: the caller's key and what the write was, so that another one can't pass for it. */
export interface Idempotency {
  key: string;
  fingerprint: string;
}

/** How an answer looks on the wire; made before the write, because both are kept in one transaction. */
export type Present<Value> = (value: Value) => Omit<StoredAnswer, 'fingerprint'>;

export type Answered<Value> = { kind: 'done'; value: Value } | { kind: 'replayed'; answer: StoredAnswer };

/** Method, path and body as one value; the order of keys in the body does not matter. */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest('hex');
}

export function toOnce<Value>(
  idempotency: Idempotency | undefined,
  present: Present<Value>,
  value: Value,
  now: number,
): Once | undefined {
  if (!idempotency) return undefined;
  const answer = { fingerprint: idempotency.fingerprint, ...present(value) };
  return { key: idempotency.key, answer, createdAt: now, expiresAt: now + keptMs };
}

/** @throws {DomainError} `idempotency_key_reused` when the kept answer belongs to another request */
export function replay(
  idempotency: Idempotency | undefined,
  answer: StoredAnswer,
): { kind: 'replayed'; answer: StoredAnswer } {
  if (idempotency?.fingerprint !== answer.fingerprint) {
    throw new DomainError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for a new write; repeat a write with the same method, path and body.',
    );
  }
  return { kind: 'replayed', answer };
}

function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}
