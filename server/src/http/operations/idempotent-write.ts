import type { Written } from '../../api/commit-rendered.ts';
import type { OperationId, OperationRequest, Reply } from '../../api/operation-types.ts';
import { fingerprintOf, type Idempotency } from '../../domain/memories/idempotency.ts';

/** The write's identity, when the caller sent an Idempotency-Key (the contract has checked its form). */
export function idempotencyOf(request: OperationRequest<OperationId>): Idempotency | undefined {
  const key = request.header('idempotency-key');
  if (key === undefined) return undefined;
  return { key, fingerprint: fingerprintOf(request.method, request.url, request.body ?? null) };
}

/** The reply to a write: what it did, or the stored response of its first time, byte for byte. */
export function toReply(written: Written<unknown, unknown>): Reply {
  const { status, location } = written.response;
  const headers = location ? { headers: { Location: location } } : {};
  const json = written.kind === 'replayed' ? written.response.body : written.json;
  return { status, ...headers, ...(json === undefined ? { body: written.response.body } : { json }) };
}
