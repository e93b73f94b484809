import type { OperationId, OperationRequest, Reply } from '../../api/operation-types.ts';
import { credentialOf, type Principal } from '../../domain/accounts/authenticate.ts';
import { fingerprintOf, type Idempotency, type Once, type Responder } from '../../domain/usage/idempotency.ts';

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
 * Makes the response of a write, and stores it if the request has an Idempotency-Key.
 * @param present makes plain data without secrets
 * @param subjectOf returns the id of the memory whose content the response shows. @default none
 */
export function responderBy<Value, Response>(
  request: OperationRequest<OperationId>,
  principal: Principal,
  present: (value: Value) => Response,
  subjectOf?: (value: Value) => string,
): Responder<Value, Response> {
  return { idempotency: idempotencyOf(request, principal), present, subjectOf };
}

/** Returns the reply to a write whose result is the body. */
export function toReply(status: number, { value: body, isReplay }: Once<unknown>): Reply {
  return { status, headers: replayHeaders({ isReplay }), body };
}

export function replayHeaders({ isReplay }: { isReplay: boolean }): Record<string, string> {
  return isReplay ? { 'Idempotency-Replayed': 'true' } : {};
}
