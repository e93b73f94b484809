import { commitRendered, type Rendered } from '../api/commit-rendered.ts';
import type { Preparation } from '../domain/memories/commit-write.ts';
import { fingerprintOf, type Idempotency } from '../domain/usage/idempotency.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
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

/**
 * Commits a write with its structured response, from which the text is rendered.
 * @returns the written value and the response of the first call; for a retry the value is undefined
 */
export async function commitStructured<Value, Response extends object>(
  store: MemoryStore,
  { replayed }: ToolCaller,
  prepared: Preparation<Value>,
  structure: (value: Value) => Pick<Rendered<Response>, 'body' | 'subjectId'>,
): Promise<{ value: Value | undefined; response: Response }> {
  const render = (value: Value) => ({ status: 200, location: null, etag: null, ...structure(value) });
  const written = await commitRendered(store, prepared, render);
  if (written.kind === 'written') return { value: written.value, response: written.response.body };
  replayed();
  return { value: undefined, response: JSON.parse(written.response.body) };
}
