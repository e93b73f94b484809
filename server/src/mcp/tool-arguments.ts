import type { Schema } from '../api/schema-lookup.ts';
import type { components } from '../generated/contract.d.ts';
import type { Account } from '../ports/account-store.ts';
import { invalidRequest } from '../ports/errors.ts';
import { string } from './schemas.ts';
import type { ToolNames } from './tool.ts';

export type ScopeArguments = Pick<components['schemas']['SearchRequest'], 'user_id' | 'agent_id' | 'run_id'>;

export const userArgument = { user_id: string('End user. Omitted: the account.', 256) };

export const scopeArguments = {
  ...userArgument,
  agent_id: string('Agent or application.', 256),
  run_id: string('Session or task.', 256),
};

/** Returns the scope of a call, whose user is the account itself when none is given. */
export function scopeOf({ id }: Account, { user_id, agent_id, run_id }: ScopeArguments) {
  return { accountId: id, userId: user_id ?? id, agentId: agent_id, runId: run_id };
}

/** The text of a memory, under either of its names. */
export interface TextArguments {
  memory?: string;
  text?: string;
}

export function textArguments(description: string): Record<string, Schema> {
  return { memory: string(description, 100_000), text: string('Same as memory.', 100_000) };
}

/** @throws {DomainError} when both names are given, since their texts may differ */
export function textOf({ memory, text }: TextArguments): string | undefined {
  if (memory !== undefined && text !== undefined) {
    throw invalidRequest({ path: '/memory', message: 'and text are the same thing: give one of them' });
  }
  return memory ?? text;
}

export const memoryIdArgument = { memory_id: string('Id of the memory (mem_…).', 64) };

/** @throws {DomainError} when the id is missing, with advice on how to find it */
export function requireMemoryId({ memory_id: id }: { memory_id?: string }, named: ToolNames): string {
  if (id !== undefined) return id;
  throw invalidRequest({
    path: '/memory_id',
    message: `is missing: call ${named('search')} with what the memory is about, and use the id of the result`,
  });
}

/** Returns the argument behind a path of the domain, which uses `/text` for an argument that may be `memory`. */
export function argumentName(path: string, args: unknown): string {
  if (path === '') return 'arguments';
  const isMemory = path === '/text' && typeof args === 'object' && args !== null && 'memory' in args;
  return isMemory ? 'memory' : path.slice(1);
}
