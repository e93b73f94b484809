import type { OperationId, OperationRequest } from '../../api/operation-types.ts';
import { credentialOf, type Principal } from '../../domain/accounts/authenticate.ts';
import { fingerprintOf, type Idempotency, type Repeatable } from '../../domain/usage/idempotency.ts';

/**
 * Returns the identity of the write if the request has an Idempotency-Key. The contract has checked its form.
 * @param body a value that represents a body of bytes
 */
export function idempotencyOf(
  request: OperationRequest<OperationId>,
  principal: Principal,
  body: unknown = request.body ?? queryOf(request),
): Idempotency | undefined {
  const key = request.header('idempotency-key');
  if (key === undefined) return undefined;
  const fingerprint = fingerprintOf(request.method, request.url, body);
  return { credential: credentialOf(principal), key, fingerprint };
}

/** A deletion by scope has its scope in the query. */
function queryOf({ query }: OperationRequest<OperationId>): unknown {
  return Object.keys(query).length > 0 ? query : null;
}

/**
 * Returns what keeps the response of the request for repetitions, when the request has an Idempotency-Key.
 * @param present makes the body, without any secret; undefined for a response without a body
 * @param subjectOf returns the id of what the body shows, with which the body ends; absent: the body stays
 */
export function repeatableBy<Value>(
  request: OperationRequest<OperationId>,
  principal: Principal,
  status: number,
  present: (value: Value) => object | undefined,
  subjectOf: (value: Value) => string | null = () => null,
): Repeatable<Value> | undefined {
  const idempotency = idempotencyOf(request, principal);
  if (!idempotency) return undefined;
  const kept = { status, location: null, etag: null };
  return {
    idempotency,
    render: (value) => ({ ...kept, subjectId: subjectOf(value), body: JSON.stringify(present(value)) ?? '' }),
  };
}

/** Returns the header of a response that is sent again. */
export function replayHeaders({ kind }: { kind: string }): Record<string, string> {
  return kind === 'replayed' ? { 'Idempotency-Replayed': 'true' } : {};
}
