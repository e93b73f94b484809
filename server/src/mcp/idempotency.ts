import { type Answered, fingerprintOf, type Idempotency, type Present } from '../domain/memories/idempotency.ts';
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

/** Keeps the structured answer; its text is made from it again. */
export function presentStructured<Value>(structure: (value: Value) => Structured): Present<Value> {
  return (value) => ({ status: 200, location: null, body: JSON.stringify(structure(value)) });
}

/** What a write did, or the kept answer of its first time. */
export function toStructured<Value, Answer extends Structured>(
  answered: Answered<Value>,
  structure: (value: Value) => Answer,
): Answer {
  return answered.kind === 'replayed' ? JSON.parse(answered.answer.body) : structure(answered.value);
}
