import { type ScopeParameters, toScopeInput } from '../api/scope-parameters.ts';
import type { Account } from '../domain/accounts/kinds.ts';
import { invalidRequest } from '../ports/errors.ts';
import type { ToolCaller } from './tool.ts';

/** Returns the scope of a call. Without a user, it is that of the account itself. */
export function scopeOf({ id }: Account, parameters: ScopeParameters) {
  const userId = parameters.user_id ?? id;
  return { ...toScopeInput(id, parameters), userId };
}

/** Returns the user to warn about. Only one in the call can be unknown. */
export function namedUser({ account: { id }, restriction }: ToolCaller, userId: string | undefined) {
  return { accountId: id, userId, restriction };
}

export function warningLines({ warnings = [] }: { warnings?: readonly { message: string }[] | undefined }): string[] {
  return warnings.map(({ message }) => `Warning: ${message}`);
}

export type TextArguments = Partial<Record<'memory' | 'text', string>>;

/** @throws {DomainError} if both names are given and their texts differ */
export function textOf({ memory, text }: TextArguments): string | undefined {
  if (memory !== undefined && text !== undefined && memory !== text) {
    throw invalidRequest({ path: '/memory', message: 'and text are aliases, and differ: send one of them' });
  }
  return memory ?? text;
}

/** @throws {DomainError} if the id is missing, with advice on how to find it */
export function requireMemoryId({ memory_id: id }: { memory_id?: string }, { named }: ToolCaller): string {
  if (id !== undefined) return id;
  throw invalidRequest({
    path: '/memory_id',
    message: `is missing: call ${named('search')} with what the memory is about, and use the id of the result`,
  });
}

/** Returns the argument for a path of the domain, which uses `/text` for an argument that may be `memory`. */
export function argumentName(path: string, args: unknown): string {
  if (path === '') return 'arguments';
  const isMemory = path === '/text' && typeof args === 'object' && args !== null && 'memory' in args;
  return isMemory ? 'memory' : path.slice(1);
}
