import { commitRendered } from '../api/commit-rendered.ts';
import type { Preparation } from '../domain/memories/commit-write.ts';
import { fingerprintOf, type Idempotency } from '../domain/memories/idempotency.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import type { Structured, ToolCaller } from './tool.ts';

/**
 * The identity of a tool call that writes, when the request carries a key. The id of the JSON-RPC request is no part of
 * it: a repetition may have another one.
 */
export function idempotencyOf(
  { idempotencyKey: key }: ToolCaller,
  tool: string,
  args: object,
): Idempotency | undefined {
  return key === undefined ? undefined : { key, fingerprint: fingerprintOf('POST', `/mcp ${tool}`, args) };
}

export interface WrittenByTool<Value, Answer> {
  /** What was written; undefined when the call repeats an earlier one. */
  value: Value | undefined;
  answer: Answer;
}

/** Commits a write with its structured response, or finds the response of its first time. Its text is made from it. */
export async function commitStructured<Value, Answer extends Structured>(
  store: MemoryStore,
  prepared: Preparation<Value>,
  structure: (value: Value) => Answer,
): Promise<WrittenByTool<Value, Answer>> {
  const written = await commitRendered(store, prepared, (value) => ({
    ...{ status: 200, location: null },
    body: structure(value),
  }));
  if (written.kind === 'replayed') return { value: undefined, answer: JSON.parse(written.response.body) };
  return { value: written.value, answer: written.response.body };
}
