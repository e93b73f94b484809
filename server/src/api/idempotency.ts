import { credentialOf, type Principal } from '../domain/accounts/authenticate.ts';
import { fingerprintOf, type Idempotency, type Once } from '../domain/usage/idempotency.ts';
import type { OperationId, OperationRequest, Reply } from './operation-types.ts';

/** @param body what represents a body of bytes. @default the body, or the query of a deletion by scope */
export function idempotencyOf(
  request: OperationRequest<OperationId>,
  principal: Principal,
  body: unknown = request.body ?? (Object.keys(request.query).length > 0 ? request.query : null),
): Idempotency | undefined {
  const key = request.header('idempotency-key');
  if (key === undefined) return undefined;
  const fingerprint = fingerprintOf(request.method, request.url, body);
  return { credential: credentialOf(principal), key, fingerprint };
}

/** @param present renders the result of the write. @default the result is the body */
export function toReply<Value>(
  status: number,
  { value, isReplay }: Once<Value>,
  present: (value: Value) => unknown = (value) => value,
): Reply {
  return { status, headers: replayHeaders({ isReplay }), body: present(value) };
}

export function replayHeaders({ isReplay }: { isReplay: boolean }): Record<string, string> {
  return isReplay ? { 'Idempotency-Replayed': 'true' } : {};
}
