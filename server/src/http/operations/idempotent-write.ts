import type { OperationId, OperationRequest, Reply } from '../../api/operation-types.ts';
import { type Answered, fingerprintOf, type Idempotency, type Present } from '../../domain/memories/idempotency.ts';

/** The write's identity, when the caller sent an Idempotency-Key (the contract has checked its form). */
export function idempotencyOf(request: OperationRequest<OperationId>): Idempotency | undefined {
  const key = request.header('idempotency-key');
  if (key === undefined) return undefined;
  return { key, fingerprint: fingerprintOf(request.method, request.url, request.body ?? null) };
}

/** Answers a write: with what it did, or with the kept answer of its first time, byte for byte. */
export function toReply<Value>(answered: Answered<Value>, present: Present<Value>): Reply {
  const { status, location, body } = answered.kind === 'replayed' ? answered.answer : present(answered.value);
  return { status, body: JSON.parse(body), ...(location ? { headers: { Location: location } } : {}) };
}
