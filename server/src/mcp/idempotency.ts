import { fingerprintOf, type Idempotency } from '../domain/usage/idempotency.ts';
import type { ToolCaller } from './tool.ts';

/**
 * Returns the identity of a tool call that writes, if the request has an idempotency key. It excludes the id of the
 * JSON-RPC request, which may differ in a retry.
 */
export function idempotencyOf(
  { credential, idempotencyKey: key }: ToolCaller,
  tool: string,
  args: object,
): Idempotency | undefined {
  return key === undefined ? undefined : { credential, key, fingerprint: fingerprintOf('POST', `/mcp ${tool}`, args) };
}
